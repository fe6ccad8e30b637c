import { displayWidth, terminalSafeLines } from "../../base/terminal-text.ts";
import { valueJson } from "../../encoding/json.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { exactPlace, isMap, sortedItems, textValue, type Value } from "../../model/values/value.ts";
import { keyedParts, withParts } from "../../model/values/value-at.ts";
import { largest } from "../text/fit.ts";
import { counted, plainText, type Row, rowText, type Segment, segment } from "../text/row.ts";
import { hopOf, scalarYaml, textYaml, type YamlLine, yamlLines } from "./value.ts";

/** A value at its path, and whether to say where its parts are defined. */
export interface ValueView {
  readonly path: ParameterPath;
  readonly value: Value;
  readonly sources: boolean;
  /** The number of levels of keys and items to show; deeper ones are counted. All if absent. */
  readonly levels?: number;
}

/** A value as YAML: a container below the last key of its path, a leaf alone. */
export function yamlRows({ path, value: whole, sources, levels }: ValueView): readonly Row[] {
  const key = path.at(-1);
  const value = levels === undefined ? whole : cutBelow(whole, levels);
  const isLeaf = value.kind === "scalar" || value.kind === "template";
  const lines = key === undefined || isLeaf ? yamlLines(value) : belowKey(key, value);
  return withSources(lines.map(yamlRow), sources ? lines.map((line) => line.value) : []);
}

/** One `path = value` per line; values as JSON. */
export function flatRows({ path, value, sources, levels = Number.POSITIVE_INFINITY }: ValueView): readonly Row[] {
  const leaves = [...leavesOf({ path, value }, levels)];
  const rows = leaves.map((leaf) => {
    const text = sizeText(leaf.value) ?? valueJson(leaf.value);
    return [segment("path", printPath(leaf.path)), plainText(` = ${text}`)];
  });
  return withSources(rows, sources ? leaves.map((leaf) => leaf.value) : []);
}

/**
 * Text without quotes, unchanged unless it is shown to a person (`shown`); for a list or set one item per line.
 * Undefined for other containers.
 */
export function rawText(value: Value, shown: boolean): string | undefined {
  const items = value.kind === "list" ? value.items : value.kind === "set" ? sortedItems(value) : [value];
  const texts = items.map(rawScalar);
  if (!texts.every((text) => text !== undefined)) return undefined;
  return texts
    .map((text) => `${shown ? terminalSafeLines(text).join("\n") : text}${text.endsWith("\n") ? "" : "\n"}`)
    .join("");
}

function belowKey(key: string, value: Value): readonly YamlLine[] {
  const head = `${textYaml(key)}:`;
  const [first, ...rest] = yamlLines(value, 1);
  const isEmpty = first !== undefined && rest.length === 0 && first.head.trim() === "";
  if (isEmpty) return [{ ...first, head, tail: ` ${first.tail.trim()}` }];
  const opening: YamlLine = { head, tail: value.kind === "set" ? " !!set" : "" };
  return [hopOf(value) === undefined ? opening : { ...opening, value }, ...yamlLines(value, 1)];
}

/** The text is already safe: `yamlLines` quotes everything that must not reach a terminal, except tabs. */
function yamlRow({ head, tail }: YamlLine): Row {
  const key = /^(\s*(?:[-?] )*)(.*?)([-:?]?)$/s.exec(head);
  const [indent = "", name = "", bullet = ""] = key?.slice(1) ?? [];
  const parts: readonly Segment[] = [
    { label: "plain", text: indent },
    { label: "key", text: name },
    { label: "plain", text: bullet },
    { label: "value", text: tail },
  ];
  return parts.filter(({ text }) => text !== "");
}

/** Long lines do not move the sources of other lines beyond this column. */
const SOURCE_COLUMN = 60;

function withSources(rows: readonly Row[], values: readonly (Value | undefined)[]): readonly Row[] {
  const widths = rows.map((row, index) => (values[index] === undefined ? 0 : displayWidth(rowText(row))));
  const column = largest(widths.filter((width) => width <= SOURCE_COLUMN));
  return rows.map((row, index) => {
    const value = values[index];
    if (value === undefined) return row;
    const padding = " ".repeat(Math.max(0, column - (widths[index] ?? 0)) + 2);
    return [...row, plainText(padding), segment("source", sourceText(value))];
  });
}

function sourceText(value: Value): string {
  const source = `# ${exactPlace(value.origin)}`;
  const hop = hopOf(value);
  return hop === undefined ? source : `${source}  (from ${hop.reference})`;
}

type Leaf = Pick<ValueView, "path" | "value">;

function* leavesOf({ path, value }: Leaf, levels: number): Iterable<Leaf> {
  const parts = levels > 0 ? keyedParts(value) : [];
  if (parts.length === 0) yield { path, value };
  for (const [key, part] of parts) yield* leavesOf({ path: [...path, key], value: part }, levels - 1);
}

function rawScalar(value: Value): string | undefined {
  if (value.kind === "template") return value.text;
  if (value.kind !== "scalar") return undefined;
  return typeof value.data === "string" ? value.data : scalarYaml(value);
}

/** A value down to some levels; 1 is its own keys or items. Deeper values are counted, empty ones kept. Never fails. */
function cutBelow(value: Value, levels: number): Value {
  const size = sizeText(value);
  if (size === undefined) return value;
  if (levels === 0) return textValue(size, value.origin);
  return withParts(value, (part) => cutBelow(part, levels - 1));
}

/** `(3 keys)` or `(2 items)` for a mapping or list; undefined for a scalar. */
function sizeText(value: Value): string | undefined {
  if (isMap(value)) return value.entries.length === 0 ? undefined : `(${counted(value.entries.length, "key")})`;
  return value.kind === "list" && value.items.length > 0 ? `(${counted(value.items.length, "item")})` : undefined;
}
