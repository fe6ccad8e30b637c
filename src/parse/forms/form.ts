import type { PatternFault } from "../../base/pattern/python-syntax.ts";
import { inQuotes, nearestHint } from "../../base/similar.ts";
import { type Diagnostic, finding, type Report } from "../../model/findings/diagnostic.ts";
import type { NameMention } from "../../model/inventory/definition.ts";
import type { MapEntry, MapValue, SourceFile, Span, Value } from "../../model/values/value.ts";
import { entryOf, isNull, mappingOf } from "../../model/values/value.ts";

/** A mapping with a fixed set of keys: its name in messages, its keys, and the receiver of its faults. */
export interface ReadForm {
  readonly file: SourceFile;
  readonly what: string;
  readonly keys: readonly string[];
  readonly report: Report;
}

/** A value as a mapping, empty if absent or null. Reports `bad-value` (also empty) and `unknown-key` with a hint. */
export function readForm(value: Value | undefined, { file, what, keys, report }: ReadForm): MapValue {
  const map = mappingOr(value, { file, what, report });
  for (const entry of map.entries) if (!keys.includes(entry.key)) reportUnknownKey(entry, { what, keys, report });
  return map;
}

/** A value as a mapping with any keys, empty if absent or null. Anything else is reported as `bad-value`, and empty. */
export function mappingOr(value: Value | undefined, { file, what, report }: Omit<ReadForm, "keys">): MapValue {
  if (value?.kind === "map") return value;
  if (value !== undefined && !isNull(value)) reportBadValue(value, `${what} must be a mapping`, report);
  return mappingOf([], { file, start: 0, end: 0 });
}

/** The value at a key; null counts as absent. */
export function given(map: MapValue, key: string): Value | undefined {
  const value = entryOf(map, key)?.value;
  return value === undefined || isNull(value) ? undefined : value;
}

/** The text at a key; undefined if it is absent, or not text, which is reported. */
export function textAt(map: MapValue, key: string, report: Report): string | undefined {
  const value = given(map, key);
  const text = value === undefined ? undefined : textIn(value);
  if (value !== undefined && text === undefined) {
    const { file, start, end } = value.origin;
    const hint =
      value.kind === "scalar" ? { hint: `write it in quotes: ${key}: "${file.text.slice(start, end)}"` } : {};
    reportBadValue(value, `${key} must be text`, (diagnostic) => report({ ...diagnostic, ...hint }));
  }
  return text;
}

/** The boolean at a key; undefined if it is absent, or not a boolean, which is reported. */
export function booleanOf(map: MapValue, key: string, report: Report): boolean | undefined {
  const value = given(map, key);
  if (value === undefined) return undefined;
  if (value.kind === "scalar" && typeof value.data === "boolean") return value.data;
  return reportBadValue(value, `${key} must be true or false`, report);
}

/** The items of the list at a key; empty if it is absent, or not a list, which is reported. */
export function listOf(map: MapValue, key: string, report: Report): readonly Value[] {
  const value = given(map, key);
  if (value?.kind === "list") return value.items;
  if (value !== undefined) reportBadValue(value, `${key} must be a list`, report);
  return [];
}

/** The list of ids or names at a key. Entries that are empty or not text are reported and left out. */
export function idList(map: MapValue, key: string, report: Report): NameMention[] {
  return idsIn(listOf(map, key, report), key, report);
}

/** A list of ids that may begin with `~`, which removes the id. Faults as in {@link idList}. */
export function removableIds(map: MapValue, key: string, report: Report): NameMention[] {
  return idList(map, key, report).flatMap((mention) => {
    if (!mention.name.startsWith("~")) return [mention];
    const name = mention.name.slice(1);
    if (name !== "") return [{ ...mention, name, remove: true }];
    return reportBadValue(mention, `an entry of ${key} has no name after ~`, report) ?? [];
  });
}

/** These values as ids, with the faults of {@link idList}. */
export function idsIn(items: readonly Value[], key: string, report: Report): NameMention[] {
  return items.flatMap((item) => {
    const name = textIn(item);
    if (name !== undefined && name !== "") return [{ name, remove: false, origin: item.origin }];
    return reportBadValue(item, `an entry of ${key} must be ${name === undefined ? "text" : "a name"}`, report) ?? [];
  });
}

/** The text of a text scalar, else undefined. */
export function textIn(value: Value): string | undefined {
  return value.kind === "scalar" && value.type === "text" ? String(value.data) : undefined;
}

/** Reports a value with the wrong type or out of bounds, and is what is read of it: nothing. */
export function reportBadValue({ origin }: Pick<Value, "origin">, message: string, report: Report): undefined {
  report(finding("bad-value", origin, message));
  return undefined;
}

/** What is reported through it, and whether an error is among that. */
export class NotedReport {
  hasError = false;
  readonly report: Report;

  constructor(report: Report) {
    this.report = (diagnostic) => {
      this.hasError ||= diagnostic.severity === "error";
      report(diagnostic);
    };
  }
}

function reportUnknownKey({ key, keyNode }: MapEntry, { what, keys, report }: Omit<ReadForm, "file">): void {
  const hint = nearestHint(key, keys, inQuotes) ?? `keys are ${keys.join(", ")}`;
  report(finding("unknown-key", keyNode.origin, `"${key}" is not a key of ${what}`, { as: "error", hint }));
}

/** `regex-unsupported` for a pattern that cannot be matched in linear time, at the place of the pattern. */
export function unsupportedPattern({ part, reason }: PatternFault, origin: Span): Diagnostic {
  const [, hint = "write the pattern without it"] = HINTS.find(([start]) => reason.startsWith(start)) ?? [];
  return finding("regex-unsupported", origin, `the pattern has "${part}": ${reason} is not supported`, { hint });
}

/** What to write instead, by the start of the reason. */
const HINTS: readonly (readonly [string, string])[] = [
  ["look-around", "write what must match as part of the pattern, or list the names"],
  ["a back reference", "write the text again, or one pattern for each text"],
  ["an atomic group", "write (?:...): it takes no longer"],
  ["a possessive", "leave out the second +: it takes no longer"],
  ["a comment", "write the comment beside the pattern"],
  ["a conditional", "write both cases with |"],
  ["a repeat", "write * or +, or a smaller number"],
];
