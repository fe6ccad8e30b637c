import { pythonRepr } from "../../src/encoding/value-text.ts";
import type { MapValue, ScalarValue, Value } from "../../src/model/values/value.ts";

/** A resolved value in the form in which `capture.py` writes values: with its types and the order of its keys. */
export function typedValue(value: Value): unknown {
  switch (value.kind) {
    case "scalar":
      return typedScalar(value);
    case "template":
      return { $template: value.text };
    case "list": {
      const items = value.items.map(typedValue);
      return value.tuple === true ? { $tuple: items } : items;
    }
    case "map":
      return typedMap(value);
    case "set":
      return { $set: value.items.map(typedScalar).sort(byText) };
  }
}

function typedScalar(scalar: ScalarValue): unknown {
  const { type, data } = scalar;
  if (type === "float") return { $float: pythonRepr(scalar) };
  if (typeof data === "bigint") return { $int: String(data) };
  return type === "date" || type === "datetime" || type === "binary" ? { [`$${type}`]: data } : data;
}

/** JSON objects put keys that look like numbers first; mappings that have such keys, or no text as key, are lists. */
function typedMap({ entries }: MapValue): unknown {
  const isObject = entries.every(({ keyNode }) => keyNode.type === "text" && ORDINARY.test(String(keyNode.data)));
  const pairs = entries.map(({ keyNode, value }) => [typedScalar(keyNode), typedValue(value)] as const);
  return isObject ? Object.fromEntries(pairs) : { $map: pairs };
}

const ORDINARY = /^(?:[^$0-9_]|_[^_])/s;

function byText(left: unknown, right: unknown): number {
  return JSON.stringify(left) < JSON.stringify(right) ? -1 : 1;
}

/** Where two typed values first differ, as a path with both; undefined when they do not. Order of keys counts. */
export function firstDifference(want: unknown, got: unknown, path: string): string | undefined {
  if (isObject(want) && isObject(got)) {
    const [wanted, found] = [Object.keys(want), Object.keys(got)];
    if (JSON.stringify(wanted) !== JSON.stringify(found)) return told(path, wanted, found);
    return firstOf(wanted, (key) => firstDifference(want[key], got[key], `${path}:${key}`));
  }
  if (Array.isArray(want) && Array.isArray(got) && want.length === got.length) {
    return firstOf([...want.keys()], (at) => firstDifference(want[at], got[at], `${path}:${at}`));
  }
  return JSON.stringify(want) === JSON.stringify(got) ? undefined : told(path, want, got);
}

function firstOf<T>(items: readonly T[], find: (item: T) => string | undefined): string | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function told(path: string, want: unknown, got: unknown): string {
  return `${path}: want ${short(want)}, got ${short(got)}`;
}

function short(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > 200 ? `${text.slice(0, 200)}...` : text;
}
