/** Results as JSON for other processes and files: keeps shared objects, maps, sets, all numbers, but no functions. */
import { InvariantError } from "../model/findings/failure.ts";
import type { SourceFile } from "../model/values/value.ts";

/** A number, a text, a truth value or null as they are; anything else by its index in the rows. */
type Reference = string | number | boolean | null | readonly [number];

/** What an object is, and its parts: of a map and an object, a name and its value in turns. */
type Row = readonly [kind: keyof typeof MADE, parts: readonly Reference[]];

/** A result in the form of JSON: the last row is the whole. */
export type Packed = readonly Row[];

/** What is kept about files: where their lines end and how long they are, or their texts, or no more than which they are. */
type OfFiles = "places" | "texts" | "names";

/** A result as rows. Never fails. */
export function packed(result: unknown, ofFiles: OfFiles = "places"): Packed {
  const rows: Row[] = [];
  const known = new Map<object, readonly [number]>();
  const row = (kind: Row[0], parts: Iterable<unknown>): readonly [number] => {
    const references = Array.from(parts, reference);
    return [rows.push([kind, references]) - 1];
  };
  const made = (value: object): readonly [number] => {
    if (Array.isArray(value)) return row("list", value);
    if (value instanceof Set) return row("set", value);
    if (value instanceof Map) return row("map", [...value].flat(1));
    const members = isFile(value) ? fileMembers(value, ofFiles) : Object.entries(value);
    return row("object", members.filter(([, member]) => member !== undefined && typeof member !== "function").flat(1));
  };
  const reference = (value: unknown): Reference => {
    if (typeof value === "bigint") return row("bigint", [String(value)]);
    if (typeof value === "string" || typeof value === "boolean") return value;
    if (Object.is(value, -0)) return row("number", ["-0"]);
    if (typeof value === "number") return Number.isFinite(value) ? value : row("number", [String(value)]);
    if (typeof value !== "object" || value === null) return null;
    const at = known.get(value) ?? made(value);
    known.set(value, at);
    return at;
  };
  row("list", [result]);
  return rows;
}

/** The result of {@link packed} by this very build; `known` files of this process take the place of equal ones. */
export function unpacked<Result>(rows: Packed, known: Iterable<SourceFile> = []): Result {
  const files = new Map(Array.from(known, (file) => [`${file.path}\0${file.blob}`, file]));
  const values: unknown[] = [];
  for (const [kind, parts] of rows) {
    const value = MADE[kind](parts.map((part) => (Array.isArray(part) ? values[part[0]] : part)));
    const own = isFile(value) ? files.get(`${value.path}\0${value.blob}`) : undefined;
    values.push(own ?? value);
  }
  const whole = values.at(-1);
  if (!Array.isArray(whole)) throw new InvariantError("nothing is packed");
  return whole[0];
}

const MADE = {
  list: (parts: readonly unknown[]): unknown => parts,
  set: (parts: readonly unknown[]): unknown => new Set(parts),
  map: (parts: readonly unknown[]): unknown => new Map(pairs(parts)),
  object: (parts: readonly unknown[]): unknown => Object.fromEntries(pairs(parts)),
  bigint: ([text]: readonly unknown[]): unknown => BigInt(String(text)),
  number: ([text]: readonly unknown[]): unknown => Number(text),
};

function pairs(parts: readonly unknown[]): readonly (readonly [unknown, unknown])[] {
  return parts.flatMap((part, at) => (at % 2 === 0 ? [[part, parts[at + 1]] as const] : []));
}

function isFile(value: unknown): value is SourceFile {
  return typeof value === "object" && value !== null && "path" in value && "blob" in value && "text" in value;
}

/** The members of a file; for its places, spaces stand for all characters of its text. */
function fileMembers(file: SourceFile, ofFiles: OfFiles): readonly (readonly [string, unknown])[] {
  const { path, blob } = file;
  if (ofFiles === "names") return Object.entries({ path, blob, text: "" });
  if (ofFiles === "texts") return Object.entries({ path, blob, text: file.text, hidden: file.hidden });
  const text = file.text.replace(/[\ud800-\udbff][\udc00-\udfff]|[^\n]/g, spaces);
  return Object.entries({ path, blob, text });
}

function spaces(character: string): string {
  return character.length === 1 ? " " : "\u{10000}";
}
