import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Report } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { SourceFile, Span } from "../../model/values/origin.ts";
import { type MapEntry, type ScalarValue, textValue, type Value } from "../../model/values/value.ts";
import { joinEntries, listValue, mapValue } from "../yaml/merged-map.ts";
import { plainSyntax } from "../yaml/parse.ts";

/**
 * The value of a JSON file, every part with its place. Comments and trailing commas are errors.
 *
 * Numbers with a point or exponent are floats, all others integers. Undefined after an error: `json-syntax`, or
 * `yaml-limit` for too many levels. A duplicate key is the warning `yaml-duplicate-key`; its last value wins.
 */
export function parseJson(file: SourceFile, report: Report): Value | undefined {
  try {
    const errors: ParseError[] = [];
    const tree = parseTree(file.text, errors, { disallowComments: true, allowTrailingComma: false });
    const [error] = errors;
    if (error !== undefined) reportSyntax(file, error, report);
    else if (tree !== undefined) return read(tree, { file, report, depth: 0 });
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const message = `objects and arrays are nested more than ${DEEPEST} levels deep`;
    report(finding("yaml-limit", { file, start: 0, end: 1 }, message));
  }
  return undefined;
}

const DEEPEST = 200;

interface Reading {
  readonly file: SourceFile;
  readonly report: Report;
  readonly depth: number;
}

function read(node: Node, reading: Reading): Value {
  if (reading.depth > DEEPEST) throw new RangeError();
  const origin = spanOf(node, reading.file);
  const inner = { ...reading, depth: reading.depth + 1 };
  const children = node.children ?? [];
  if (node.type === "array")
    return listValue(
      children.map((child) => read(child, inner)),
      origin,
    );
  if (node.type !== "object") return scalar(node, origin);
  const own = children.flatMap((member) => entry(member, inner));
  return mapValue(joinEntries({ own, merged: [] }, reading.report), origin, plainSyntax);
}

function entry({ children: [name, value] = [] }: Node, reading: Reading): MapEntry[] {
  if (name === undefined || value === undefined) return [];
  const key = String(name.value);
  return [{ key, keyNode: textValue(key, spanOf(name, reading.file)), value: read(value, reading) }];
}

function scalar({ type, value }: Node, origin: Span): ScalarValue {
  if (type === "boolean") return { kind: "scalar", type: "bool", data: value === true, origin };
  if (type === "null") return { kind: "scalar", type: "null", data: null, origin };
  return type === "number" ? number(origin) : textValue(String(value), origin);
}

function number(origin: Span): ScalarValue {
  const text = origin.file.text.slice(origin.start, origin.end);
  if (!/^-?\d+$/.test(text)) return { kind: "scalar", type: "float", data: Number(text), origin };
  const whole = BigInt(text);
  const isSafe = Number.isSafeInteger(Number(whole));
  return { kind: "scalar", type: "int", data: isSafe ? Number(whole) : whole, origin };
}

function spanOf({ offset, length }: Node, file: SourceFile): Span {
  return { file, start: offset, end: offset + length };
}

function reportSyntax(file: SourceFile, { error, offset, length }: ParseError, report: Report): void {
  const isEmpty = file.text.trim() === "";
  const fault = isEmpty ? "it is empty" : (faults[printParseErrorCode(error)] ?? "unexpected token");
  const span = { file, start: offset, end: offset + Math.max(1, length) };
  report(finding("json-syntax", span, `the file is not JSON: ${fault}`));
}

/** The errors of the library, in words. */
const faults: Readonly<Record<string, string>> = {
  InvalidSymbol: "this is not a value",
  PropertyNameExpected: "a key in double quotes is expected here",
  ValueExpected: "a value is expected here",
  ColonExpected: "a colon is expected here",
  CommaExpected: "a comma is expected here",
  CloseBraceExpected: "a } is missing",
  CloseBracketExpected: "a ] is missing",
  EndOfFileExpected: "unexpected text after the value",
  InvalidCommentToken: "JSON has no comments",
  UnexpectedEndOfComment: "JSON has no comments",
  UnexpectedEndOfString: "a string is not closed",
  UnexpectedEndOfNumber: "a number is incomplete",
  InvalidUnicode: "\\u needs four hexadecimal digits",
  InvalidEscapeCharacter: "there is no such escape",
  InvalidCharacter: "a control character must be escaped",
};
