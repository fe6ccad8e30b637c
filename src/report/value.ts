import { sortedItems } from "../model/json-text.ts";
import type { Hop, MapEntry, Value } from "../model/value.ts";
import { literalBlock, scalarYaml, textYaml } from "./yaml-scalar.ts";

/** One line of YAML, cut where the value begins. */
export interface YamlLine {
  /** Indentation, dashes and key. */
  readonly head: string;
  /** What follows, with its leading blank. */
  readonly tail: string;
  /** The value that begins on this line, where it is a leaf or came through a reference. */
  readonly value?: Value;
}

/**
 * A value as YAML 1.1 in block style, one line per scalar; multi-line text as literal blocks where that is exact.
 * PyYAML reads the same value back: text that looks like something else is quoted, floats keep their point.
 */
export function valueYaml(value: Value): string {
  return yamlLines(value)
    .map(({ head, tail }) => `${head}${tail}\n`)
    .join("");
}

/** The lines of {@link valueYaml}, each with the value it shows; `depth` steps of indentation before all of them. */
export function yamlLines(value: Value, depth = 0): readonly YamlLine[] {
  const lines: YamlLine[] = [];
  const indent = STEP.repeat(depth);
  if (isBlock(value)) pushBlock(lines, indent, value);
  else pushLeaf(lines, { head: "", indent, value });
  const [first, ...rest] = lines;
  return first?.head === "" ? [{ ...first, head: indent, tail: first.tail.trimStart() }, ...rest] : lines;
}

/** The reference through which a value came, if it did. */
export function hopOf(value: Value): Hop | undefined {
  return value.kind === "template" ? undefined : value.via;
}

const STEP = "  ";
/** Readers look no further than 1024 characters for the end of a key; beyond this the key gets a line of its own. */
const LONG_KEY = 200;

/** A value that needs lines of its own below its key. */
function isBlock(value: Value): boolean {
  switch (value.kind) {
    case "scalar":
    case "template":
      return false;
    case "list":
    case "set":
      return value.items.length > 0;
    case "map":
      return value.entries.length > 0;
  }
}

function pushBlock(lines: YamlLine[], indent: string, value: Value): void {
  switch (value.kind) {
    case "scalar":
    case "template":
      return;
    case "list":
      for (const item of value.items) pushItem(lines, indent, item);
      return;
    case "set":
      for (const item of sortedItems(value))
        lines.push({ head: `${indent}?`, tail: ` ${scalarYaml(item)}`, value: item });
      return;
    case "map":
      for (const entry of value.entries) pushEntry(lines, indent, entry);
  }
}

function pushEntry(lines: YamlLine[], indent: string, entry: MapEntry): void {
  const key = entry.keyNode.type === "text" ? textYaml(entry.key) : scalarYaml(entry.keyNode);
  if (key.length > LONG_KEY) lines.push({ head: `${indent}? ${key}`, tail: "" });
  pushBelow(lines, { head: key.length > LONG_KEY ? `${indent}:` : `${indent}${key}:`, indent, value: entry.value });
}

/** The first line of what an item holds moves up behind the dash. */
function pushItem(lines: YamlLine[], indent: string, item: Value): void {
  const first = lines.length;
  if (!isBlock(item) || item.kind === "set") {
    pushBelow(lines, { head: `${indent}-`, indent, value: item });
    return;
  }
  pushBlock(lines, indent + STEP, item);
  const line = lines[first];
  if (line !== undefined)
    lines[first] = { ...line, head: `${indent}- ${line.head.slice(indent.length + STEP.length)}` };
}

interface Place {
  readonly head: string;
  readonly indent: string;
  readonly value: Value;
}

function pushBelow(lines: YamlLine[], place: Place): void {
  const { head, indent, value } = place;
  if (!isBlock(value)) {
    pushLeaf(lines, place);
    return;
  }
  lines.push({ head, tail: value.kind === "set" ? " !!set" : "", ...(hopOf(value) !== undefined && { value }) });
  pushBlock(lines, indent + STEP, value);
}

function pushLeaf(lines: YamlLine[], { head, indent, value }: Place): void {
  const text = value.kind === "scalar" && value.type === "text" ? String(value.data) : "";
  const [header, ...body] = literalBlock(text) ?? [];
  if (header === undefined) {
    lines.push({ head, tail: ` ${leafText(value)}`, value });
    return;
  }
  lines.push({ head, tail: ` ${header}`, value });
  for (const line of body) lines.push({ head: "", tail: line === "" ? "" : `${indent}${STEP}${line}` });
}

function leafText(value: Value): string {
  switch (value.kind) {
    case "scalar":
      return scalarYaml(value);
    case "template":
      return textYaml(value.text);
    case "list":
      return "[]";
    case "map":
      return "{}";
    case "set":
      return "!!set {}";
  }
}
