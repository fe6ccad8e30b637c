import { expect, test } from "vitest";
import type { Value } from "../../../src/model/values/value.ts";
import { type Row, rowText } from "../../../src/report/text/row.ts";
import { flatRows, rawText, yamlRows } from "../../../src/report/values/form.ts";
import { at, setOf, value } from "../../support/value.ts";

const path = ["parameters", "ntp"];

function text(rows: readonly Row[]): string {
  return rows.map(rowText).join("\n");
}

test("sources stand in one column, which long lines do not push away", () => {
  const ntp: Value = {
    ...value("a.yml", {}),
    entries: [
      entry("server", value("classes/dc/par1.yml:7:3", "ntp2.par1.example.org")),
      entry("net", {
        ...value("classes/dc/par1.yml:9:2", "10.33.0.0/16"),
        via: { reference: "${dc:net}", target: at("x:1") },
      }),
      entry("banner", value("b.yml", "x".repeat(80))),
      entry("restrict", value("c.yml:2", ["a", "b"])),
    ],
  };

  expect(text(yamlRows({ path, value: ntp, sources: true }))).toBe(
    [
      "ntp:",
      "  server: ntp2.par1.example.org  # classes/dc/par1.yml:7:3",
      "  net: 10.33.0.0/16              # classes/dc/par1.yml:9:2  (from ${dc:net})",
      `  banner: ${"x".repeat(80)}  # b.yml:1:1`,
      "  restrict:",
      "    - a                          # c.yml:2:1",
      "    - b                          # c.yml:2:1",
    ].join("\n"),
  );
});

test("what holds others stands below its key, a leaf alone, the whole node as it is", () => {
  expect(text(yamlRows({ path, value: value("a.yml", ["x"]), sources: false }))).toBe("ntp:\n  - x");
  expect(text(yamlRows({ path, value: value("a.yml", []), sources: false }))).toBe("ntp: []");
  expect(text(yamlRows({ path, value: value("a.yml", setOf("x")), sources: false }))).toBe("ntp: !!set\n  ? x");
  expect(text(yamlRows({ path, value: value("a.yml", "x"), sources: false }))).toBe("x");
  expect(text(yamlRows({ path: [], value: value("a.yml", { a: 1 }), sources: false }))).toBe("a: 1");
});

test("keys and values have labels of their own", () => {
  expect(yamlRows({ path: [], value: value("a.yml", [{ "a b": ["x"] }]), sources: false })).toEqual([
    [
      { label: "plain", text: "- " },
      { label: "key", text: "a b" },
      { label: "plain", text: ":" },
    ],
    [
      { label: "plain", text: "    " },
      { label: "plain", text: "-" },
      { label: "value", text: " x" },
    ],
  ]);
});

test("flat is one path per leaf; empty lists and maps are leaves", () => {
  const data = value("a.yml:2", { a: { "b:c": [1, { d: "x" }] }, e: {}, f: [] });

  expect(text(flatRows({ path, value: data, sources: false }))).toBe(
    ['ntp:a:"b:c":0 = 1', 'ntp:a:"b:c":1:d = "x"', "ntp:e = {}", "ntp:f = []"].join("\n"),
  );
  expect(text(flatRows({ path, value: value("a.yml:2", 1), sources: true }))).toBe("ntp = 1  # a.yml:2:1");
});

test.each([
  ["text: x", false, "text: x\n"],
  [["a", 1, null], false, "a\n1\nnull\n"],
  [[], false, ""],
  [setOf("b", "a"), false, "a\nb\n"],
  ["a\u001b[2J\nb", false, "a\u001b[2J\nb\n"],
  ["a\u001b[2J\nb", true, "a\\x1b[2J\nb\n"],
  [{ a: 1 }, false, undefined],
  [[["a"]], false, undefined],
] as const)("%j, raw (shown to a person: %s)", (data, shown, raw) => {
  expect(rawText(value("a.yml", data), shown)).toBe(raw);
});

function entry(key: string, inner: Value) {
  return { key, keyNode: value("a.yml", key), value: inner };
}
