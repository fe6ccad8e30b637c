import { trimmed } from "../../base/text-order.ts";
import { type Diagnostic, finding, type Report } from "../../model/findings/diagnostic.ts";
import type { TextSyntax } from "../../model/inventory/definition.ts";
import {
  isPlain,
  type ListValue,
  type MapEntry,
  type MapValue,
  type ScalarValue,
  type SetValue,
  SharedEntry,
  type Span,
  type Value,
} from "../../model/values/value.ts";
import { excerpt } from "./fault.ts";
import type { ScalarToken } from "./token.ts";

/** The parts of a mapping in the order written: its own entries, and those that `<<` merges in. */
export interface MapParts {
  readonly own: readonly MapEntry[];
  /** Weakest first. */
  readonly merged: readonly MapEntry[];
}

/**
 * Joins the parts of a mapping as PyYAML does: merged entries come first, own keys win, a key keeps its first position
 * and its last value. Reports `yaml-duplicate-key`. `1`, `1.0` and `true`, one key in Python, stay three.
 */
export function joinEntries({ own, merged }: MapParts, report: Report): readonly MapEntry[] {
  const unique = uniqueEntries(own, report);
  return merged.length === 0 ? unique : uniqueEntries([...merged, ...unique]);
}

/** A mapping of these entries. */
export function mapValue(entries: readonly MapEntry[], origin: Span, syntax: TextSyntax): MapValue {
  const plain = entries.every(
    ({ key, keyNode, value }) => keyNode.type === "text" && isPlain(value) && syntax.plainKey(key),
  );
  return { kind: "map", entries: trimmed(entries), origin, plain };
}

/** A list of these items. */
export function listValue(items: readonly Value[], origin: Span): ListValue {
  return { kind: "list", items: trimmed(items), origin, plain: items.every(isPlain) };
}

/** The keys of a mapping with the tag `!!set`. */
export function setValue(entries: readonly MapEntry[], origin: Span): SetValue {
  return { kind: "set", items: entries.map((entry) => entry.keyNode), origin };
}

const MERGE_TAG = "tag:yaml.org,2002:merge";

/** Whether a key is `<<`, which merges other mappings in. */
export function isMerge({ tag, source, type }: ScalarToken): boolean {
  return tag === MERGE_TAG || (source === "<<" && type === "PLAIN" && (tag === undefined || tag === "!"));
}

/** The entries that `<<` merges in, weakest first; undefined if its value is not a mapping or a list of mappings. */
export function mergedEntries(value: Value): readonly MapEntry[] | undefined {
  if (value.kind === "map") return value.entries;
  if (value.kind !== "list" || !value.items.every((item) => item.kind === "map")) return undefined;
  return value.items.toReversed().flatMap((item) => item.entries);
}

function uniqueEntries(entries: readonly MapEntry[], report?: Report): readonly MapEntry[] {
  if (entries.length < 2) return entries;
  const unique: MapEntry[] = [];
  const places = new Map<string, number>();
  for (const entry of entries) {
    const identity = identityOf(entry.keyNode);
    const place = places.get(identity);
    const first = place === undefined ? undefined : unique[place];
    if (place === undefined || first === undefined) {
      places.set(identity, unique.length);
      unique.push(entry);
    } else {
      report?.(duplicateKey(first, entry));
      const keyNode = { ...first.keyNode, origin: entry.keyNode.origin };
      unique[place] = new SharedEntry(first.key, keyNode, entry.value);
    }
  }
  return unique;
}

/** The same for keys of one type that are equal in Python. */
function identityOf({ type, data }: ScalarValue): string {
  if (type === "text" && typeof data === "string" && !data.startsWith("\0")) return data;
  return `\0${type} ${data}`;
}

function duplicateKey(first: MapEntry, second: MapEntry): Diagnostic {
  const related = [{ span: first.keyNode.origin, caption: "this value is ignored" }];
  const message = `duplicate key "${excerpt(second.key)}"; the last value wins`;
  const hint = "delete or rename one of them";
  return finding("yaml-duplicate-key", second.keyNode.origin, message, { related, hint });
}
