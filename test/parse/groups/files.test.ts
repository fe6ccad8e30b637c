import { describe, expect, test } from "vitest";
import { emptyGroups } from "../../../src/model/inventory/group.ts";
import { emptyPolicies } from "../../../src/model/inventory/policy.ts";
import { defaultSettings } from "../../../src/model/inventory/settings.ts";
import { inventoryPaths } from "../../../src/parse/inventory.ts";
import { briefly } from "../../support/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";
import { plain } from "../../support/value.ts";

async function read(files: Files) {
  return (await new Sides().of(files)).inventory;
}

const groupFaults = async (files: Files) => (await read(files)).groups.diagnostics.map(briefly);

test("a snapshot without groups and policies shares the empty ones", async () => {
  const inventory = await read({ "nodes/n1.yml": "{}", "groupsx/a.yml": "[", "heir.yml": "version: 1\n" });

  expect(inventory.groups).toBe(emptyGroups);
  expect(inventory.policies()).toBe(emptyPolicies);
  expect(inventory.runtimeFiles("n1")).toEqual([]);
});

test("ids of groups are formed as names of classes are, and sorted by code point", async () => {
  const { groups } = await read({
    "groups/os/init.yml": "",
    "groups/os/debian.yaml": "",
    "groups/a@b.yml": "",
    "groups/～.yml": "",
    "groups/😀.yml": "",
    "groups/readme.md": "[",
    "groups/.git/x.yml": "[",
  });

  expect([...groups.groups.keys()]).toEqual(["a@b", "os", "os.debian", "～", "😀"]);
  expect(groups.groups.get("os")?.file.path).toBe("groups/os/init.yml");
  expect(groups.diagnostics).toEqual([]);
});

test("groups, globals.yml and order.yml are read, and the files told", async () => {
  const { groups } = await read({
    "groups/os.yml": "properties: {dns: 1.1.1.53}\n",
    "globals.yml": "dns: 1.1.1.1\nntp: {value: {servers: [a]}, inheritMode: mao}\n",
    "order.yml": "order:\n  - [os, dc, env]\n  - [a, b]\n",
  });

  expect(groups.diagnostics).toEqual([]);
  expect([...groups.files.keys()].sort()).toEqual(["globals.yml", "groups/os.yml", "order.yml"]);
  expect(plain(groups.globals.values)).toEqual({ dns: "1.1.1.1", ntp: { servers: ["a"] } });
  expect(groups.order.map((chain) => chain.map(({ name }) => name))).toEqual([
    ["os", "dc", "env"],
    ["a", "b"],
  ]);
});

test.each([
  ["globals.yml", "dns: 1\n"],
  ["order.yml", "order: [[a, b]]\n"],
])("%s counts without any group", async (path, text) => {
  const { groups } = await read({ [path]: text });

  expect([...groups.files.keys()]).toEqual([path]);
  expect(groups.globals.properties.length + groups.order.length).toBe(1);
});

describe("faults of the files stand in the diagnostics of the groups", () => {
  test.each<[string, Files, readonly string[]]>([
    ["no YAML", { "groups/a.yml": "x: [" }, ["yaml-syntax"]],
    ["two files of one id", { "groups/a.yml": "", "groups/a/init.yml": "" }, ["duplicate-id at groups/a/init.yml:1:1"]],
    ["a dot in a name", { "groups/a.b.yml": "", "groups/a/b.yml": "" }, ['two files have the id "a.b"']],
    ["a tilde", { "groups/~a.yml": "" }, ['bad-name at groups/~a.yml:1:1: the id "~a" begins with ~']],
    ["a control character", { "groups/a\u0007.yml": "" }, ['the id "a\\u0007" contains a control character']],
    ["globals", { "globals.yml": "[a]\n" }, ["bad-value at globals.yml:1:1: globals.yml must be a mapping"]],
    ["no mapping", { "order.yml": "[[a, b]]\n" }, ["bad-value at order.yml:1:1: order.yml must be a mapping"]],
    ["no list", { "order.yml": "order: a\n" }, ["bad-value at order.yml:1:8: order must be a list"]],
    ["no chain", { "order.yml": "order: [a, b]\n" }, ["bad-value at order.yml:1:9: an entry of order", "1:12"]],
    ["a short chain", { "order.yml": "order: [[a]]\n" }, ["must be a list of two or more groups"]],
    ["no id", { "order.yml": "order: [[a, 1]]\n" }, ["bad-value at order.yml:1:13: an entry of a chain must be text"]],
    [
      "unknown key",
      { "order.yml": "orders: []\n" },
      ['unknown-key at order.yml:1:1: "orders" is not a key of order.yml'],
    ],
  ])("%s", async (_, files, faults) => {
    expect(await groupFaults(files)).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });

  test("of two files the first path counts, with the other as a related place", async () => {
    const { groups } = await read({ "groups/a.yaml": "enabled: false\n", "groups/a.yml": "" });

    expect(groups.groups.get("a")?.enabled).toBe(false);
    expect(groups.diagnostics).toMatchObject([{ related: [{ span: { file: { path: "groups/a.yaml" } } }] }]);
  });

  test("they are told for each snapshot, though the file is parsed once", async () => {
    const sides = new Sides();
    const files = { "groups/a.yml": "colour: red\n", "groups/b.yml": "" };
    const before = (await sides.of(files)).inventory.groups;
    const after = (await sides.of({ ...files, "groups/b.yml": "enabled: false\n" })).inventory.groups;

    expect(after.groups.get("a")).toBe(before.groups.get("a"));
    expect(after.groups.get("b")).not.toBe(before.groups.get("b"));
    expect(after.diagnostics).toEqual(before.diagnostics);
    expect(after.diagnostics).toHaveLength(1);
  });
});

test("a folder of groups that holds the classes of an inventory made for reclass is left to them", async () => {
  const { groups, classNames } = await read({
    "heir.yml": "classes_uri: groups\n",
    "groups/a.yml": "parameters: {x: 1}\n",
  });

  expect(groups).toBe(emptyGroups);
  expect(classNames).toEqual(["a"]);
});

test("techniques, directives and rules have ids of their own, and are parsed when asked for", async () => {
  const inventory = await read({
    "techniques/motd.yml": "multi: true\n",
    "techniques/motd/init.yml": "",
    "directives/motd.yml": "technique: motd\n",
    "rules/base/all.yml": "directives: [motd]\n",
    "rules/~b.yml": "",
  });
  const policies = inventory.policies();

  expect(inventory.policies()).toBe(policies);
  expect([...policies.techniques.keys(), ...policies.directives.keys(), ...policies.rules.keys()]).toEqual([
    "motd",
    "motd",
    "base.all",
  ]);
  expect(policies.diagnostics.map(({ code }) => code)).toEqual(["duplicate-id", "bad-name"]);
  expect(inventory.diagnostics).toEqual([]);
});

test("files of properties.d come as the agent reads them: those of the server first, by the bytes of their names", async () => {
  const inventory = await read({
    "properties.d/n1/00.json": "{}",
    "properties.d/n1/server/zz.json": "{}",
    "properties.d/n1/server/Zz.json": "{}",
    "properties.d/n1/server/~.json": "{}",
    "properties.d/n1/.hidden.json": "{}",
    "properties.d/n1/notes.txt": "",
    "properties.d/n1/deep/x.json": "{}",
    "properties.d/n1/server/deep/x.json": "{}",
    "properties.d/server/a.json": "{}",
    "properties.d/top.json": "{}",
  });

  const paths = (node: string) => inventory.runtimeFiles(node).map(({ file, pathOnNode }) => [file.path, pathOnNode]);
  expect(paths("n1")).toEqual([
    ["properties.d/n1/server/Zz.json", "/var/rudder/cfengine_community/inputs/properties.d/Zz.json"],
    ["properties.d/n1/server/zz.json", "/var/rudder/cfengine_community/inputs/properties.d/zz.json"],
    ["properties.d/n1/server/~.json", "/var/rudder/cfengine_community/inputs/properties.d/~.json"],
    ["properties.d/n1/00.json", "/var/rudder/local/properties.d/00.json"],
  ]);
  expect(paths("server")).toEqual([["properties.d/server/a.json", "/var/rudder/local/properties.d/a.json"]]);
  expect(paths("n2")).toEqual([]);
});

test("all folders lie below inventory_base_uri, and only files that can count are asked for", async () => {
  const paths = [
    "inv/nodes/n1.yml",
    "inv/classes/a.yml",
    "inv/groups/a.yml",
    "inv/techniques/a.yaml",
    "inv/directives/a/b.yml",
    "inv/rules/a.yml",
    "inv/properties.d/n1/a.json",
    "inv/globals.yml",
    "inv/order.yml",
  ];
  const others = ["groups/a.yml", "globals.yml", "inv/techniques/a.cf", "inv/properties.d/n1/a.txt", "inv/other.yml"];
  const blobs = new Map([...paths, ...others].map((path) => [path, path]));

  expect(inventoryPaths(blobs, { ...defaultSettings, inventory_base_uri: "inv" })).toEqual(paths);

  const inventory = await read({
    "heir.yml": "inventory_base_uri: inv\n",
    "inv/nodes/n1.yml": "",
    "inv/classes/a.yml": "",
    "inv/groups/a.yml": "",
    "inv/globals.yml": "a: 1\n",
    "inv/rules/a.yml": "",
    "inv/properties.d/n1/a.json": "{}",
    "groups/b.yml": "",
  });
  expect([...inventory.groups.groups.keys()]).toEqual(["a"]);
  expect(inventory.groups.globals.properties).toHaveLength(1);
  expect([...inventory.policies().rules.keys()]).toEqual(["a"]);
  expect(inventory.runtimeFiles("n1")).toHaveLength(1);
});
