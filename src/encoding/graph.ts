/**
 * Results as JSON, for another process: objects that several parts share stay shared, maps, sets and numbers of any size
 * are kept, and of files only what places need. Functions and undefined members are left out.
 */

import type { SourceFile } from "../model/values/origin.ts";

/** A number, a text, a truth value or null as they are; anything else by its index in the table. */
type Reference = string | number | boolean | null | readonly [number];

type Row =
  | { readonly kind: "object"; readonly members: readonly (readonly [string, Reference])[] }
  | { readonly kind: "list" | "set"; readonly items: readonly Reference[] }
  | { readonly kind: "map"; readonly entries: readonly (readonly [Reference, Reference])[] }
  | { readonly kind: "file"; readonly path: string; readonly blob: string; readonly lines: readonly Line[] }
  | ({ readonly kind: "text" } & Pick<SourceFile, "path" | "blob" | "text" | "hidden">)
  /** A number that JSON does not have. */
  | { readonly kind: "bigint" | "number"; readonly text: string };

/** The length of a line, and where in it characters of two units are. */
type Line = number | readonly number[];

/** A result in the form of JSON. */
export interface Graph {
  readonly table: readonly Row[];
  readonly root: Reference;
}

/** What of files is kept: where their lines end, or their texts. */
type OfFiles = "places" | "texts";

/** Makes a graph of a result. Never fails. */
export function graphOf(result: unknown, ofFiles: OfFiles = "places"): Graph {
  const writer = new GraphWriter(ofFiles);
  const root = writer.reference(result);
  return { table: writer.table, root };
}

/** The result of a graph that {@link graphOf} made; files without texts have lines of the same lengths. */
export function resultOf({ table, root }: Graph): unknown {
  return new GraphReader(table).value(root);
}

class GraphWriter {
  readonly table: Row[] = [];
  private readonly known = new Map<object, readonly [number]>();
  private readonly ofFiles: OfFiles;

  constructor(ofFiles: OfFiles) {
    this.ofFiles = ofFiles;
  }

  reference(value: unknown): Reference {
    switch (typeof value) {
      case "string":
      case "boolean":
        return value;
      case "bigint":
        return this.add({ kind: "bigint", text: String(value) });
      case "number":
        if (Number.isFinite(value) && !Object.is(value, -0)) return value;
        return this.add({ kind: "number", text: Object.is(value, -0) ? "-0" : String(value) });
      case "object":
        return value === null ? null : this.object(value);
      default:
        return null;
    }
  }

  private object(value: object): Reference {
    const known = this.known.get(value);
    if (known !== undefined) return known;
    const row = this.rowOf(value);
    const reference = this.add(row);
    this.known.set(value, reference);
    return reference;
  }

  private rowOf(value: object): Row {
    const all = (items: Iterable<unknown>): readonly Reference[] => Array.from(items, (item) => this.reference(item));
    if (Array.isArray(value)) return { kind: "list", items: all(value) };
    if (value instanceof Set) return { kind: "set", items: all(value) };
    if (value instanceof Map) {
      return { kind: "map", entries: Array.from(value, ([key, item]) => [this.reference(key), this.reference(item)]) };
    }
    if (isFile(value)) return this.file(value);
    const members = Object.entries(value).filter(([, member]) => member !== undefined && typeof member !== "function");
    return { kind: "object", members: members.map(([name, member]) => [name, this.reference(member)]) };
  }

  private file({ path, blob, text, hidden }: SourceFile): Row {
    if (this.ofFiles === "places") return { kind: "file", path, blob, lines: linesOf(text) };
    return { kind: "text", path, blob, text, ...(hidden && { hidden }) };
  }

  private add(row: Row): readonly [number] {
    this.table.push(row);
    return [this.table.length - 1];
  }
}

function isFile(value: object): value is SourceFile {
  return "path" in value && "blob" in value && "text" in value;
}

class GraphReader {
  private readonly known: unknown[] = [];
  private readonly table: readonly Row[];

  constructor(table: readonly Row[]) {
    this.table = table;
  }

  value(reference: Reference): unknown {
    if (typeof reference !== "object" || reference === null) return reference;
    const [index] = reference;
    this.known[index] ??= this.made(this.table[index]);
    return this.known[index];
  }

  private made(row: Row | undefined): unknown {
    switch (row?.kind) {
      case undefined:
        return undefined;
      case "object":
        return Object.fromEntries(row.members.map(([name, member]) => [name, this.value(member)]));
      case "list":
        return row.items.map((item) => this.value(item));
      case "set":
        return new Set(row.items.map((item) => this.value(item)));
      case "map":
        return new Map(row.entries.map(([key, item]) => [this.value(key), this.value(item)]));
      case "file":
        return { path: row.path, blob: row.blob, text: textOf(row.lines) } satisfies SourceFile;
      case "text": {
        const { kind: _, ...file } = row;
        return file satisfies SourceFile;
      }
      case "bigint":
        return BigInt(row.text);
      case "number":
        return Number(row.text);
    }
  }
}

function linesOf(text: string): readonly Line[] {
  return text.split("\n").map((line): Line => {
    const pairs = [...line.matchAll(/[\ud800-\udbff][\udc00-\udfff]/g)].map(({ index }) => index);
    return pairs.length === 0 ? line.length : [line.length, ...pairs];
  });
}

const PAIR = "\u{10000}";

function textOf(lines: readonly Line[]): string {
  return lines.map(lineText).join("\n");
}

function lineText(line: Line): string {
  if (typeof line === "number") return " ".repeat(line);
  const [length = 0, ...pairs] = line;
  let text = "";
  for (const at of pairs) text = `${text.padEnd(at)}${PAIR}`;
  return text.padEnd(length);
}
