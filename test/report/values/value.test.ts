import fc from "fast-check";
import { expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import type { SourceFile, Value } from "../../../src/model/values/value.ts";
import { parseYaml } from "../../../src/parse/yaml/parse.ts";
import { valueYaml, yamlLines } from "../../../src/report/values/value.ts";
import { anyPlain } from "../../support/arbitrary/values.ts";
import { at, entries, float, type Plain, plain, setOf, typed, value } from "../../support/value.ts";

/** Text as it is read by a YAML 1.1 reader that types scalars as PyYAML does. */
function readBack(text: string): Value | undefined {
  const file: SourceFile = { path: "a.yml", blob: "", text };
  return parseYaml(file, {
    syntax: {
      text: (data, origin) => ({ kind: "scalar", type: "text", data, origin }),
      plainKey: () => true,
    },
    report: ({ message }) => {
      throw new SyntaxError(`${message}: ${text}`);
    },
  });
}

function yaml(data: Plain): string {
  return valueYaml(value("a.yml", data));
}

test("maps, lists and scalars in block style", () => {
  const data = { a: { b: 1, c: [1, [2, [], {}], { d: "x", e: ["z"] }, [{ f: null }]] }, g: {}, h: [] };

  expect(yaml(data)).toBe(
    [
      "a:",
      "  b: 1",
      "  c:",
      "    - 1",
      "    - - 2",
      "      - []",
      "      - {}",
      "    - d: x",
      "      e:",
      "        - z",
      "    - - f: null",
      "g: {}",
      "h: []",
      "",
    ].join("\n"),
  );
});

test.each([
  ["plain", "plain"],
  ["two words", "two words"],
  ["", '""'],
  ["yes", '"yes"'],
  ["No", '"No"'],
  ["off", '"off"'],
  ["y", "y"],
  ["N", "N"],
  ["null", '"null"'],
  ["~", '"~"'],
  ["=", '"="'],
  ["<<", '"<<"'],
  ["1", '"1"'],
  ["1_000", '"1_000"'],
  ["0777", '"0777"'],
  ["0o17", '"0o17"'],
  ["08", '"08"'],
  ["0x1F", '"0x1F"'],
  ["22:22", '"22:22"'],
  ["1:2.5", '"1:2.5"'],
  ["1.5", '"1.5"'],
  [".5", '".5"'],
  ["1e3", '"1e3"'],
  ["-.inf", '"-.inf"'],
  ["2024-02-03", '"2024-02-03"'],
  ["2024-02-03 10:00:00", '"2024-02-03 10:00:00"'],
  ["10.33.0.0/16", "10.33.0.0/16"],
  ["192.0.2.1", "192.0.2.1"],
  ["1.2.3-4", "1.2.3-4"],
  ["e5", "e5"],
  ["http://a:80/x", "http://a:80/x"],
  ["a: b", '"a: b"'],
  ["a:", '"a:"'],
  ["a #b", '"a #b"'],
  ["a#b", "a#b"],
  ["#a", '"#a"'],
  ["- a", '"- a"'],
  ["-a", "-a"],
  ["-", '"-"'],
  ["--- a", '"--- a"'],
  ["? a", '"? a"'],
  ["*a", '"*a"'],
  ["&a", '"&a"'],
  ["!a", '"!a"'],
  ["%a", '"%a"'],
  ["@a", '"@a"'],
  ["`a", '"`a"'],
  ["{a}", '"{a}"'],
  ["[a", '"[a"'],
  ["${a:b}", "${a:b}"],
  ["'a'", "\"'a'\""],
  ['"a"', '"\\"a\\""'],
  ['a "b" \\c', 'a "b" \\c'],
  [" a", '" a"'],
  ["a ", '"a "'],
  ["a\tb", '"a\\tb"'],
  ["a\u001b[2J", '"a\\u001b[2J"'],
  ["a\u202eb", '"a\\u202eb"'],
  ["a\u0085b", '"a\\u0085b"'],
  ["\ufeffa", '"\\ufeffa"'],
  ["\u{e0001}", '"\\U000e0001"'],
  ["Grüße, 世界 👋", "Grüße, 世界 👋"],
])("the text %j is written %s", (text, written) => {
  expect(yaml(text)).toBe(`${written}\n`);
});

test.each([
  [float(1), "1.0"],
  [float(-0), "-0.0"],
  [float(1e16), "1.0e+16"],
  [float(1.5e-7), "1.5e-07"],
  [float(Number.POSITIVE_INFINITY), ".inf"],
  [float(Number.NEGATIVE_INFINITY), "-.inf"],
  [float(Number.NaN), ".nan"],
  [true, "true"],
  [null, "null"],
  [typed("date", "2024-02-03"), "2024-02-03"],
  [typed("datetime", "2024-01-31 10:20:30.500000-05:00"), "2024-01-31 10:20:30.500000-05:00"],
  [typed("binary", "aGVsbG8="), "!!binary aGVsbG8="],
  [typed("binary", ""), '!!binary ""'],
])("%j is written %s", (data, written) => {
  expect(yaml(data)).toBe(`${written}\n`);
});

test("whole numbers keep all digits", () => {
  expect(yaml(123456789012345678901234567890n)).toBe("123456789012345678901234567890\n");
});

test("sets are marked, wherever they stand", () => {
  expect(yaml({ a: setOf("y", 1), b: setOf(), c: [setOf("x")] })).toBe(
    "a: !!set\n  ? 1\n  ? y\nb: !!set {}\nc:\n  - !!set\n    ? x\n",
  );
});

test("keys keep their type inside lists, and are quoted as text is", () => {
  expect(yaml([entries([1, "a"], ["1", "b"], [true, "c"], [null, "d"], ["x: y", "e"], [float(2), "f"])])).toBe(
    '- 1: a\n  "1": b\n  true: c\n  null: d\n  "x: y": e\n  2.0: f\n',
  );
});

test.each([
  ["a\nb\n", "|", ["a", "b"]],
  ["a\nb", "|-", ["a", "b"]],
  ["a\n\n  b\n\n\n", "|+", ["a", "", "  b", "", ""]],
  ["#!/bin/sh\n\techo: x\n", "|", ["#!/bin/sh", "\techo: x"]],
])("the lines of %j are a literal block", (text, header, lines) => {
  const indented = lines.map((line) => (line === "" ? "" : `    ${line}`));

  expect(yaml({ a: { b: text } })).toBe(["a:", `  b: ${header}`, ...indented, ""].join("\n"));
});

test.each([["\na"], [" a\nb"], ["a \nb"], ["a\n \nb"], ["a\r\nb"], ["\n"], ["a\u2028\nb"], ["a\n\u001b[2J"]])(
  "the lines of %j would not survive as a block",
  (text) => {
    expect(yaml({ a: text })).toMatch(/^a: ".*"\n$/);
  },
);

test.each<readonly [Plain]>([
  [{ [`${"k".repeat(300)}`]: { a: [1] } }],
  [[{ ["x".repeat(1200)]: "a\nb\n" }]],
  [{ a: "a\n\nb\n\n", b: 1 }],
  [["a\n", ["b\nc", { d: "e\nf\n\n" }]]],
  [[[[]], [{}], [[1]]]],
])("%j reads back the same", (data) => {
  expect(readBack(yaml(data))).toBeDefined();
  expect(plain(readBack(yaml(data)) ?? value("a.yml", null))).toEqual(data);
});

const sharp = fc.string({
  unit: fc.constantFrom(..."ab1:-#.~ \n\t\"'\\{}[]|>&*!%@`=<?,ye0x_+", "é", "\u0085", "\u2028", "\u001b", "😀"),
  maxLength: 8,
});

test("whatever the text, it reads back the same", () => {
  fc.assert(
    fc.property(sharp, sharp, (key, text) => {
      const data = { [key]: [text, { b: text }], c: text };
      expect(plain(readBack(yaml(data)) ?? value("a.yml", null))).toEqual(data);
    }),
    { numRuns: 2000 },
  );
});

test("text that is kept of entries is the same at every depth, in turns, as text that is not", () => {
  fc.assert(
    fc.property(anyPlain, (data) => {
      const fresh = value("a.yml", { k: data, l: [data] });
      const kept = readBack(valueYaml(fresh)) ?? value("a.yml", null);
      for (const depth of [0, 2, 0, 0]) expect(valueYaml(kept, depth)).toBe(valueYaml(fresh, depth));
    }),
    { numRuns: 500 },
  );
});

test("whatever the value, it reads back the same", () => {
  fc.assert(
    fc.property(anyPlain, (data) => {
      const before = value("a.yml", data);
      const after = readBack(valueYaml(before)) ?? value("a.yml", null);
      expect(valueJson(after)).toBe(valueJson(before));
      expect(valueYaml(after)).toBe(valueYaml(before));
    }),
    { numRuns: 1000 },
  );
});

test("each line knows the value that begins on it", () => {
  const lines = yamlLines(value("a.yml", { a: ["x\ny\n", 1], b: {} }));

  expect(lines.map((line) => [line.head + line.tail, line.value?.kind])).toEqual([
    ["a:", undefined],
    ["  - |", "scalar"],
    ["    x", undefined],
    ["    y", undefined],
    ["  - 1", "scalar"],
    ["b: {}", "map"],
  ]);
});

test("a map that came through a reference says so on its first line", () => {
  const origin = at("a.yml:3:2");
  const via = { reference: "${dns}", target: at("b.yml:1:1") };
  const inner: Value = { ...value("b.yml:1:1", { x: 1 }), origin, via };
  const outer: Value = {
    ...value("a.yml", { dns: 1 }),
    entries: [{ key: "dns", keyNode: value("a.yml", "dns"), value: inner }],
  };

  expect(yamlLines(outer).map((line) => line.value?.origin.file.path)).toEqual(["a.yml", "b.yml"]);
});
