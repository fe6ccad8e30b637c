import { kept } from "../../speed/kept.ts";
import type { Span } from "./origin.ts";
import type { Query, QueryFault } from "./query.ts";

/**
 * A value with its origin. Values are immutable: one object may be part of many nodes and many snapshots.
 *
 * Definitions hold all five kinds; a resolved tree holds no templates. `data` in a scalar of type `date`, `datetime`
 * or `binary` is what Python prints for it (base64 for `binary`), since types are those of PyYAML (YAML 1.1).
 */
export type Value = ScalarValue | TemplateValue | ListValue | MapValue | SetValue;

export type ScalarType = "text" | "int" | "float" | "bool" | "null" | "date" | "datetime" | "binary";

export interface ScalarValue {
  readonly kind: "scalar";
  readonly type: ScalarType;
  /**
   * text, date, datetime, binary: string. int: number, or bigint beyond 2^53. float: number. bool: boolean. null: null.
   */
  readonly data: string | number | bigint | boolean | null;
  readonly origin: Span;
  /** Set on a resolved value that a reference brought in; `origin` is then the place of the reference. */
  readonly via?: Hop;
  /** It replaces a secret; see `masked`. */
  readonly secret?: true;
}

/** One step through a reference: its text as written, and the place of its target. */
export interface Hop {
  readonly reference: string;
  readonly target: Span;
}

/** Text with references or queries, split into its parts. */
export interface TemplateValue {
  readonly kind: "template";
  readonly text: string;
  readonly parts: readonly TemplatePart[];
  readonly origin: Span;
}

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  /** `${...}`: the path is text and further references. */
  | { readonly kind: "reference"; readonly path: readonly TemplatePart[]; readonly source: string }
  /** `$[...]`: an inventory query. */
  | { readonly kind: "query"; readonly query: Query; readonly source: string }
  /** The text could not be split; `fault` says why. Always the only part. */
  | { readonly kind: "fault"; readonly code: QueryFault["code"] | "reference-limit"; readonly fault: string };

export interface ListValue {
  readonly kind: "list";
  readonly items: readonly Value[];
  readonly origin: Span;
  readonly via?: Hop;
  /** It holds no template and no key with a prefix, so the merge uses it as it is. */
  readonly plain: boolean;
  /** A pair of `!!omap` or `!!pairs`: Python prints it with round brackets. */
  readonly tuple?: true;
  /** A list of names: each is its own key in paths. */
  readonly names?: true;
}

export interface MapValue {
  readonly kind: "map";
  readonly entries: readonly MapEntry[];
  readonly origin: Span;
  readonly via?: Hop;
  /** As in {@link ListValue}. */
  readonly plain: boolean;
}

export interface MapEntry {
  /** The key as Python's `str` prints it. */
  readonly key: string;
  /** The key as written, with its own type and place. */
  readonly keyNode: ScalarValue;
  readonly value: Value;
}

/** A `!!set`: items in the order written. It is merged like a scalar. */
export interface SetValue {
  readonly kind: "set";
  readonly items: readonly ScalarValue[];
  readonly origin: Span;
  readonly via?: Hop;
}

const indexOf = kept("shared", ({ entries }: MapValue) => new Map(entries.map((entry) => [entry.key, entry])));
const SMALL = 8;

/** The entry of a mapping for a text key, or undefined. Of entries with equal text the last counts. */
export function entryOf(map: MapValue, key: string): MapEntry | undefined {
  const { entries } = map;
  if (entries.length <= SMALL) {
    // A loop takes a third of the time of a search with a function, for what is called most of all.
    for (let at = entries.length - 1; at >= 0; at -= 1) if (entries[at]?.key === key) return entries[at];
    return undefined;
  }
  return indexOf(map).get(key);
}

/** Whether there is a value, and it is a mapping. */
export function isMap(value: Value | undefined): value is MapValue {
  return value?.kind === "map";
}

/** Whether no reference is in a value. */
export function isPlain(value: Value): boolean {
  return value.kind === "list" || value.kind === "map" ? value.plain : value.kind !== "template";
}

/** Whether two values are the same scalar, its type included. */
export function isSameScalar(one: Value, other: Value): boolean {
  return one.kind === "scalar" && other.kind === "scalar" && one.type === other.type && one.data === other.data;
}

/** Whether two values read the same, and only their types differ. */
export function isRetyped(before: Value, after: Value): boolean {
  if (before.kind !== "scalar" || after.kind !== "scalar") return false;
  return before.type !== after.type && String(before.data) === String(after.data);
}

/** Whether a value is null, however it is written. */
export function isNull(value: Value): boolean {
  return value.kind === "scalar" && value.type === "null";
}

/** A null for a missing value. */
export function nullValue(origin: Span): ScalarValue {
  return { kind: "scalar", type: "null", data: null, origin };
}

/** A mapping that heir itself makes; a key is placed where its own place says, else where its value is. */
export function mappingOf(members: readonly (readonly [string, Value, Span?])[], origin: Span): MapValue {
  const entries = members.map(([key, value, place = value.origin]) => ({ key, keyNode: textValue(key, place), value }));
  return { kind: "map", entries, origin, plain: true };
}

/** A text scalar, for keys and values that heir itself adds. */
export function textValue(data: string, origin: Span): ScalarValue {
  return { kind: "scalar", type: "text", data, origin };
}
