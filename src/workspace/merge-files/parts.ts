import type { Identities } from "../../compare/identity.ts";
import type { SourceFile, Value } from "../../model/values/value.ts";
import { contentEnd, type Outline, outlineOf } from "../../parse/yaml/outline.ts";
import { parseYaml, plainSyntax } from "../../parse/yaml/parse.ts";

/** A mapping entry or list item as written. In brackets `above` is the separator before it, also of the first one. */
export interface WrittenPart {
  /** The key; empty for an item. */
  readonly key: string;
  /** The lines above it: comments and empty lines. */
  readonly above: string;
  /** From its first character to its value. */
  readonly head: string;
  readonly body: Body;
  /** What is behind the value, to the end of the line. */
  readonly behind: string;
}

/** A value as it is written. */
export interface Body {
  readonly text: string;
  readonly value: Value | undefined;
  /** Equal for equal values. */
  readonly identity: number | undefined;
  /** How its parts are written; undefined for a value that is merged as a whole. */
  readonly layout: "block" | "flow" | undefined;
  /** What is before the first part: the bracket. */
  readonly lead: string;
  readonly parts: readonly WrittenPart[];
  /** What is behind the last part. */
  readonly tail: string;
}

/** All of a part but what is above it. */
export function ownText({ head, body, behind }: WrittenPart): string {
  return head + body.text + behind;
}

/** A file as one part; undefined if only git can merge it (docs/merges.md), as with anchors. Never fails. */
export function readFile(file: SourceFile, identities: Identities): WrittenPart | undefined {
  let isOdd = false;
  const odd = () => {
    isOdd = true;
  };
  const value = parseYaml(file, { syntax: plainSyntax, report: odd });
  const outline = outlineOf(file);
  if (outline === undefined || isOdd) return undefined;
  const { text } = file;
  const { root } = outline;
  const whole = { key: "", above: "", head: "", behind: "" };
  const written = { text, identities, odd };
  if (root === undefined) return { ...whole, body: wholeBody(written, value, text) };
  const begin = isBlock(root) ? 0 : root.start;
  const body = bodyOf(written, { outline: root, value }, begin);
  if (isOdd || hasAnchor(text.slice(0, root.start))) return undefined;
  const after = text.slice(begin + body.text.length);
  if (isBlock(root)) return { ...whole, body: { ...body, text, tail: after } };
  return { ...whole, head: text.slice(0, begin), body, behind: after };
}

const ANCHOR = /(?:^|[\s-])[&*]/;
const COMMENTS = /(?:^|[ \t])#[^\n]*/gm;

function hasAnchor(text: string): boolean {
  return ANCHOR.test(text.replace(COMMENTS, ""));
}

type Container = Extract<Outline, { kind: "map" | "list" }>;

function isBlock(outline: Outline): outline is Container {
  return "flow" in outline && !outline.flow && !outline.tagged;
}

interface Written {
  readonly text: string;
  readonly identities: Identities;
  /** Says that only git can merge the file. */
  readonly odd: () => void;
}

interface WrittenValue {
  readonly outline: Outline;
  readonly value: Value | undefined;
}

function wholeBody({ identities }: Written, value: Value | undefined, text: string): Body {
  const identity = value && identities.of(value);
  return { text, value, identity, layout: undefined, lead: "", parts: [], tail: "" };
}

/** `from` is where the text of a block begins. */
function bodyOf(written: Written, { outline, value }: WrittenValue, from: number): Body {
  const { text, odd } = written;
  const whole = wholeBody(written, value, text.slice(from, contentEnd(outline, text)));
  if (outline.kind === "alias") odd();
  if (!("flow" in outline)) return whole;
  const children = childrenOf(outline, value);
  const keys = new Set(children?.map(({ key }, at) => (outline.kind === "map" ? key : at)));
  if (children === undefined || outline.tagged || keys.size < children.length) {
    odd();
    return whole;
  }
  let at = outline.flow ? outline.start + 1 : from;
  const parts = children.map((child) => {
    const part = outline.flow ? inBrackets(written, child, at) : onLines(written, child, at);
    at += part.above.length + ownText(part).length;
    return part;
  });
  if (!outline.flow) return { ...whole, layout: "block", parts, text: text.slice(from, at) };
  const [first, ...others] = parts;
  const lead = text.slice(outline.start, outline.start + 1) + (first?.above ?? "");
  const separated = first === undefined ? [] : [{ ...first, above: ", " }, ...others];
  return { ...whole, layout: "flow", lead, parts: separated, tail: text.slice(at, outline.end) };
}

/** A part on lines of its own, behind `from`. */
function onLines(written: Written, { key, start, outline: placed, value }: Child, from: number): WrittenPart {
  const { text, odd } = written;
  const own = start ?? behindComments(text, from);
  // Where nothing is written behind a dash.
  const outline = placed.start > own ? placed : { ...placed, start: own + 1, end: own + 1 };
  const line = text.lastIndexOf("\n", own - 1) + 1;
  const first = line >= from && text.slice(line, own).trim() === "" ? line : own;
  const begin = isBlock(outline) ? blockStart(outline, text, own) : outline.start;
  const body = bodyOf(written, { outline, value }, begin);
  const end = begin + body.text.length;
  const last = isBlock(outline) ? end : lineEnd(text, Math.max(contentEnd(outline, text), own + 1));
  const head = text.slice(first, begin);
  if (hasAnchor(head.slice(own - first + key.length))) odd();
  return { key, above: text.slice(from, first), head, body, behind: text.slice(end, last) };
}

function behindComments(text: string, from: number): number {
  const comments = /(?:\s|#[^\n]*)*/y;
  comments.lastIndex = from;
  comments.test(text);
  return comments.lastIndex;
}

/** Where a block begins: on the line below its key or dash, or behind it. */
function blockStart(outline: Outline, text: string, own: number): number {
  const end = text.indexOf("\n", own);
  return end === -1 || outline.start <= end ? outline.start : end + 1;
}

function lineEnd(text: string, offset: number): number {
  const end = text.indexOf("\n", offset - 1);
  return end === -1 ? text.length : end + 1;
}

/** A part of what is in brackets, behind `from`. */
function inBrackets(written: Written, { key, start, outline, value }: Child, from: number): WrittenPart {
  const { text, odd } = written;
  const begin = start ?? outline.start;
  const above = text.slice(from, begin);
  const head = text.slice(begin, outline.start);
  if (hasAnchor(above + head.slice(key.length))) odd();
  return { key, above, head, body: bodyOf(written, { outline, value }, outline.start), behind: "" };
}

interface Child extends WrittenValue {
  readonly key: string;
  /** Of its key; undefined for an item. */
  readonly start: number | undefined;
}

/** The parts of a collection with their values; undefined if these are not the same. */
function childrenOf(outline: Container, value: Value | undefined): readonly Child[] | undefined {
  if (outline.kind === "list") {
    if (value?.kind !== "list" || value.items.length !== outline.items.length) return undefined;
    return outline.items.map((item, at) => ({ key: "", start: undefined, outline: item, value: value.items[at] }));
  }
  if (value?.kind !== "map" || value.entries.length !== outline.entries.length) return undefined;
  if (outline.entries.some(({ name }) => name === undefined)) return undefined;
  return outline.entries.map((entry, at) => {
    return { key: entry.name ?? "", start: entry.key.start, outline: entry.value, value: value.entries[at]?.value };
  });
}
