import type {
  ListValue,
  MapEntry,
  MapValue,
  ScalarType,
  ScalarValue,
  SetValue,
  SourceFile,
  Span,
  Value,
} from "../../src/model/values/value.ts";

/** Plain data: numbers that are whole become ints, others floats; use {@link float} for `1.0`. */
export type Plain =
  | string
  | number
  | bigint
  | boolean
  | null
  | Typed
  | Entries
  | readonly Plain[]
  | { readonly [key: string]: Plain | undefined };

/** A scalar whose type plain data cannot say. */
export class Typed {
  readonly type: ScalarType | "set";
  readonly data: string | number | boolean | null | readonly Plain[];

  constructor(type: ScalarType | "set", data: string | number | boolean | null | readonly Plain[]) {
    this.type = type;
    this.data = data;
  }
}

/** A mapping whose keys are not all text. */
export class Entries {
  readonly pairs: readonly (readonly [Plain, Plain])[];

  constructor(pairs: readonly (readonly [Plain, Plain])[]) {
    this.pairs = pairs;
  }
}

export const float = (data: number): Typed => new Typed("float", data);
export const typed = (type: ScalarType, data: string): Typed => new Typed(type, data);
export const setOf = (...items: readonly Plain[]): Typed => new Typed("set", items);
export const entries = (...pairs: readonly (readonly [Plain, Plain])[]): Entries => new Entries(pairs);

const LINES = 200;
const files = new Map<string, SourceFile>();

/** A file of many empty-looking lines, so that a span can lie on any of them. */
function sourceFile(path: string, blob: string = path): SourceFile {
  const id = `${path}\0${blob}`;
  const known = files.get(id) ?? { path, blob, text: "...................\n".repeat(LINES) };
  files.set(id, known);
  return known;
}

/** The place `file.yml`, `file.yml:7` or `file.yml:7:13`. */
export function at(place: string): Span {
  const [path = "", line = "1", column = "1"] = place.split(":");
  const start = (Number(line) - 1) * 20 + Number(column) - 1;
  return { file: sourceFile(path), start, end: start + 1 };
}

/** Builds a value, every part of it defined at `place` (`file.yml`, `file.yml:7`). */
export function value(place: string, data: Readonly<Record<string, Plain>>): MapValue;
export function value(place: string, data: readonly Plain[]): ListValue;
export function value(place: string, data: string | number | bigint | boolean | null): ScalarValue;
export function value(place: string, data: Plain): Value;
export function value(place: string, data: Plain): Value {
  return build(at(place), data);
}

function build(origin: Span, data: Plain): Value {
  if (data instanceof Typed) return buildTyped(origin, data);
  if (data instanceof Entries) return mapOf(origin, data.pairs);
  if (isList(data)) return { kind: "list", items: data.map((item) => build(origin, item)), origin, plain: true };
  if (typeof data === "object" && data !== null) {
    const pairs = Object.entries(data).flatMap(([key, item]) => (item === undefined ? [] : [[key, item] as const]));
    return mapOf(origin, pairs);
  }
  return { kind: "scalar", type: typeOf(data), data, origin };
}

function buildTyped(origin: Span, { type, data }: Typed): ScalarValue | SetValue {
  if (type === "set" && isList(data)) {
    const items = data.map((item) => build(origin, item)).filter((item) => item.kind === "scalar");
    return { kind: "set", items, origin };
  }
  if (type === "set" || isList(data)) throw new TypeError("a set holds a list, anything else does not");
  return { kind: "scalar", type, data, origin };
}

function mapOf(origin: Span, pairs: readonly (readonly [Plain, Plain])[]): MapValue {
  const built = pairs.map(([key, item]): MapEntry => {
    const keyNode = build(origin, key);
    if (keyNode.kind !== "scalar") throw new TypeError("a key is a scalar");
    return { key: pythonText(keyNode), keyNode, value: build(origin, item) };
  });
  return { kind: "map", entries: built, origin, plain: true };
}

function pythonText(scalar: ScalarValue): string {
  if (scalar.data === null) return "None";
  if (typeof scalar.data === "boolean") return scalar.data ? "True" : "False";
  return scalar.type === "float" && Number.isInteger(scalar.data) ? `${String(scalar.data)}.0` : String(scalar.data);
}

function typeOf(data: string | number | bigint | boolean | null): ScalarType {
  if (data === null) return "null";
  if (typeof data === "string") return "text";
  if (typeof data === "boolean") return "bool";
  return typeof data === "bigint" || Number.isInteger(data) ? "int" : "float";
}

function isList(data: unknown): data is readonly Plain[] {
  return Array.isArray(data);
}

/** A value as plain data again; floats that are whole, dates and sets come back as {@link Typed}. */
export function plain(given: Value): Plain {
  switch (given.kind) {
    case "scalar":
      return plainScalar(given);
    case "template":
      return given.text;
    case "list":
      return given.items.map(plain);
    case "set":
      return new Typed("set", given.items.map(plain));
    case "map":
      if (given.entries.every((entry) => entry.keyNode.type === "text")) {
        return Object.fromEntries(given.entries.map((entry) => [entry.key, plain(entry.value)]));
      }
      return new Entries(given.entries.map((entry) => [plainScalar(entry.keyNode), plain(entry.value)]));
  }
}

function plainScalar(scalar: ScalarValue): Plain {
  const { data, type } = scalar;
  if (type === "int" || type === "text" || type === "bool" || type === "null" || typeof data === "bigint") return data;
  return type === "float" && !Number.isInteger(data) ? data : new Typed(type, data);
}
