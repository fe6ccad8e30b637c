/**
 * Results as plain data: what `--json` prints and what the library returns (docs/reference/json.md). `V` is the type of
 * resolved values: plain data for programs, the value itself until it is printed. Only declarations are imported here.
 */
import type { Place } from "../values/place.ts";

/**
 * A value as plain data. Every call makes new objects: they are the caller's own.
 *
 * | in YAML | here |
 * | --- | --- |
 * | text, boolean, null | itself |
 * | whole number | number; bigint where a number would lose digits (beyond 2^53 - 1) |
 * | number with a fraction | number, also `Infinity`, `-Infinity` and `NaN` |
 * | date, date with time | ISO text: `2024-01-31`, `2024-01-31T10:20:30+00:00` |
 * | binary | base64 text |
 * | list | array |
 * | set | sorted array |
 * | mapping | object without a prototype, so that `__proto__` is a key like any other |
 */
export type PlainValue = string | number | bigint | boolean | null | readonly PlainValue[] | PlainMap;

/** A mapping. Keys are in the order of the inventory, except that JavaScript puts whole numbers first. */
export interface PlainMap {
  readonly [key: string]: PlainValue;
}

/** A value and where it is defined. */
export interface PlacedData<V = PlainValue> {
  readonly value: V;
  readonly place: Place;
}
