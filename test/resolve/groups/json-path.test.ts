import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { type Json, QueryLimit, selectedBy } from "../../../src/resolve/groups/json-path.ts";

interface Case {
  readonly name: string;
  readonly selector: string;
  readonly document: Json;
  readonly result?: readonly Json[];
  readonly results?: readonly (readonly Json[])[];
  readonly invalid_selector?: true;
}

/** The compliance suite of RFC 9535, as the library brings it. */
const suite = join(
  dirname(createRequire(import.meta.url).resolve("jsonpath-rfc9535/package.json")),
  "src/__tests__/jsonpath-compliance-test-suite/cts.json",
);
const cases: readonly Case[] = JSON.parse(readFileSync(suite, "utf8")).tests;
const valid = cases.filter(({ invalid_selector }) => invalid_selector !== true);

test("the suite is there", () => {
  expect(valid.length).toBeGreaterThan(400);
});

/** As text, each once, in any order: what selects is asked, not how often. */
function once(values: readonly Json[]): readonly string[] {
  return [...new Set(values.map((value) => JSON.stringify(value)))].sort();
}

test.each(valid)("RFC 9535: $name", ({ selector, document, result, results }) => {
  const expected = (results ?? (result === undefined ? [] : [result])).map(once);

  expect(expected).toContainEqual(once(selectedBy(selector, document)));
});

const nested: Json = JSON.parse(`${"[".repeat(60)}1${"]".repeat(60)}`);

test("descent within descent selects each place once", () => {
  expect(selectedBy(`$${"..*".repeat(12)}`, nested).length).toBeGreaterThan(0);
  expect(selectedBy("$..[?match(@.k, '^(a+)+$')]", [{ k: `${"a".repeat(60)}b` }, { k: "aaa" }])).toEqual([
    { k: "aaa" },
  ]);
});

test.each([
  ["places", "$..*", Array.from({ length: 100_001 }, (_, at) => at)],
  ["steps", "$[?@==1][?@==1]", Array.from({ length: 600_000 }, () => [1])],
  ["steps of a filter", "$..[?count(@..*..*..*..*) > 1]", nested],
])("too many %s are a limit", (_, path, document) => {
  expect(() => selectedBy(path, document)).toThrow(QueryLimit);
});
