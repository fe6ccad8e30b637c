import { HeirError } from "../../../model/findings/failure.ts";
import type { TextSyntax } from "../../../model/inventory/definition.ts";
import type { SourceFile, Value } from "../../../model/values/value.ts";
import { type Outline, outlineOf, outlineParts } from "../../../parse/yaml/outline.ts";
import { parseYaml } from "../../../parse/yaml/parse.ts";

/** A value to write, as it was given, and what it means. */
export interface NewValue {
  readonly source: string;
  readonly value: Value;
  /** The text, of a value that is text; references and all. */
  readonly text: string | undefined;
  /** What is behind the colon of its key now, comments included, of a value that moves; from the second line on as below its key. */
  readonly lines?: readonly string[];
  /** Whether it is a block of lines: it cannot be written behind a key, or not in brackets. */
  readonly isBlock: boolean;
}

/** Reads a value as a file would have it. Throws HeirError for what is not one YAML value, and for a value with a tag. */
export function newValue(given: string, syntax: TextSyntax): NewValue {
  const source = given.replace(/\r?\n$/, "");
  const file = { path: "VALUE", blob: "value-", text: `${source}\n` };
  const { value, fault } = readValue(file, syntax);
  const outline = outlineOf(file)?.root;
  if (fault?.includes("tag") === true || (outline !== undefined && hasTag(outline))) {
    throw new HeirError("usage", "the value has a tag", "write it without: quotes make a text of anything");
  }
  if (fault !== undefined)
    throw new HeirError("usage", `the value is not YAML: ${fault}`, "quote it twice: '\"text\"'");
  if (value === undefined || outline === undefined) {
    throw new HeirError("usage", "the value is empty", 'write null, or "" for an empty text, as in YAML');
  }
  return { source, value, text: textOf(value), isBlock: isBlock(outline, source) };
}

/** The value of a text, and the first of its errors. */
export function readValue(file: SourceFile, syntax: TextSyntax) {
  let fault: string | undefined;
  const value = parseYaml(file, {
    syntax,
    report: ({ message, severity }) => {
      if (severity === "error") fault ??= message;
    },
  });
  return { value, fault };
}

/** The text that a value is, references and all; undefined of any other. */
export function textOf(value: Value): string | undefined {
  if (value.kind === "template") return value.text;
  return value.kind === "scalar" && value.type === "text" ? String(value.data) : undefined;
}

function isBlock(outline: Outline, source: string): boolean {
  if (outline.kind === "scalar") return source.includes("\n");
  return outline.kind !== "alias" && (!outline.flow || source.includes("\n"));
}

function hasTag(outline: Outline): boolean {
  return outline.tagged || outlineParts(outline).some(hasTag);
}
