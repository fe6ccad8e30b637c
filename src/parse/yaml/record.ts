import { pythonStr } from "../../encoding/value-text.ts";
import type { TextSyntax } from "../../model/inventory/definition.ts";
import type { MapEntry, ScalarType, ScalarValue, SourceFile, Span, Value } from "../../model/values/value.ts";
import { SharedEntry } from "../../model/values/value.ts";
import { listValue, mapValue } from "./merged-map.ts";

/*
 * The value of a file as text for the cache. It does not depend on settings: texts are split into templates when the
 * record is read, as they are when the file itself is parsed.
 *
 * A record is [parts, spans]. Text, integers, booleans and null are parts as they are; a list begins with its kind (see
 * below). Spans are in the order of the parts: the distance from the last start, and the length.
 */

const MAP = 0;
const LIST = 1;
/** Any other scalar: its type and its data as text. */
const SCALAR = 2;
/** An alias, as the index of its value among the parts that aliases can repeat. */
const AGAIN = 3;

type Part = string | number | boolean | null | readonly Part[];
/** Longer texts are written once, however many aliases repeat them. */
const SHORT = 64;

/** Far more than any file written by hand needs. */
const LONGEST = 16 * 1024 * 1024;

const EMPTY = "[]";

/** The record of a value; undefined for sets, pairs, and texts not in parsed order (`texts`), as of a duplicate key. */
export function packYaml(value: Value | undefined, texts: readonly number[]): string | undefined {
  if (value === undefined) return texts.length === 0 ? EMPTY : undefined;
  const packer = new Packer(texts);
  const part = packer.value(value);
  if (part === undefined || !packer.isComplete()) return undefined;
  const record = JSON.stringify([part, packer.spans]);
  return record.length > LONGEST ? undefined : record;
}

/** The value in a record, as `parseYaml` returns it. */
export function unpackYaml(record: string, file: SourceFile, syntax: TextSyntax): Value | undefined {
  if (record === EMPTY) return undefined;
  const [part, spans]: readonly [Part, readonly number[]] = JSON.parse(record);
  return new Unpacker(file, syntax, spans).value(part);
}

class Packer {
  readonly spans: number[] = [];
  private readonly again = new Map<Value, number>();
  private start = 0;
  private met = 0;
  private readonly texts: readonly number[];

  constructor(texts: readonly number[]) {
    this.texts = texts;
  }

  /** Whether all texts were seen. */
  isComplete(): boolean {
    return this.met === this.texts.length;
  }

  value(value: Value): Part | undefined {
    const known = this.again.get(value);
    if (known !== undefined) return [AGAIN, known];
    switch (value.kind) {
      case "template":
        return this.text(value, value.text);
      case "scalar":
        return value.type === "text" ? this.text(value, String(value.data)) : this.scalar(value);
      case "list":
        return value.tuple ? undefined : this.collection(value, [LIST], value.items);
      case "map":
        return this.collection(value, [MAP], value.entries);
      case "set":
        return undefined;
    }
  }

  private text(value: Value, text: string): Part | undefined {
    if (this.texts[this.met] !== value.origin.start) return undefined;
    this.met += 1;
    this.span(value.origin);
    if (text.length > SHORT) this.repeatable(value);
    return text;
  }

  private scalar({ type, data, origin }: ScalarValue): Part {
    this.span(origin);
    if (typeof data === "boolean" || data === null) return data;
    if (type === "text") return String(data);
    if (type === "int" && typeof data === "number") return data;
    return [SCALAR, type, Object.is(data, -0) ? "-0" : String(data)];
  }

  private collection(value: Value, parts: Part[], items: readonly (Value | MapEntry)[]): Part | undefined {
    this.span(value.origin);
    for (const item of items) {
      if ("keyNode" in item) parts.push(this.scalar(item.keyNode));
      const part = this.value("keyNode" in item ? item.value : item);
      if (part === undefined) return undefined;
      parts.push(part);
    }
    this.repeatable(value);
    return parts;
  }

  private repeatable(value: Value): void {
    this.again.set(value, this.again.size);
  }

  private span({ start, end }: Span): void {
    this.spans.push(start - this.start, end - start);
    this.start = start;
  }
}

class Unpacker {
  private readonly again: Value[] = [];
  private start = 0;
  private at = 0;
  private readonly file: SourceFile;
  private readonly syntax: TextSyntax;
  private readonly spans: readonly number[];

  constructor(file: SourceFile, syntax: TextSyntax, spans: readonly number[]) {
    this.file = file;
    this.syntax = syntax;
    this.spans = spans;
  }

  value(part: Part): Value {
    if (typeof part === "string") return this.text(part);
    if (!Array.isArray(part)) return this.scalar(part);
    switch (part[0]) {
      case AGAIN:
        return this.again[part[1]] as Value;
      case SCALAR:
        return this.scalar(part);
      case MAP:
        return this.map(part);
      default:
        return this.list(part);
    }
  }

  private text(text: string): Value {
    const value = this.syntax.text(text, this.span());
    if (text.length > SHORT) this.again.push(value);
    return value;
  }

  private map(part: readonly Part[]): Value {
    const origin = this.span();
    const entries: MapEntry[] = [];
    for (let at = 1; at < part.length; at += 2) {
      const keyNode = this.scalar(part[at] as Part);
      entries.push(new SharedEntry(pythonStr(keyNode), keyNode, this.value(part[at + 1] as Part)));
    }
    const value = mapValue(entries, origin, this.syntax);
    this.again.push(value);
    return value;
  }

  private list(part: readonly Part[]): Value {
    const origin = this.span();
    const items: Value[] = [];
    for (const each of part.slice(1)) items.push(this.value(each));
    const value = listValue(items, origin);
    this.again.push(value);
    return value;
  }

  private scalar(part: Part): ScalarValue {
    const origin = this.span();
    if (typeof part === "string") return { kind: "scalar", type: "text", data: part, origin };
    if (typeof part === "number") return { kind: "scalar", type: "int", data: part, origin };
    if (typeof part === "boolean") return { kind: "scalar", type: "bool", data: part, origin };
    if (part === null) return { kind: "scalar", type: "null", data: null, origin };
    const [, type, text] = part as readonly [number, ScalarType, string];
    return { kind: "scalar", type, data: dataOf(type, text), origin };
  }

  private span(): Span {
    this.start += this.spans[this.at] ?? 0;
    const end = this.start + (this.spans[this.at + 1] ?? 0);
    this.at += 2;
    return { file: this.file, start: this.start, end };
  }
}

function dataOf(type: ScalarType, text: string): ScalarValue["data"] {
  if (type === "float") return Number(text);
  return type === "int" ? BigInt(text) : text;
}
