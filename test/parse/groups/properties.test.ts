import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import type { PropertySet } from "../../../src/model/inventory/definition.ts";
import { modeLetters } from "../../../src/model/inventory/settings.ts";
import { readProperties } from "../../../src/parse/groups/properties.ts";
import { parseYaml, plainSyntax } from "../../../src/parse/yaml/parse.ts";
import { briefly } from "../../support/inventory.ts";
import { plain } from "../../support/value.ts";

function read(text: string): { readonly set: PropertySet; readonly found: readonly Diagnostic[] } {
  const found: Diagnostic[] = [];
  const report = (fault: Diagnostic) => found.push(fault);
  const file = { path: "globals.yml", blob: "0", text };
  const value = parseYaml(file, { syntax: plainSyntax, report });
  return { set: readProperties(value, { file, what: "properties", report }), found };
}

test("a property is a bare value or the long form, which has the key value", () => {
  const { set, found } = read(
    [
      "dns: 1.1.1.1",
      "ntp: {value: {servers: [pool.ntp.org]}, inheritMode: mao, provider: datasources, description: time}",
      "tls: {value: {value: strict}}",
      "bare: {inheritMode: mao}",
      "",
    ].join("\n"),
  );

  expect(found).toEqual([]);
  expect(set.properties).toMatchObject([
    { name: "dns", inheritMode: undefined, provider: undefined },
    { name: "ntp", inheritMode: { objects: "merge", lists: "append", text: "replace" }, provider: "datasources" },
    { name: "tls", inheritMode: undefined },
    { name: "bare", inheritMode: undefined },
  ]);
  expect(plain(set.values)).toEqual({
    dns: "1.1.1.1",
    ntp: { servers: ["pool.ntp.org"] },
    tls: { value: "strict" },
    bare: { inheritMode: "mao" },
  });
  expect(set.values.plain).toBe(true);
});

test("values and names know their places", () => {
  const { set } = read("a: 1\nb: {value: 22}\n");

  expect(set.properties.map(({ nameOrigin, value }) => [nameOrigin.start, value.origin.start])).toEqual([
    [0, 3],
    [5, 16],
  ]);
  expect(set.values.origin).toMatchObject({ start: 0 });
  expect(set.values.entries.map(({ keyNode }) => keyNode)).toMatchObject([
    { type: "text", data: "a", origin: { start: 0, end: 1 } },
    { type: "text", data: "b", origin: { start: 5, end: 6 } },
  ]);
});

test("null is a value, bare and long; text is text, whatever it looks like", () => {
  const { set, found } = read("a: ~\nb: {value: }\nc: '${x}'\nd: '{\"json\": 1}'\n");

  expect(found).toEqual([]);
  expect(plain(set.values)).toEqual({ a: null, b: null, c: "${x}", d: '{"json": 1}' });
});

test.each(["", "~\n", "{}\n"])("%j holds no properties", (text) => {
  expect(read(text)).toMatchObject({ set: { properties: [], values: { entries: [] } }, found: [] });
});

test.each([
  ["moo", { objects: "merge", lists: "replace", text: "replace" }],
  ["ooo", { objects: "replace", lists: "replace", text: "replace" }],
  ["mpa", { objects: "merge", lists: "prepend", text: "append" }],
  ["oap", { objects: "replace", lists: "append", text: "prepend" }],
  ["map", { objects: "merge", lists: "append", text: "prepend" }],
] as const)("the mode %s", (letters, mode) => {
  expect(read(`a: {value: 1, inheritMode: ${letters}}\n`).set.properties[0]?.inheritMode).toEqual(mode);
  expect(modeLetters(mode)).toBe(letters);
});

describe("a mode that is none is named and left out", () => {
  test.each([
    ["mo", "mo"],
    ["mooo", "mooo"],
    ["aoo", "aoo"],
    ["mmo", "mmo"],
    ["MOO", "MOO"],
    ["''", ""],
    ["on", "on"],
    ["5", "5"],
    ["[m, o, o]", "[m, o, o]"],
  ])("%s", (mode, shown) => {
    const { set, found } = read(`a: {value: 1, inheritMode: ${mode}}\n`);

    expect(found.map(briefly)).toEqual([`bad-inherit-mode at globals.yml:1:28: "${shown}" is not an inherit mode`]);
    expect(set.properties).toMatchObject([{ name: "a", inheritMode: undefined }]);
  });
});

describe("a name that is none is told, and the property left out", () => {
  test.each([
    ["'a b'", 'contains " ": "a b"'],
    ["'a\u00a0b'", 'contains "\u00a0": "a\u00a0b"'],
    ['"a\\tb"', 'contains "\\t": "a\\tb"'],
    ['"a\\eb"', 'contains "\\u001b": "a\\u001bb"'],
    ["'a\"b'", 'contains "\\"": "a\\"b"'],
    ["a$b", 'contains "$": "a$b"'],
    ["'a{b'", 'contains "{": "a{b"'],
    ["'a}b'", 'contains "}": "a}b"'],
    ["'a[b'", 'contains "[": "a[b"'],
    ["'a]b'", 'contains "]": "a]b"'],
    ["1", 'is not text: "1"'],
    ["yes", 'is not text: "True"'],
  ])("%s", (name, fault) => {
    const { set, found } = read(`${name}: 1\nok: 2\n`);

    expect(found).toMatchObject([
      { code: "bad-property-name", severity: "error", message: `the name of a property ${fault}`, span: { start: 0 } },
    ]);
    expect(plain(set.values)).toEqual({ ok: 2 });
  });

  test.each(["a.b", "a:b", "a-b", "a_b", "ä", "1.x", "a=b", "__proto__"])("%s is a name", (name) => {
    const { set, found } = read(`${name}: 1\n`);

    expect(found).toEqual([]);
    expect(set.properties.map((property) => property.name)).toEqual([name]);
  });
});

test("the empty name is one", () => {
  const { set, found } = read("'': 1\n");

  expect(found).toEqual([]);
  expect(plain(set.values)).toEqual({ "": 1 });
});

test("other keys of the long form are errors, and so are values of the wrong type", () => {
  expect(read("a: {value: 1, inheritmode: moo}\n").found).toMatchObject([
    {
      code: "unknown-key",
      severity: "error",
      message: '"inheritmode" is not a key of the property "a"',
      hint: 'did you mean "inheritMode"?',
    },
  ]);
  expect(read("a: {value: 1, provider: 5, description: [x]}\n").found.map(briefly)).toEqual([
    "bad-value at globals.yml:1:41: description must be text",
    "bad-value at globals.yml:1:25: provider must be text",
  ]);
  expect(read("[a]\n").found.map(briefly)).toEqual(["bad-value at globals.yml:1:1: properties must be a mapping"]);
});
