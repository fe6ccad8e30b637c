import { describe, expect, test } from "vitest";
import type { Diagnostic } from "../../../src/model/findings/diagnostic.ts";
import type { NameMention } from "../../../src/model/inventory/definition.ts";
import type { Group } from "../../../src/model/inventory/group.ts";
import { defaultSettings } from "../../../src/model/inventory/settings.ts";
import { parseGroup } from "../../../src/parse/groups/files.ts";
import { briefly } from "../../support/inventory.ts";

function read(text: string): { readonly group: Group; readonly found: readonly Diagnostic[] } {
  const found: Diagnostic[] = [];
  const file = { path: "groups/g.yml", blob: "0", text };
  const group = parseGroup(file, { id: "g", settings: defaultSettings, report: (fault) => found.push(fault) });
  return { group, found };
}

const faults = (text: string) => read(text).found.map(briefly);

const written = (mentions: readonly NameMention[]) =>
  mentions.map(({ name, remove }) => (remove ? `removed ${name}` : name));

test.each(["", "{}\n", "# nothing\n", "~\n", "parents:\nmatch:\nnodes:\nclasses:\nproperties:\nenabled:\n"])(
  "%j is an umbrella group that says nothing",
  (text) => {
    const { group, found } = read(text);

    expect(found).toEqual([]);
    expect(group).toMatchObject({
      id: "g",
      parents: [],
      members: { kind: "none" },
      classes: [],
      properties: { properties: [], values: { entries: [] } },
      enabled: true,
    });
  },
);

test("every key that a group has is read", () => {
  const { group, found } = read(
    [
      "description: web servers of Munich",
      "parents: [os, dc.munich]",
      "nodes: [web1, web2]",
      "classes: [nginx, ~apache, 'site.${site}', .x]",
      "properties: {role: web}",
      "enabled: no",
      "",
    ].join("\n"),
  );

  expect(found).toEqual([]);
  expect(written(group.parents)).toEqual(["os", "dc.munich"]);
  expect(group.members).toMatchObject({ kind: "nodes", nodes: [{ name: "web1" }, { name: "web2" }] });
  expect(written(group.classes)).toEqual(["nginx", "removed apache", "site.${site}", ".x"]);
  expect(group.classes.map(({ template }) => template !== undefined)).toEqual([false, false, true, false]);
  expect(group.properties.properties.map(({ name }) => name)).toEqual(["role"]);
  expect(group.enabled).toBe(false);
});

test("an empty list of nodes names nobody, which is not an umbrella", () => {
  expect(read("nodes: []\n").group.members).toEqual({ kind: "nodes", nodes: [] });
});

test("an id in parents is taken as written: nothing is removed there", () => {
  expect(written(read("parents: [~os]\n").group.parents)).toEqual(["~os"]);
});

test("a match comes with its place", () => {
  const { group, found } = read("match: {any: [{group: os}], not: true, policyServers: true}\n");

  expect(found).toEqual([]);
  expect(group.members).toMatchObject({
    kind: "match",
    match: { join: "any", not: true, policyServers: true, origin: { start: 7 } },
  });
});

test("an empty match is one too: it finds nobody, or with not everybody", () => {
  expect(read("match: {all: []}\n").group.members).toMatchObject({
    match: { join: "all", criteria: [], not: false, policyServers: false },
  });
  expect(read("match: {any: [], not: true}\n").found).toEqual([]);
});

describe("faults are told with their place, and what they concern is empty", () => {
  test.each([
    ["[os]", "bad-value at groups/g.yml:1:1: a group must be a mapping"],
    ["parents: os", "bad-value at groups/g.yml:1:10: parents must be a list"],
    ["parents: {os: 1}", "bad-value at groups/g.yml:1:10: parents must be a list"],
    ["parents: [10]", "bad-value at groups/g.yml:1:11: an entry of parents must be text"],
    ["parents: ['']", "bad-value at groups/g.yml:1:11: an entry of parents must be a name"],
    ["nodes: web1", "bad-value at groups/g.yml:1:8: nodes must be a list"],
    ["nodes: [[web1]]", "bad-value at groups/g.yml:1:9: an entry of nodes must be text"],
    ["classes: ['~']", "bad-value at groups/g.yml:1:11: an entry of classes has no name after ~"],
    ["classes: [a/b]", 'class-name-invalid at groups/g.yml:1:11: class name "a/b" contains "/"'],
    ["classes: ['${']", 'reference-syntax at groups/g.yml:1:11: "${" cannot be read: ${ without its }'],
    ["properties: [a]", "bad-value at groups/g.yml:1:13: properties must be a mapping"],
    ["enabled: 'no'", "bad-value at groups/g.yml:1:10: enabled must be true or false"],
    ["description: [a]", "bad-value at groups/g.yml:1:14: description must be text"],
    ["match: [a]", "bad-value at groups/g.yml:1:8: match must be a mapping"],
    ["match: {}", "bad-value at groups/g.yml:1:8: match must have either all or any; this one has neither"],
    ["match: {all: }", "bad-value at groups/g.yml:1:8: match must have either all or any; this one has neither"],
    [
      "match: {all: [], any: []}",
      "bad-value at groups/g.yml:1:8: match must have either all or any; this one has both",
    ],
    ["match: {all: {group: a}}", "bad-value at groups/g.yml:1:14: all must be a list"],
    ["match: {all: [], not: 1}", "bad-value at groups/g.yml:1:23: not must be true or false"],
    ["match: {all: [{any: []}]}", "bad-value at groups/g.yml:1:15: a match cannot be inside another match"],
    ["match: {all: []}\nnodes: []", "bad-value at groups/g.yml:1:8: a group can have match or nodes, not both"],
    ["match: {alle: []}", 'unknown-key at groups/g.yml:1:9: "alle" is not a key of match'],
    ["a: 1\na: 2", "yaml-duplicate-key"],
    ["parents: [", "yaml-syntax"],
  ])("%s", (text, fault) => {
    expect(faults(`${text}\n`)[0]).toContain(fault);
  });

  test("an unknown key is an error here, with the nearest one as a hint", () => {
    expect(read("propertys: {}\nowner: me\n").found).toMatchObject([
      {
        code: "unknown-key",
        severity: "error",
        message: '"propertys" is not a key of a group',
        hint: 'did you mean "properties"?',
      },
      {
        code: "unknown-key",
        hint: "keys are parents, match, nodes, classes, properties, enabled, description",
      },
    ]);
  });

  test("other entries of the list stay", () => {
    expect(written(read("parents: [os, 1, dc]\n").group.parents)).toEqual(["os", "dc"]);
  });
});
