import { type Node, type ParseError, parseTree, printParseErrorCode } from "jsonc-parser";
import { addTo, compareText } from "../base/text-order.ts";
import { type Diagnostic, finding, type Report } from "../model/findings/diagnostic.ts";
import type { ParsedRuntimeFile, RuntimeFile } from "../model/inventory/policy.ts";
import { rooted } from "../model/inventory/settings.ts";
import { pathsBelow } from "../model/inventory/snapshot.ts";
import type { MapEntry, MapValue, ScalarValue, SourceFile, Span, Value } from "../model/values/value.ts";
import { textValue } from "../model/values/value.ts";
import type { Files } from "./forms/files.ts";
import { joinEntries, listValue, mapValue } from "./yaml/merged-map.ts";
import { plainSyntax } from "./yaml/parse.ts";

/** The folders of `properties.d` on the node: files from the server, and local ones. */
const FOLDERS = {
  server: "/var/rudder/cfengine_community/inputs/properties.d/",
  local: "/var/rudder/local/properties.d/",
} as const;

interface Listed {
  readonly side: keyof typeof FOLDERS;
  readonly name: string;
  readonly path: string;
}

/**
 * The files of `properties.d/NODE/` for each node: first those in `server/`, then the local ones, both sorted by the
 * bytes of their names. Listed on first use. Skips names that begin with a dot, as the agent does.
 */
export function runtimeFilesOf(files: Files): (node: string) => readonly ParsedRuntimeFile[] {
  let listing: ReadonlyMap<string, readonly Listed[]> | undefined;
  // The same node is asked for several times in a row.
  let latest: readonly [node: string, files: readonly ParsedRuntimeFile[]] = ["", []];
  return (node) => {
    listing ??= listed(files);
    if (latest[0] === node) return latest[1];
    const parsed = (listing.get(node) ?? []).map(({ side, name, path }) => {
      const faults: Diagnostic[] = [];
      const file = files.file(path, files.blobs.get(path) ?? "", (fault) => faults.push(fault));
      return parseRuntimeFile({ file, pathOnNode: FOLDERS[side] + name, ...(faults.length > 0 && { faults }) });
    });
    latest = [node, parsed];
    return parsed;
  };
}

function listed({ blobs, folders, settings }: Files): ReadonlyMap<string, readonly Listed[]> {
  const root = rooted(settings, "properties.d");
  if (!folders.has(root.slice(0, -1))) return new Map();
  const found = pathsBelow(blobs, [root]).flatMap((path) => runtimePath(path, root));
  const byNode = new Map<string, Listed[]>();
  for (const { node, ...file } of found.sort(inOrder)) addTo(byNode, node, file);
  return byNode;
}

function runtimePath(path: string, root: string): (Listed & { readonly node: string })[] {
  const [node = "", ...rest] = path.slice(root.length).split("/");
  const side = rest.length === 2 && rest[0] === "server" ? "server" : "local";
  const name = rest.at(-1) ?? "";
  const isRead = rest.length === (side === "server" ? 2 : 1) && name.endsWith(".json") && !name.startsWith(".");
  return isRead ? [{ node, side, name, path }] : [];
}

function inOrder(left: Listed, right: Listed): number {
  if (left.side !== right.side) return left.side === "server" ? -1 : 1;
  return compareText(left.name, right.name);
}

/** Reads a file of `properties.d/NODE/`. Never fails: after `json-syntax` or `not-an-object` it has no content. */
export function parseRuntimeFile(runtimeFile: RuntimeFile): ParsedRuntimeFile {
  const { faults = [] } = runtimeFile;
  if (faults.length > 0) return { ...runtimeFile, content: undefined, diagnostics: faults.map(asJsonFault) };
  const diagnostics: Diagnostic[] = [];
  const content = objectIn(runtimeFile, (diagnostic) => diagnostics.push(diagnostic));
  return { ...runtimeFile, content, diagnostics };
}

function objectIn({ file }: RuntimeFile, report: Report): MapValue | undefined {
  const value = parseJson(file, report);
  if (value === undefined || value.kind === "map") return value;
  const hint = 'write {"NAMESPACE": {"KEY": value}}';
  report(finding("not-an-object", value.origin, "the file must hold an object of namespaces", { hint }));
  return undefined;
}

/** Bytes that are not text are first reported as a fault of YAML. */
function asJsonFault(fault: Diagnostic): Diagnostic {
  return fault.code === "yaml-syntax" ? { ...fault, code: "json-syntax" } : fault;
}

/**
 * The value of a JSON file; numbers with a point or exponent are floats. Undefined after `json-syntax` (comments,
 * trailing commas) or `yaml-limit` (levels). A duplicate key is the warning `yaml-duplicate-key`; its last value wins.
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
  if (node.type === "array") {
    const items = children.map((child) => read(child, inner));
    return listValue(items, origin);
  }
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
