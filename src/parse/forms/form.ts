import { similar } from "../../base/similar.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { NameMention } from "../../model/inventory/mention.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import { entryOf, type MapEntry, type MapValue, type Value } from "../../model/values/value.ts";

/** A mapping of which every key is known: what it is called in messages, its keys, and where its faults go. */
export interface Form {
  readonly file: SourceFile;
  readonly what: string;
  readonly keys: readonly string[];
  readonly report: Report;
}

/**
 * A value as a mapping of known keys. Nothing and null are an empty mapping; what is no mapping is reported as
 * `bad-value` and empty too; a key that is not known is the error `unknown-key`, with the nearest known one as hint.
 */
export function readForm(value: Value | undefined, { file, what, keys, report }: Form): MapValue {
  const map = mappingOr(value, { file, what, report });
  for (const entry of map.entries) if (!keys.includes(entry.key)) reportUnknownKey(entry, { what, keys, report });
  return map;
}

/** A value as a mapping of any keys: nothing and null are an empty one, anything else that is none a `bad-value`. */
export function mappingOr(value: Value | undefined, { file, what, report }: Omit<Form, "keys">): MapValue {
  if (value?.kind === "map") return value;
  if (value !== undefined && !isNull(value)) reportBadValue(value, `${what} must be a mapping`, report);
  return { kind: "map", entries: [], origin: { file, start: 0, end: 0 }, plain: true };
}

/** The value under a key; null counts as absent. */
export function given(map: MapValue, key: string): Value | undefined {
  const value = entryOf(map, key)?.value;
  return value === undefined || isNull(value) ? undefined : value;
}

/** The text under a key; undefined where there is none, and where it is not text, which is reported. */
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

/** The truth value under a key; undefined where there is none, and where it is something else, which is reported. */
export function booleanOf(map: MapValue, key: string, report: Report): boolean | undefined {
  const value = given(map, key);
  if (value === undefined) return undefined;
  if (value.kind === "scalar" && typeof value.data === "boolean") return value.data;
  reportBadValue(value, `${key} must be true or false`, report);
  return undefined;
}

/** The items of the list under a key; none where there is no list, which is reported unless nothing is there. */
export function listOf(map: MapValue, key: string, report: Report): readonly Value[] {
  const value = given(map, key);
  if (value?.kind === "list") return value.items;
  if (value !== undefined) reportBadValue(value, `${key} must be a list`, report);
  return [];
}

/** A list of ids or names under a key. Entries that are no text, or empty, are reported and left out. */
export function idList(map: MapValue, key: string, report: Report): NameMention[] {
  return idsIn(listOf(map, key, report), key, report);
}

/** A list of ids of which each may begin with `~`: the id is then one to remove. Faults as in {@link idList}. */
export function removableIds(map: MapValue, key: string, report: Report): NameMention[] {
  return idList(map, key, report).flatMap((mention) => {
    if (!mention.name.startsWith("~")) return [mention];
    const name = mention.name.slice(1);
    if (name !== "") return [{ ...mention, name, remove: true }];
    reportBadValue(mention, `an entry of ${key} has no name behind its ~`, report);
    return [];
  });
}

/** The ids that these values are; as {@link idList} does it for the list under a key. */
export function idsIn(items: readonly Value[], key: string, report: Report): NameMention[] {
  return items.flatMap((item) => {
    const name = textIn(item);
    if (name !== undefined && name !== "") return [{ name, remove: false, origin: item.origin }];
    reportBadValue(item, `an entry of ${key} must be ${name === undefined ? "text" : "a name"}`, report);
    return [];
  });
}

/** The text that a value is, or undefined. */
export function textIn(value: Value): string | undefined {
  return value.kind === "scalar" && value.type === "text" ? String(value.data) : undefined;
}

/** A value of the wrong type or outside its bounds. */
export function reportBadValue({ origin }: Pick<Value, "origin">, message: string, report: Report): void {
  report(finding("bad-value", origin, message));
}

function isNull(value: Value): boolean {
  return value.kind === "scalar" && value.type === "null";
}

function reportUnknownKey({ key, keyNode }: MapEntry, { what, keys, report }: Omit<Form, "file">): void {
  const [near] = similar(key, keys);
  report(
    finding("unknown-key", keyNode.origin, `"${key}" is not a key of ${what}`, {
      as: "error",
      hint: near === undefined ? `keys are ${keys.join(", ")}` : `did you mean "${near}"?`,
    }),
  );
}
