import { expect, test } from "vitest";
import type { Definition } from "../../../src/model/inventory/definition.ts";
import { defaultSettings } from "../../../src/model/inventory/settings.ts";
import { parseDefinition } from "../../../src/parse/definitions/definition.ts";
import { briefly } from "../../support/inventory.ts";
import { plain } from "../../support/value.ts";

function classFile(text: string): Definition {
  const file = { path: "classes/a/b.yml", blob: "0", text };
  return parseDefinition(file, { kind: "class", name: "a.b", pathName: "a/b" }, defaultSettings);
}

const errors = (definition: Definition) =>
  definition.diagnostics.filter(({ severity }) => severity === "error").map(briefly);

test.each(["", "# remark\n", "---\n", "~\n", "{}\n", "classes:\napplications: ~\nparameters: null\nexports:\n"])(
  "%j says nothing",
  (text) => {
    const { classes, applications, parameters, exports, environment, diagnostics } = classFile(text);

    expect([classes, applications, parameters.entries, exports.entries]).toEqual([[], [], [], []]);
    expect([environment, diagnostics]).toEqual([undefined, []]);
  },
);

test("names are made absolute, removals are told apart, references are split", () => {
  const { classes } = classFile("classes: [x, .y, ~..z, '~.${r}', x]\n");

  expect(classes.map(({ name, remove, template }) => [name, remove, template !== undefined])).toEqual([
    ["x", false, false],
    ["a.y", false, false],
    ["z", true, false],
    ["a.${r}", true, true],
    ["x", false, false],
  ]);
});

test.each([
  ["[1]", "section-type at classes/a/b.yml:1:1: the file must be a mapping, not a list"],
  ["classes: x", "section-type at classes/a/b.yml:1:10: classes must be a list of names, not text"],
  [
    "applications: [1]",
    "section-type at classes/a/b.yml:1:16: an entry of applications must be text, not a scalar (int)",
  ],
  ["parameters: []", "section-type at classes/a/b.yml:1:13: parameters must be a mapping, not a list"],
  ["exports: x", "section-type at classes/a/b.yml:1:10: exports must be a mapping, not text"],
  ["classes: [a b]", 'class-name-invalid at classes/a/b.yml:1:11: class name "a b" contains " "'],
  ["classes: ['']", "class-name-invalid at classes/a/b.yml:1:11: a class name is empty"],
  ["parameters: { x: '${' }", 'reference-syntax at classes/a/b.yml:1:18: "${" cannot be read: ${ without its }'],
])("%s", (text, error) => {
  expect(errors(classFile(`${text}\n`))).toEqual([error]);
});

test("a text that cannot be split matters only where references count", () => {
  expect(errors(classFile("applications: ['${']\nnotes: '${'\n"))).toEqual([]);
});

function nodeFile(text: string): Definition {
  const file = { path: "nodes/n.yml", blob: "0", text };
  return parseDefinition(file, { kind: "node", name: "n", pathName: "./n" }, defaultSettings);
}

test("a node says which groups it joins and leaves, its facts and its properties", () => {
  const definition = nodeFile(
    [
      "groups: [oncall, ~web]",
      "facts: {os: {name: Debian}, ip: [10.1.0.4, 192.168.0.2]}",
      "properties: {role: web, tls: {value: {value: strict}, inheritMode: ooo}}",
      "policyServer: true",
      "",
    ].join("\n"),
  );

  expect(definition.diagnostics).toEqual([]);
  expect(definition.unknownSections).toEqual([]);
  expect(definition.own).toMatchObject({
    groups: [
      { name: "oncall", remove: false },
      { name: "web", remove: true },
    ],
    properties: { properties: [{ name: "role" }, { name: "tls", inheritMode: { objects: "replace" } }] },
    policyServer: true,
  });
  expect(definition.own && plain(definition.own.facts)).toEqual({
    os: { name: "Debian" },
    ip: ["10.1.0.4", "192.168.0.2"],
  });
  expect(definition.own && plain(definition.own.properties.values)).toEqual({ role: "web", tls: { value: "strict" } });
});

test("a node file without any of these keys has nothing of its own, one with an empty key has", () => {
  expect(nodeFile("classes: [a]\n").own).toBeUndefined();
  expect(nodeFile("groups:\n").own).toMatchObject({ groups: [], facts: { entries: [] }, policyServer: false });
});

test("text in facts, properties and groups is plain text, beside parameters where it is not", () => {
  const { own, parameters, queries, diagnostics } = nodeFile(
    [
      "parameters: {a: '${b}'}",
      "facts: {a: '${b}', c: ['${', {~d: '$[ exports:x ]'}]}",
      "properties: {a: '${b}', c: {value: ['$[ broken']}, e: {~d: '${'}}",
      "groups: ['${']",
      "",
    ].join("\n"),
  );

  expect(diagnostics).toEqual([]);
  expect(queries).toEqual([]);
  expect(parameters.plain).toBe(false);
  expect(own?.groups.map(({ name }) => name)).toEqual(["${"]);
  expect(own && plain(own.facts)).toEqual({ a: "${b}", c: ["${", { "~d": "$[ exports:x ]" }] });
  expect(own?.facts.plain).toBe(true);
  expect(own && plain(own.properties.values)).toEqual({ a: "${b}", c: ["$[ broken"], e: { "~d": "${" } });
  expect(own?.properties.values.entries.map(({ value }) => value.kind !== "map" || value.plain)).not.toContain(false);
});

test.each([
  ["groups: oncall", "bad-value at nodes/n.yml:1:9: groups must be a list"],
  ["groups: [1]", "bad-value at nodes/n.yml:1:10: an entry of groups must be text"],
  ["groups: ['~']", "bad-value at nodes/n.yml:1:10: an entry of groups has no name after ~"],
  ["facts: [a]", "bad-value at nodes/n.yml:1:8: facts must be a mapping"],
  ["facts: '${a}'", "bad-value at nodes/n.yml:1:8: facts must be a mapping"],
  ["properties: a", "bad-value at nodes/n.yml:1:13: properties must be a mapping"],
  ["properties: {a b: 1}", 'bad-property-name at nodes/n.yml:1:14: the name of a property contains " ": "a b"'],
  ["properties: {a: {value: 1, inheritMode: x}}", 'bad-inherit-mode at nodes/n.yml:1:41: "x" is not an inherit mode'],
  ["policyServer: maybe", "bad-value at nodes/n.yml:1:15: policyServer must be true or false"],
])("%s", (text, error) => {
  expect(errors(nodeFile(`${text}\n`))).toEqual([error]);
});

test("class files do not know the keys that only nodes have", () => {
  const { own, unknownSections, diagnostics } = classFile("groups: 1\nproperties: 1\nfacts: 1\npolicyServer: 1\n");

  expect([own, diagnostics]).toEqual([undefined, []]);
  expect(unknownSections.map(({ data }) => data)).toEqual(["groups", "properties", "facts", "policyServer"]);
});
