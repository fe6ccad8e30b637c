import fc from "fast-check";
import { expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import { entryOf, placeOf, placeText, type Value } from "../../../src/model/values/value.ts";
import { parseJson } from "../../../src/parse/runtime-files.ts";
import { briefly } from "../../support/inventory.ts";
import { float, plain } from "../../support/value.ts";

function read(text: string): { readonly value: Value | undefined; readonly findings: readonly string[] } {
  const diagnostics: Diagnostic[] = [];
  const value = parseJson({ path: "a.json", blob: "0", text }, (diagnostic) => diagnostics.push(diagnostic));
  return { value, findings: diagnostics.map(briefly) };
}

function plainOf(text: string): unknown {
  const { value, findings } = read(text);
  return value === undefined ? findings : plain(value);
}

test.each([
  ['{"a": [1, -2, true, false, null, "x"]}', { a: [1, -2, true, false, null, "x"] }],
  ["[1.5, 1e3, 1.0]", [1.5, float(1000), float(1)]],
  ["[12345678901234567890, -0]", [12345678901234567890n, 0]],
  ['["2024-01-01", "yes", "0x10", "1_000", "~"]', ["2024-01-01", "yes", "0x10", "1_000", "~"]],
  ['"\\u00e9\\n\\/\\ud83d\\ude00"', "é\n/😀"],
  ["\t{\r\n}\n", {}],
])("%s", (text, data) => {
  expect(plainOf(text)).toEqual(data);
});

test("every part knows its place", () => {
  const { value } = read('{\n  "properties": {\n    "name": "Paris"\n  }\n}\n');
  const properties = value?.kind === "map" ? entryOf(value, "properties")?.value : undefined;
  const name = properties?.kind === "map" ? entryOf(properties, "name") : undefined;

  expect([name?.keyNode.origin, name?.value.origin].map((span) => span && placeText(placeOf(span)))).toEqual([
    "a.json:3:5",
    "a.json:3:13",
  ]);
});

test("of equal keys the last counts, and that is said", () => {
  expect(plainOf('{"a": 1, "b": 2, "a": 3}')).toEqual({ a: 3, b: 2 });
  expect(read('{"a": 1, "a": 3}').findings).toEqual([
    'yaml-duplicate-key at a.json:1:10: duplicate key "a"; the last value wins',
  ]);
});

test("__proto__ is a key like others", () => {
  const { value } = read('{"__proto__": 1}');

  expect(value?.kind === "map" && value.entries.map(({ key }) => key)).toEqual(["__proto__"]);
});

test.each([
  ["", "1:1: the file is not JSON: it is empty"],
  [" \n", "2:1: the file is not JSON: it is empty"],
  ['{"a": 1,}', "1:9: the file is not JSON: a key in double quotes is expected here"],
  ["[1,]", "1:4: the file is not JSON: a value is expected here"],
  ['{"a" 1}', "1:6: the file is not JSON: a colon is expected here"],
  ['{"a": 1 "b": 2}', "1:9: the file is not JSON: a comma is expected here"],
  ['{"a": 1', "1:8: the file is not JSON: a } is missing"],
  ["[1", "1:3: the file is not JSON: a ] is missing"],
  ["{a: 1}", "1:2: the file is not JSON: this is not a value"],
  ['{"a": tru}', "1:7: the file is not JSON: this is not a value"],
  ["NaN", "1:1: the file is not JSON: this is not a value"],
  ["// remark\n1", "1:1: the file is not JSON: JSON has no comments"],
  ["1 2", "1:3: the file is not JSON: unexpected text after the value"],
  ["01", "1:2: the file is not JSON: unexpected text after the value"],
  ["1.", "1:1: the file is not JSON: a number is incomplete"],
  ['"a', "1:1: the file is not JSON: a string is not closed"],
  ['"\t"', "1:1: the file is not JSON: a control character must be escaped"],
  ['"\\x"', "1:1: the file is not JSON: there is no such escape"],
  ['"\\u12"', "1:1: the file is not JSON: \\u needs four hexadecimal digits"],
])("%j is refused", (text, finding) => {
  expect(read(text).findings).toEqual([`json-syntax at a.json:${finding}`]);
});

test.each([300, 100_000])("%i levels are too many", (levels) => {
  const finding = "yaml-limit at a.json:1:1: objects and arrays are nested more than 200 levels deep";

  expect(read("[".repeat(levels) + "]".repeat(levels)).findings).toEqual([finding]);
});

test("what JSON.parse takes is taken, and nothing else", () => {
  const sign = fc.constantFrom(..."{}[],:\"\\ \n\t019.eE+-truefalsn/*'", "\u00a0", "\u0001", "\u2028");
  const text = fc.oneof(
    fc.array(sign, { maxLength: 9 }).map((signs) => signs.join("")),
    fc.json(),
  );

  fc.assert(
    fc.property(text, (json) => {
      const { value, findings } = read(json);
      const expected = parsed(json);
      if (expected === undefined) expect(findings).not.toEqual([]);
      else
        expect(value === undefined ? findings : textOf(JSON.parse(valueJson(value)))).toEqual(textOf(expected.value));
    }),
    { numRuns: 2000 },
  );
});

/** JSON again: minus zero is zero, and what is too large to be a number is a text. */
function textOf(data: unknown): string {
  return JSON.stringify(data, (_, part) => {
    return typeof part === "number" && !Number.isFinite(part) ? String(part) : part;
  });
}

function parsed(json: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(json) };
  } catch {
    return undefined;
  }
}
