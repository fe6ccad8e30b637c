import { expect, test } from "vitest";
import type { Inventory } from "../../../src/model/inventory/inventory.ts";
import { membersOf } from "../../../src/resolve/groups/node-groups.ts";
import { type Files, Sides } from "../../support/side.ts";

const fleet: Files = {
  "nodes/d10.yml": [
    "facts: {os: {name: Debian, version: '10'}, ram: 4096, ip: [10.1.0.4, 192.168.0.2]}",
    "properties: {datacenter: DC1, tags: {env: prod, n: 1}}",
  ].join("\n"),
  "nodes/d9.yml": "facts: {os: {name: Debian, version: '9'}, ram: 2048, ip: [10.2.0.5]}",
  "nodes/u18.yml": [
    "facts: {os: {name: Ubuntu, version: '18.04'}, ram: 1024, ip: []}",
    "properties: {datacenter: DC2}",
  ].join("\n"),
  "nodes/c7.yml": "facts: {os: {name: Centos, version: '7'}}\nproperties: {datacenter: DC1}",
};

test.each([
  [
    "all criteria must hold",
    "all: [{fact: os.name, op: eq, value: Debian}, {fact: os.version, op: eq, value: '10'}]",
    "d10",
  ],
  ["any may do", "any: [{fact: os.name, op: eq, value: Debian}, {fact: os.name, op: eq, value: Ubuntu}]", "d10 d9 u18"],
  ["not is the complement", "{all: [{fact: os.name, op: eq, value: Debian}], not: true}", "c7 u18"],
  ["an empty list finds nobody", "all: []", ""],
  ["also an empty any", "any: []", ""],
  ["an empty list with not finds everybody", "{all: [], not: true}", "c7 d10 d9 u18"],
  ["a pattern must match the whole value", "all: [{fact: os.name, op: regex, value: Deb}]", ""],
  ["here it does", "all: [{fact: os.name, op: regex, value: Deb.*}]", "d10 d9"],
  ["text is ordered as text", "all: [{fact: os.version, op: lt, value: '9'}]", "c7 d10 u18"],
  ["numbers are ordered as numbers", "all: [{fact: ram, op: gteq, value: 2048}]", "d10 d9"],
  ["many values: eq means some", "all: [{fact: ip, op: eq, value: 192.168.0.2}]", "d10"],
  ["many values: notEq means none", "all: [{fact: ip, op: notEq, value: 192.168.0.2}]", "c7 d9 u18"],
  ["many values: notRegex means none", "all: [{fact: ip, op: notRegex, value: '192.*'}]", "c7 d9 u18"],
  ["an address is in a network", "all: [{fact: ip, op: eq, value: 10.1.0.0/16}]", "d10"],
  ["in no network of these", "all: [{fact: ip, op: notEq, value: 10.0.0.0/8}]", "c7 u18"],
  ["a list without items is absent", "all: [{fact: ip, op: exists}]", "d10 d9"],
  ["a mapping is there", "all: [{fact: os, op: exists}]", "c7 d10 d9 u18"],
  ["keys can be parted by colons", "all: [{fact: 'os:name', op: eq, value: Centos}]", "c7"],
  ["a property by its value", "all: [{property: datacenter=DC1, op: eq}]", "c7 d10"],
  ["notEq holds where there is no such property", "all: [{property: datacenter=DC1, op: notEq}]", "d9 u18"],
  ["hasKey asks for the name", "all: [{property: datacenter, op: hasKey}]", "c7 d10 u18"],
  ["exists is the same", "all: [{property: datacenter, op: exists}]", "c7 d10 u18"],
  ["notExists its opposite", "all: [{property: datacenter, op: notExists}]", "d9"],
  ["a pattern sees name=value", "all: [{property: datacenter=DC.*, op: regex}]", "c7 d10 u18"],
  ["and not the value alone", "all: [{property: DC.*, op: regex}]", ""],
  ["notRegex: no property matches", "all: [{property: datacenter=DC1, op: notRegex}]", "d9 u18"],
  ["an object is compact JSON", `all: [{property: 'tags={"env":"prod","n":1}', op: eq}]`, "d10"],
  ["its keys in another order are another text", `all: [{property: 'tags={"n":1,"env":"prod"}', op: eq}]`, ""],
  ["a path that selects something", "all: [{property: 'tags:$.env', op: jsonSelect}]", "d10"],
  ["$. may be left out", "all: [{property: 'tags:env', op: jsonSelect}]", "d10"],
  ["a filter in a path", `all: [{property: 'tags:$[?@ == "prod"]', op: jsonSelect}]`, "d10"],
  ["a path that selects nothing", "all: [{property: 'tags:$.none', op: jsonSelect}]", ""],
  ["a path that cannot be read", "all: [{property: 'tags:$.[', op: jsonSelect}]", ""],
  ["the name of the node", "any: [{nodeid: c7}, {nodeid: 'u.*', op: regex}]", "c7 u18"],
  ["not the name of the node", "all: [{nodeid: c7, op: notEq}, {nodeid: 'd.*', op: notRegex}]", "u18"],
])("%s: %s", async (_, match, found) => {
  const { inventory } = await new Sides().of({ ...fleet, "groups/g.yml": `match: ${braced(match)}` });

  expect(members(inventory)).toBe(found);
});

test("without a value only notEq, notRegex and notExists hold", async () => {
  const { inventory } = await new Sides().of({
    "nodes/c7.yml": "facts: {os: {name: Centos}, swap: null}",
    ...Object.fromEntries(
      ["eq", "notEq", "lt", "lteq", "gt", "gteq", "regex", "notRegex", "exists", "notExists"].map((op) => {
        const value = op.includes("xists") ? "" : ", value: '1'";
        return [`groups/${op}.yml`, `match: {any: [{fact: ram, op: ${op}${value}}, {fact: swap, op: ${op}${value}}]}`];
      }),
    ),
  });
  const holding = [...membersOf(inventory)].flatMap(([id, names]) => (names.length > 0 ? [id] : []));

  expect(holding).toEqual(["notEq", "notExists", "notRegex"]);
});

test.each([
  // The fact decides the type; a value that cannot be read as it makes both eq and notEq false.
  ["2048", "2048", "eq lteq gteq"],
  ["2048", "'2048'", "eq lteq gteq"],
  ["2048", "2048.0", "eq lteq gteq"],
  ["2048", "much", ""],
  ["2048", "1e3", "notEq gt gteq"],
  ["9007199254740993", "'9007199254740992'", "notEq gt gteq"],
  ["1.5", "2", "notEq lt lteq"],
  [".nan", "1", ""],
  ["true", "true", "eq lteq gteq"],
  ["true", "'true'", "eq lteq gteq"],
  ["true", "1", ""],
  ["'10'", "10", "eq lteq gteq"],
  ["'10'", "9", "notEq lt lteq"],
  ["2024-02-01", "2024-01-31", "notEq gt gteq"],
  ["2024-02-01", "'2024-01-31'", "notEq gt gteq"],
  ["2024-02-01", "soon", ""],
  ["2024-02-01 12:00:00", "'2024-02-01T12:00:00Z'", "eq lteq gteq"],
  ["2001:DB8:0:0::1", "'2001:db8::1'", "eq lteq gteq"],
  ["2001:db8::ffff:1", "'2001:db8::/64'", "eq lteq gteq"],
  ["2001:db8::1.2.3.4", "'2001:db8::102:304'", "eq lteq gteq"],
  ["10.0.0.1", "10.0.0.0/33", "notEq gt gteq"],
  ["10.0.0.256", "10.0.0.0/24", "notEq gt gteq"],
  ["'1:2:3:4:5:6:7:8'", "'1::8'", "notEq lt lteq"],
  ["{a: 1}", "'{\"a\":1}'", "eq lteq gteq"],
])("a fact %s against %s: %s", async (fact, value, holding) => {
  const ops = ["eq", "notEq", "lt", "lteq", "gt", "gteq"];
  const groups = ops.map((op) => [`groups/${op}.yml`, `match: {all: [{fact: f, op: ${op}, value: ${value}}]}`]);
  const { inventory } = await new Sides().of({ "nodes/n1.yml": `facts: {f: ${fact}}`, ...Object.fromEntries(groups) });
  const held = membersOf(inventory);

  expect(ops.filter((op) => held.get(op)?.length === 1).join(" ")).toBe(holding);
});

test("a fact inside a list of mappings has many values", async () => {
  const { inventory } = await new Sides().of({
    "nodes/n1.yml": "facts: {disks: [{name: sda, size: 10}, {name: sdb, size: 500}]}",
    "nodes/n2.yml": "facts: {disks: [{name: sda, size: 10}]}",
    "groups/g.yml": "match: {all: [{fact: disks.size, op: gt, value: 100}]}",
  });

  expect(members(inventory)).toBe("n1");
});

test("a pattern also matches over the end of a line", async () => {
  const { inventory } = await new Sides().of({
    "nodes/n1.yml": 'properties: {motd: "a\\nb"}',
    "groups/g.yml": "match: {all: [{property: 'motd=a.b', op: regex}]}",
  });

  expect(members(inventory)).toBe("n1");
});

test("policy servers drop out after not, unless they are asked for", async () => {
  const files = { "nodes/n1.yml": "{}", "nodes/root.yml": "policyServer: true" };
  const found = async (match: string): Promise<string> =>
    members((await new Sides().of({ ...files, "groups/g.yml": `match: ${match}` })).inventory);

  expect(await found("{all: [{nodeid: '.*', op: regex}]}")).toBe("n1");
  expect(await found("{all: [], not: true}")).toBe("n1");
  expect(await found("{all: [], not: true, policyServers: true}")).toBe("n1 root");
});

test("parameters and inherited values are no properties of the node", async () => {
  const { inventory } = await new Sides().of({
    "nodes/n1.yml": "{classes: [c], parameters: {role: web}}",
    "classes/c.yml": "parameters: {role: web}",
    "globals.yml": "role: web",
    "groups/all.yml": "{nodes: [n1], properties: {role: web}}",
    "groups/g.yml": "match: {all: [{property: role=web, op: eq}]}",
  });

  expect(members(inventory)).toBe("");
});

function braced(match: string): string {
  return match.startsWith("{") ? match : `{${match}}`;
}

function members(inventory: Inventory): string {
  return (membersOf(inventory).get("g") ?? []).join(" ");
}
