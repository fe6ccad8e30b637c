import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { TextSyntax } from "../../../src/model/inventory/definition.ts";
import { defaultSettings } from "../../../src/model/inventory/settings.ts";
import type { SourceFile, TemplateValue, Value } from "../../../src/model/values/value.ts";
import { parseYaml, plainSyntax, textSyntax } from "../../../src/parse/yaml/parse.ts";
import { cases } from "./reading.ts";

const example = join(import.meta.dirname, "../../../example-repo");

describe("what was kept of a file says what the file itself says", () => {
  const files = readdirSync(example, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".yml"));
  test.each(files)("%s", (name) => same(readFileSync(join(example, name), "utf8")));

  test.each([...cases("yaml-documents.jsonl"), ...cases("yaml-scalars.jsonl")].map(({ yaml }) => yaml))("%j", same);

  test.each([
    ["aliases", "a: &a {k: [1, '${x}'], l: &b text}\nb: *a\nc: *b\n"],
    ["merges", "base: &base {k: '${x}', l: 1}\nother: {<<: *base, l: 2, m: '$[ exports:a ]'}\n"],
    ["merges that come before what they take from", "own: &own {x: '${a}'}\n<<: {y: &y '${b}', x: *y}\n"],
    ["a long text that is repeated", `a: &a ${"word ".repeat(40)}\nb: *a\nc: [*a, *a]\n`],
    ["numbers that JSON does not have", "[.nan, .inf, -.inf, -0.0, 1.0, 123456789012345678901234567890, 1e400, 0x1f]"],
    ["keys of every type", "{1: a, 1.5: b, true: c, null: d, 2001-01-01: e, '1': f, ~x: g}"],
    ["half a character", '"\\ud83d"'],
    ["texts outside the basic plane", "a: \u{1f600} ${x}\nb: [\u{1f600}, é]\n"],
    ["what looks like a record", "[0, 1, 2, [3, 0], '[]', ['2', float, '1']]"],
  ])("%s", (_, text) => same(text));
});

test("nothing is kept of files with a fault, nor of what would be lost: replaced values, sets, pairs", () => {
  const unkept = ["a: 1\na: 2\n", "a: [", "!!set {a, b}", "!!omap [a: '${x}']", "{<<: {a: '${x}'}, a: 1}"];

  expect(unkept.map((text) => reading(text).record)).toEqual(unkept.map(() => ""));
});

test("what stands behind an alias is one object also in what was kept", () => {
  const text = "a: &a {k: v}\nb: *a\n";
  const kept = { record: () => reading(text).record, keep: () => {} };
  const value = parseYaml({ path: "a.yml", blob: "1", text, kept }, { syntax: plainSyntax, report: () => {} });

  if (value?.kind !== "map") throw new Error("no map");
  expect(value.entries[1]?.value).toBe(value.entries[0]?.value);
});

/** The file is read without and with the record, by each syntax, whichever of them made the record. */
function same(text: string): void {
  for (const [making, taking] of [
    ["plain", "reclass"],
    ["reclass", "plain"],
    ["reclass", "reclass"],
    ["reclass", "other"],
  ] as const) {
    const { record } = reading(text, undefined, making);
    if (record === undefined || record === "") return;
    const [fresh, kept] = [reading(text, undefined, taking), reading(text, record, taking)];
    expect(kept.value).toEqual(fresh.value);
    expect(kept.noted).toEqual(fresh.noted);
    expect(kept.faults).toEqual([]);
    expect(fresh.faults).toEqual([]);
  }
}

interface Outcome {
  readonly value: Value | undefined;
  readonly noted: readonly string[];
  readonly faults: readonly string[];
  readonly record: string | undefined;
}

function reading(text: string, known?: string, kind: "plain" | "reclass" | "other" = "reclass"): Outcome {
  const noted: TemplateValue[] = [];
  const faults: string[] = [];
  let record = known;
  const kept = {
    record: () => record,
    keep: (made: string) => {
      record = made;
    },
  };
  const file: SourceFile = { path: "a.yml", blob: "1", text };
  const carrying = { ...file, kept };
  const syntax = syntaxes[kind]((template) => noted.push(template));
  const value = parseYaml(carrying, { syntax, report: ({ message }) => faults.push(message) });
  const bare = JSON.parse(JSON.stringify(value ?? null, withoutFile)) as Value;
  return { value: bare, noted: noted.map(({ text, origin }) => `${origin.start} ${text}`), faults, record };
}

const other = { ...defaultSettings, reference_sentinels: ["<<", ">>"] as const, dict_key_override_prefix: "+" };

const syntaxes: Readonly<
  Record<"plain" | "reclass" | "other", (noted: (template: TemplateValue) => void) => TextSyntax>
> = {
  plain: () => plainSyntax,
  reclass: (noted) => textSyntax(defaultSettings, noted),
  other: (noted) => textSyntax(other, noted),
};

/** Numbers and big numbers as they are told apart in code, files as nothing. */
function withoutFile(key: string, value: unknown): unknown {
  if (key === "file") return undefined;
  if (typeof value === "bigint") return `${value}n`;
  if (typeof value === "number" && !Number.isInteger(value)) return `number ${value}`;
  return Object.is(value, -0) ? "number -0" : value;
}
