import type { TextSyntax } from "../../../model/inventory/definition.ts";
import { bareKey } from "../../../model/values/key-prefix.ts";
import type { MapEntry, Stretch, Value } from "../../../model/values/value.ts";
import type { Outline, OutlineEntry, OutlineMap } from "../../../parse/yaml/outline.ts";
import { contentEnd, outlineEntries } from "../../../parse/yaml/outline.ts";
import { plainSyntax } from "../../../parse/yaml/parse.ts";
import { scalarYaml } from "../../../report/values/value.ts";
import type { Replacement, SourceText } from "../text/source-text.ts";
import type { NewValue } from "./new-value.ts";

export interface ValueTarget {
  /** From the top of the file: `parameters`, `ntp`, `server`. */
  readonly keys: readonly string[];
  /** The characters that can be written before each key but the first. */
  readonly prefixes: readonly string[];
  /** How the file is read. */
  readonly syntax: TextSyntax;
  /** Written before the last key: `~`, or nothing. */
  readonly prefix: string;
}

/** The target of keys without prefixes. */
export function plainTarget(keys: readonly string[]): ValueTarget {
  return { keys, prefixes: [], syntax: plainSyntax, prefix: "" };
}

/** A way to write a value. `kind` is what is there now: the value, a mapping for its key, or neither. */
export interface Writing {
  readonly kind: "line" | "key" | "mapping";
  readonly changes: readonly Replacement[];
}

/**
 * The ways to write a value into a file, best first (rules T2 to T4): it replaces the old value, or is the last key of its
 * mapping, or comes in new mappings. None if something else is in the way.
 */
export function writings(text: SourceText, target: ValueTarget, value: NewValue): readonly Writing[] {
  if (!text.isYaml) return [];
  const { keys } = target;
  let at: Outline | undefined = text.root;
  let above: OutlineEntry | undefined;
  for (const depth of keys.keys()) {
    if (at === undefined || isNothing(at, text)) return below(text, { target, value, depth, above });
    if (at.kind !== "map") return [];
    const entry = entriesFor(at, target, depth).at(-1);
    if (entry === undefined) return inserted(text, { target, value, depth, map: at });
    if (depth === keys.length - 1) return replaced(text, { target, value, entry, flow: at.flow });
    [at, above] = [entry.value, entry];
  }
  return [];
}

/** The entries of a mapping for a key of a target; the last one counts. */
export function entriesFor(map: Outline | undefined, target: ValueTarget, depth: number): readonly OutlineEntry[] {
  return outlineEntries(map).filter(({ name }) => name !== undefined && isKeyOf(target, depth, name));
}

/** Whether a key as it is written is one of a target, with or without prefixes. */
export function isKeyOf({ keys, prefixes }: ValueTarget, depth: number, written: string): boolean {
  return written === keys[depth] || (depth > 0 && bareKey(written, prefixes) === keys[depth]);
}

/** The entry that a target is; undefined if it is not there. */
export function targetEntry(root: Outline | undefined, target: ValueTarget): OutlineEntry | undefined {
  return target.keys.reduce<OutlineEntry | undefined>(
    (above, _, depth) => entriesFor(depth === 0 ? root : above?.value, target, depth).at(-1),
    undefined,
  );
}

function isNothing(outline: Outline, { text }: SourceText): boolean {
  if (outline.kind !== "scalar" || outline.style !== "plain" || outline.tagged) return false;
  return /^(?:~|null|Null|NULL)?$/.test(text.slice(outline.start, outline.end));
}

interface Place {
  readonly target: ValueTarget;
  readonly value: NewValue;
  /** How many of the keys are there. */
  readonly depth: number;
}

/** Under a key without a value, or in a file without one. */
function below(
  text: SourceText,
  { above, ...place }: Place & { readonly above: OutlineEntry | undefined },
): readonly Writing[] {
  const { length } = text.text;
  const { start, end } = above?.value ?? { start: length, end: length };
  if (start !== end) {
    return flowTexts(place).map((each) => ({ kind: "mapping", changes: [{ start, end, text: `{${each}}` }] }));
  }
  const at = text.lineEnd(start);
  const newline = text.newline(at);
  const column = above === undefined ? 0 : text.column(above.key.start) + text.step;
  const isOnNewLine = above === undefined && (at === 0 || text.text.endsWith("\n"));
  const [before, behind] = [isOnNewLine ? "" : newline, above === undefined ? newline : ""];
  return nestedTexts(place, { column, step: text.step, newline }).map((each) => {
    return { kind: "mapping", changes: [{ start: at, end: at, text: before + each + behind }] };
  });
}

/** How lines are written. */
interface Layout {
  /** The column of the key. */
  readonly column: number;
  readonly step: number;
  readonly newline: string;
}

/** The missing keys as lines, each inside the one before. */
function nestedTexts({ target, value, depth }: Place, { column, step, newline }: Layout): readonly string[] {
  const keys = [...target.keys.slice(depth, -1).map(newKeyText), lastKey(target)];
  const lines = keys.map((key, index) => `${" ".repeat(column + index * step)}${key}:`).join(newline);
  const texts = valueTexts(value, { column: column + (keys.length - 1) * step, step, newline });
  return texts.map((each) => lines + each);
}

/** The missing keys in brackets, without the outermost ones. */
function flowTexts({ target, value, depth }: Place): readonly string[] {
  const keys = target.keys.slice(depth, -1);
  return valueTexts(value).map((each) => {
    return keys.reduceRight((inner, key) => `${newKeyText(key)}: {${inner}}`, `${lastKey(target)}:${each}`);
  });
}

function lastKey({ keys, prefix }: ValueTarget): string {
  return newKeyText(prefix + (keys.at(-1) ?? ""));
}

/** Behind the last key of a mapping. */
function inserted(text: SourceText, { map, ...place }: Place & { readonly map: OutlineMap }): readonly Writing[] {
  const kind = place.depth === place.target.keys.length - 1 ? "key" : "mapping";
  const [first, last] = [map.entries[0], map.entries.at(-1)];
  if (map.flow) return insertedInFlow(text, { map, ...place }).map((change) => ({ kind, changes: [change] }));
  if (first === undefined || last === undefined) return [];
  const end = text.lineEnd(contentEnd(last.value, text.text));
  const layout = { column: text.column(first.key.start), step: text.step, newline: text.newline(end) };
  return nestedTexts(place, layout).map((lines) => ({ kind, changes: [text.below(end, lines)] }));
}

function insertedInFlow(text: SourceText, { map, ...place }: Place & { readonly map: OutlineMap }) {
  const [at, last] = [map.start + 1, map.entries.at(-1)];
  if (last === undefined) return flowTexts(place).map((each) => ({ start: at, end: at, text: each }));
  return flowTexts(place).map(behindLast(text, map, { start: last.key.start, end: last.value.end }));
}

/** Writes a further part behind the last one in brackets: on a line of its own where that one is. */
export function behindLast(text: SourceText, brackets: Stretch, last: Stretch): (part: string) => Replacement {
  const gap = gapBefore(text, brackets, last);
  const comma = /^\s*,/.exec(text.text.slice(last.end))?.[0];
  const at = last.end + (comma?.length ?? 0);
  return (part) => ({ start: at, end: at, text: `${comma === undefined ? "," : ""}${gap}${part}` });
}

/** What is between a part in brackets and the one before it, as the last one has it. */
export function gapBefore(text: SourceText, brackets: Stretch, last: Stretch): string {
  const before = text.text.slice(text.lineStart(last.start), last.start);
  const ownLine = before.trim() === "" && text.lineStart(brackets.start) !== text.lineStart(last.start);
  return ownLine ? text.newline(last.start) + before : " ";
}

/** Replaces the value that is there; a comment goes only with the line it is on. */
function replaced(
  text: SourceText,
  { target, value, entry, flow }: Omit<Place, "depth"> & { readonly entry: OutlineEntry; readonly flow: boolean },
): readonly Writing[] {
  const { key, value: old, name = "" } = entry;
  const quotes = old.kind === "scalar" && (old.style === "single" || old.style === "double") ? old.style : undefined;
  const layout = { column: text.column(key.start), step: text.step, newline: text.newline(key.start) };
  const texts = valueTexts(value, flow ? undefined : layout, quotes);
  const prefix = name.startsWith(target.prefix) ? "" : target.prefix;
  const before = /["']/.test(text.text[key.start] ?? "") ? key.start + 1 : key.start;
  const prefixed = prefix === "" ? [] : [{ start: before, end: before, text: prefix }];
  return texts.map((each) => ({ kind: "line", changes: [...prefixed, ...valueChanges(text, entry, each)] }));
}

function valueChanges(text: SourceText, { key, value }: OutlineEntry, written: string): readonly Replacement[] {
  const { start } = value;
  if (start === value.end) {
    // Lines come below what is behind the key, such as a comment.
    const at = /^[\r\n]/.test(written) ? text.lineEnd(key.end) : start;
    return [{ start: at, end: at, text: written }];
  }
  const end = contentEnd(value, text.text);
  const isBehind = text.lineStart(start) === text.lineStart(key.end);
  if (isBehind && written.startsWith(" ")) return [{ start, end, text: written.slice(1) }];
  const between = text.text.slice(key.end, start).trimEnd();
  if (isBehind) return [{ start: key.end + between.length, end, text: written }];
  // A block on lines of its own goes; what is behind its key, such as a comment, stays.
  const line = text.text.slice(key.end, text.lineEnd(key.end));
  const at = key.end + line.replace(/\s+#.*$/, "").trimEnd().length;
  return [
    { start: at, end: at, text: written },
    { start: text.lineEnd(key.end), end: text.lineEnd(end), text: "" },
  ];
}

/**
 * The ways to write a value behind the colon of its key, best first: on lines as the layout says, or in brackets if there
 * is none. `quotes` are those of the old value. Not every way fits every file, so the text with it is read again.
 */
function valueTexts(value: NewValue, layout?: Layout, quotes?: "single" | "double"): readonly string[] {
  const { text, source, isBlock, lines: [first, ...more] = [] } = value;
  if (first !== undefined && layout !== undefined) {
    return [[first, ...stepped(more, layout.column)].join(layout.newline)];
  }
  const texts: string[] = [];
  if (text !== undefined && quotes !== undefined) texts.push(inQuotes(text, quotes));
  if (!isBlock) texts.push(source);
  if (text !== undefined) texts.push(inQuotes(text, "single"), inQuotes(text, "double"));
  const behind = [...new Set(texts)].map((each) => ` ${each}`);
  if (!isBlock) return behind;
  if (layout !== undefined) return [blockText(value, layout), ...behind];
  const flow = flowText(value.value);
  return flow === undefined ? behind : [` ${flow}`, ...behind];
}

function inQuotes(text: string, quotes: "single" | "double"): string {
  return quotes === "double" || /[\n\r]/.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
}

/** Lines below the key; what begins with `|`, `>`, a quote or a bracket begins behind it. */
function blockText({ source }: NewValue, { column, step, newline }: Layout): string {
  const [first = "", ...more] = source.split(/\r?\n/);
  const isBehind = /^[|>"'[{]/.test(first);
  return [isBehind ? ` ${first}` : "", ...stepped(isBehind ? more : [first, ...more], column + step)].join(newline);
}

/** A value in brackets, texts in quotes; undefined for a set, and for what holds one. */
function flowText(value: Value): string | undefined {
  switch (value.kind) {
    case "scalar":
      return value.type === "text" ? JSON.stringify(value.data) : scalarYaml(value);
    case "template":
      return JSON.stringify(value.text);
    case "list":
      return joined(value.items.map(flowText), "[]");
    case "map":
      return joined(value.entries.map(memberText), "{}");
    case "set":
      return undefined;
  }
}

function memberText({ key, value }: MapEntry): string | undefined {
  const text = flowText(value);
  return text === undefined ? undefined : `${JSON.stringify(key)}:${text}`;
}

function joined(parts: readonly (string | undefined)[], brackets: "[]" | "{}"): string | undefined {
  return parts.includes(undefined) ? undefined : brackets.slice(0, 1) + parts.join(",") + brackets.slice(1);
}

/** Lines with more indentation; empty ones stay empty. */
function stepped(lines: readonly string[], indent: number): readonly string[] {
  return lines.map((line) => (line.trim() === "" ? "" : " ".repeat(indent) + line));
}

/** Words that YAML 1.1 reads as something else than text, as PyYAML does: `y` and `n` are text. */
const NOT_TEXT = /^(?:yes|no|on|off|true|false|null|~)$/i;

/** A new key as it is written: plain if it can be. */
function newKeyText(key: string): string {
  const isPlain = /^[\p{L}\p{N}_~=./@$][\p{L}\p{N}_./@$-]*$/u.test(key) && !NOT_TEXT.test(key);
  if (isPlain) return key;
  return /[\p{Cc}]/u.test(key) ? JSON.stringify(key) : `'${key.replaceAll("'", "''")}'`;
}
