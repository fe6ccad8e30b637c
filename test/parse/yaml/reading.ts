import { readFileSync } from "node:fs";
import { pythonRepr } from "../../../src/encoding/value-text.ts";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import type { TextSyntax } from "../../../src/model/inventory/definition.ts";
import { placeOf, type ScalarValue, type Value } from "../../../src/model/values/value.ts";
import { parseYaml, sourceFile } from "../../../src/parse/yaml/parse.ts";

/** Text with `${` is a template; keys that begin with `~` or `=` are not plain. */
const syntax: TextSyntax = {
  text(data, origin) {
    if (!data.includes("${")) return { kind: "scalar", type: "text", data, origin };
    return { kind: "template", text: data, parts: [], origin };
  },
  plainKey: (key) => !/^[~=]/.test(key),
};

export interface Outcome {
  readonly value: Value | undefined;
  readonly diagnostics: readonly Diagnostic[];
  readonly errors: readonly Diagnostic[];
}

/** Reads one file as the inventory does: decoding, then parsing. */
export function read(content: string | Uint8Array): Outcome {
  const diagnostics: Diagnostic[] = [];
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  const file = sourceFile({ path: "a.yml", blob: "0", bytes }, (diagnostic) => diagnostics.push(diagnostic));
  const value = parseYaml(file, { syntax, report: (diagnostic) => diagnostics.push(diagnostic) });
  return { value, diagnostics, errors: diagnostics.filter(({ severity }) => severity === "error") };
}

/** `code line:column message`, and below it where else to look. */
export function told({ diagnostics }: Outcome): readonly string[] {
  return diagnostics.flatMap(({ code, message, span, related }) => [
    `${code} ${place(span)} ${message}`,
    ...related.map((other) => `  ${place(other.span)} ${other.caption}`),
  ]);
}

function place(span: Diagnostic["span"]): string {
  if (span === undefined) return "nowhere";
  const { line, column } = placeOf(span);
  return `${line}:${column}-${span.end - span.start}`;
}

/** A value with its types, as `fixtures/generate.py` writes it. */
export function encoded(value: Value | undefined): unknown {
  if (value === undefined) return ["null"];
  switch (value.kind) {
    case "scalar":
      return encodedScalar(value);
    case "template":
      return ["text", value.text];
    case "list":
      return [value.tuple === true ? "tuple" : "list", value.items.map(encoded)];
    case "map":
      return ["map", value.entries.map((entry) => [encodedScalar(entry.keyNode), encoded(entry.value)])];
    case "set":
      return ["set", value.items.map(encodedScalar).sort((left, right) => (String(left) < String(right) ? -1 : 1))];
  }
}

function encodedScalar(scalar: ScalarValue): unknown {
  const { type, data } = scalar;
  if (type === "null") return ["null"];
  if (type === "int") return ["int", String(data)];
  return [type, type === "float" ? pythonRepr(scalar) : data];
}

export interface Case {
  readonly yaml: string;
  readonly error?: string;
  readonly value?: unknown;
  readonly str?: string;
  readonly repr?: string;
}

/** The cases of a fixture; its first line holds the versions. */
export function cases(name: string): readonly Case[] {
  const lines = readFileSync(new URL(`fixtures/${name}`, import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return lines.slice(1).map((line) => JSON.parse(line) as Case);
}
