import type { MapEntry, Value } from "../../model/values/value.ts";
import { scalarYaml } from "../../report/values/yaml-scalar.ts";
import { stepped } from "./lines.ts";
import type { NewValue } from "./new-value.ts";

/** Where a value is written. */
export interface ValuePlace {
  /** Inside brackets. */
  readonly flow: boolean;
  /** The quotes of the text that is there now. */
  readonly quotes?: "single" | "double" | undefined;
  /** The column of the key. */
  readonly column: number;
  /** The indentation of lines below the key. */
  readonly indent: number;
  readonly newline: string;
}

/**
 * The ways to write a value behind the colon of its key, beginning with the space; the best first. Not every one fits every
 * file: the text with it is read again.
 */
export function valueTexts(value: NewValue, place: ValuePlace): readonly string[] {
  const { text, source, isBlock, lines: [first, ...more] = [] } = value;
  if (first !== undefined && !place.flow) return [[first, ...stepped(more, place.column)].join(place.newline)];
  const texts: string[] = [];
  if (text !== undefined && place.quotes !== undefined) texts.push(inQuotes(text, place.quotes));
  if (!isBlock) texts.push(source);
  if (text !== undefined) texts.push(inQuotes(text, "single"), inQuotes(text, "double"));
  const behind = [...new Set(texts)].map((each) => ` ${each}`);
  if (!isBlock) return behind;
  if (!place.flow) return [blockText(value, place), ...behind];
  const flow = flowText(value.value);
  return flow === undefined ? behind : [` ${flow}`, ...behind];
}

function inQuotes(text: string, quotes: "single" | "double"): string {
  return quotes === "double" || /[\n\r]/.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", "''")}'`;
}

/** Lines below the key; what begins with `|`, `>`, a quote or a bracket begins behind it. */
function blockText({ source }: NewValue, { indent, newline }: ValuePlace): string {
  const lines = source.split(/\r?\n/);
  const [first = "", ...more] = lines;
  if (/^[|>"'[{]/.test(first)) return [` ${first}`, ...stepped(more, indent)].join(newline);
  return ["", ...stepped(lines, indent)].join(newline);
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
