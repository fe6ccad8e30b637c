import { isAlias, isMap, isScalar, isSeq, type Pair, type Scalar, type YAMLMap } from "yaml";
import { pythonStr } from "../../encoding/value-text.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import type { SourceFile, Stretch } from "../../model/values/value.ts";
import { saysNothing, soleDocument } from "./compose.ts";
import { isMerge } from "./merged-map.ts";
import { isReadable } from "./parse.ts";
import { readToken } from "./token.ts";

/** A part of a YAML text as it is written, with its place: aliases are not followed, mappings are not merged. */
export type Outline = (OutlineMap | OutlineList | OutlineScalar | OutlineAlias) & { readonly tagged: boolean };

export interface OutlineMap extends Stretch {
  readonly kind: "map";
  readonly flow: boolean;
  readonly entries: readonly OutlineEntry[];
}

export interface OutlineList extends Stretch {
  readonly kind: "list";
  readonly flow: boolean;
  readonly items: readonly Outline[];
}

/** A scalar, its place without its anchor and tag; empty where no text is. */
export interface OutlineScalar extends Stretch {
  readonly kind: "scalar";
  readonly style: "plain" | "single" | "double" | "block";
}

export interface OutlineAlias extends Stretch {
  readonly kind: "alias";
}

export interface OutlineEntry {
  readonly key: Stretch;
  /** The key as values have it; undefined for `<<`, and for what is no key. */
  readonly name: string | undefined;
  readonly value: Outline;
}

/** Where parts are, by the library's grammar: `root` is undefined for comments alone, the result for no document. */
function composedOutline(file: SourceFile, report: Report): { readonly root: Outline | undefined } | undefined {
  const document = soleDocument(file, report);
  if (document === undefined) return isBlank(file.text) ? { root: undefined } : undefined;
  const { contents } = document;
  return { root: saysNothing(contents) ? undefined : outline(contents, file, 0) };
}

function isBlank(text: string): boolean {
  return /^(?:[ \t]*(?:#[^\n]*)?(?:\r?\n|$))*$/.test(text);
}

function outline(node: unknown, file: SourceFile, at: number): Outline {
  const tagged = (isMap(node) || isSeq(node) || isScalar(node)) && node.tag !== undefined;
  if (isMap(node)) {
    const entries = node.items.map((pair) => entry(pair, file, at));
    return { kind: "map", tagged, ...collection(node, entries.at(-1)?.value.end ?? at), entries };
  }
  if (isSeq(node)) {
    const items = node.items.map((item) => outline(item, file, at));
    return { kind: "list", tagged, ...collection(node, items.at(-1)?.end ?? at), items };
  }
  if (isAlias(node)) return { kind: "alias", tagged, ...extent(node, at) };
  if (isScalar(node)) return { ...scalar(node, at), tagged };
  return { kind: "scalar", style: "plain", tagged, start: at, end: at };
}

/** What is in brackets ends with its bracket, a block with its last part. */
function collection(node: Ranged & { flow?: boolean }, last: number): Stretch & { readonly flow: boolean } {
  const flow = node.flow === true;
  const place = extent(node, last);
  return { flow, start: place.start, end: flow ? place.end : last };
}

type Ranged = Pick<YAMLMap, "range">;

function extent({ range }: Ranged, at: number): Stretch {
  return { start: range?.[0] ?? at, end: range?.[1] ?? at };
}

function scalar(node: Scalar, at: number): OutlineScalar {
  const place = extent(node, at);
  // An empty scalar is where the library stopped looking for it: behind the key is where one would be written.
  const { start, end } = place.start === place.end ? { start: at, end: at } : place;
  return { kind: "scalar", style: styles[node.type ?? "PLAIN"] ?? "plain", start, end };
}

const styles: Readonly<Record<string, OutlineScalar["style"]>> = {
  PLAIN: "plain",
  QUOTE_SINGLE: "single",
  QUOTE_DOUBLE: "double",
  BLOCK_LITERAL: "block",
  BLOCK_FOLDED: "block",
};

function entry({ key, value }: Pair, file: SourceFile, at: number): OutlineEntry {
  const written = outline(key, file, at);
  return {
    key: { start: written.start, end: written.end },
    name: isScalar(key) && !isMerge(key) ? keyName(key, file) : undefined,
    value: outline(value, file, behindColon(file.text, written.end)),
  };
}

function behindColon(text: string, end: number): number {
  const colon = /[ \t]*:/y;
  colon.lastIndex = end;
  return colon.test(text) ? colon.lastIndex : end;
}

function keyName(key: Scalar, file: SourceFile): string | undefined {
  const reading = readToken(key, file.text, { isKey: true });
  if ("fault" in reading) return undefined;
  return pythonStr({ kind: "scalar", ...reading, origin: { file, start: 0, end: 0 } });
}

/** The entries of a mapping; none of what is no mapping. */
export function outlineEntries(outline: Outline | undefined): readonly OutlineEntry[] {
  return outline?.kind === "map" ? outline.entries : [];
}

/** The last entry of a mapping with a key. */
export function outlineEntry(outline: Outline | undefined, key: string): OutlineEntry | undefined {
  return outlineEntries(outline).findLast(({ name }) => name === key);
}

/** The values right inside a mapping or a list. */
export function outlineParts(outline: Outline | undefined): readonly Outline[] {
  return outline?.kind === "list" ? outline.items : outlineEntries(outline).map(({ value }) => value);
}

/** All scalars and aliases in a value, itself included; keys are none. */
export function outlineLeaves(outline: Outline): readonly Outline[] {
  const isLeaf = outline.kind === "scalar" || outline.kind === "alias";
  return isLeaf ? [outline] : outlineParts(outline).flatMap(outlineLeaves);
}

/** Where what is written of a value ends, without the empty lines behind a block. */
export function contentEnd(outline: Outline, text: string): number {
  const last = lastPart(outline);
  if (last !== undefined) return contentEnd(last, text);
  const written = text.slice(outline.start, outline.end);
  const keeps = outline.kind === "scalar" && outline.style === "block" && /^[|>]\d?\+/.test(written);
  return outline.start + (keeps ? written.replace(/\r?\n$/, "") : written.trimEnd()).length;
}

function lastPart(outline: Outline): Outline | undefined {
  return "flow" in outline && outline.flow ? undefined : outlineParts(outline).at(-1);
}

/** Where parts are, by the grammar of values: `root` is undefined for comments alone, the result after an error. */
export function outlineOf(file: SourceFile): { readonly root: Outline | undefined } | undefined {
  let readable = true;
  const report = () => {
    readable = false;
  };
  if (!isReadable(file, report)) return undefined;
  const composed = composedOutline(file, report);
  return readable ? composed : undefined;
}
