import { expect, test } from "vitest";
import type { Definition } from "../../src/model/definition.ts";
import { defaultSettings } from "../../src/model/settings.ts";
import { parseDefinition } from "../../src/parse/definition.ts";
import { briefly } from "../support/inventory.ts";

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
  ["classes: [a b]", 'class-name-invalid at classes/a/b.yml:1:11: class name "a b" holds " "'],
  ["classes: ['']", "class-name-invalid at classes/a/b.yml:1:11: a class name is empty"],
  ["parameters: { x: '${' }", 'reference-syntax at classes/a/b.yml:1:18: "${" cannot be read: ${ without its }'],
])("%s", (text, error) => {
  expect(errors(classFile(`${text}\n`))).toEqual([error]);
});

test("a text that cannot be split matters only where references count", () => {
  expect(errors(classFile("applications: ['${']\nnotes: '${'\n"))).toEqual([]);
});
