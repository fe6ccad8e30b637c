import fc from "fast-check";
import { expect, test } from "vitest";
import { whyMember } from "../../../src/inspect/explain/why-member.ts";
import type { Inventory } from "../../../src/model/inventory/inventory.ts";
import { placeOf, placeText } from "../../../src/model/values/value.ts";
import { membershipOf, membersOf } from "../../../src/resolve/groups/node-groups.ts";
import { briefly } from "../../support/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

const debian = "match: {all: [{fact: os.name, op: eq, value: Debian}]}";
const version = (text: string): string => `{all: [{fact: os.version, op: eq, value: '${text}'}]}`;
const os = (name: string, text: string): string => `facts: {os: {name: ${name}, version: '${text}'}}`;

test("a criterion can ask for another group, whatever the order of the files", async () => {
  const inventory = await inventoryOf({
    "nodes/d10.yml": `${os("Debian", "10")}\nproperties: {dc: 1}`,
    "nodes/d9.yml": os("Debian", "9"),
    "groups/a.yml": "match: {all: [{group: b}, {property: dc, op: hasKey}]}",
    "groups/b.yml": "match: {all: [{group: c}, {fact: os.version, op: eq, value: '10'}]}",
    "groups/c.yml": debian,
  });

  expect(members(inventory)).toEqual({ a: "d10", b: "d10", c: "d10 d9" });
});

test("a list of nodes is taken as it is, and a match can narrow it", async () => {
  const inventory = await inventoryOf({
    "nodes/d9.yml": os("Debian", "9"),
    "nodes/d10.yml": os("Debian", "10"),
    "nodes/c7.yml": os("Centos", "7"),
    "groups/s.yml": "nodes: [d9, c7, missing]",
    "groups/t.yml": "match: {all: [{group: s}, {fact: os.name, op: eq, value: Debian}]}",
    "groups/nobody.yml": "nodes: []",
  });

  expect(members(inventory)).toEqual({ nobody: "", s: "c7 d9", t: "d9" });
});

test("a match finds only nodes that are in every parent", async () => {
  const inventory = await inventoryOf({
    "nodes/d10.yml": os("Debian", "10"),
    "nodes/u10.yml": os("Ubuntu", "10"),
    "groups/debian.yml": debian,
    "groups/munich.yml": "nodes: [d10, u10]",
    "groups/ten.yml": `{parents: [munich, debian], match: ${version("10")}}`,
    "groups/not-ten.yml": "{parents: [munich], match: {all: [{fact: os.version, op: eq, value: '10'}], not: true}}",
  });

  expect(members(inventory)).toMatchObject({ ten: "d10", "not-ten": "" });
});

test("a disabled group keeps its members", async () => {
  const inventory = await inventoryOf({ "nodes/n1.yml": "{}", "groups/g.yml": "{nodes: [n1], enabled: false}" });

  expect(members(inventory)).toEqual({ g: "n1" });
});

test("an umbrella holds the nodes of its children, and tests its own parents for them", async () => {
  const inventory = await inventoryOf({
    "nodes/d10.yml": os("Debian", "10"),
    "nodes/d9.yml": os("Debian", "9"),
    "nodes/c7.yml": os("Centos", "7"),
    "groups/managed.yml": "nodes: [d10, c7]",
    "groups/os.yml": "parents: [managed]",
    "groups/os/linux.yml": "parents: [os]",
    "groups/os/linux/debian.yml": `parents: [os.linux]\n${debian}`,
  });

  expect(members(inventory)).toEqual({
    managed: "c7 d10",
    os: "d10",
    "os.linux": "d10",
    "os.linux.debian": "d10",
  });
});

test("a group of two parents and no children holds the nodes that are in both, and adds none to an umbrella", async () => {
  const inventory = await inventoryOf({
    "nodes/n1.yml": "{}",
    "nodes/n2.yml": "{}",
    "nodes/n3.yml": "{}",
    "groups/os.yml": "{}",
    "groups/os/debian.yml": "{parents: [os], nodes: [n1, n2]}",
    "groups/dc.yml": "{}",
    "groups/dc/one.yml": "{parents: [dc], nodes: [n2, n3]}",
    "groups/dc-over-os.yml": "parents: [os, dc]",
    "groups/lone.yml": "{}",
    "groups/lone-over-os.yml": "parents: [os, lone]",
  });

  expect(members(inventory)).toEqual({
    "dc-over-os": "n2",
    dc: "n2 n3",
    "dc.one": "n2 n3",
    lone: "",
    "lone-over-os": "",
    os: "n1 n2",
    "os.debian": "n1 n2",
  });
});

test("a node joins groups and leaves them; of several mentions the last counts", async () => {
  const inventory = await inventoryOf({
    "nodes/n1.yml": "groups: [oncall, ~web, ~oncall, oncall]",
    "nodes/n2.yml": "groups: [oncall, ~oncall]",
    "groups/oncall.yml": "nodes: []",
    "groups/web.yml": "nodes: [n1, n2]",
  });

  expect(members(inventory)).toEqual({ oncall: "n1", web: "n2" });
  expect(faults(inventory)).toEqual([]);
});

test("a node that joins a child is in the umbrella above it", async () => {
  const inventory = await inventoryOf({
    "nodes/n1.yml": "groups: [os.debian]",
    "groups/os.yml": "{}",
    "groups/os/debian.yml": `parents: [os]\n${debian}`,
  });

  expect(members(inventory)).toEqual({ os: "n1", "os.debian": "n1" });
  expect(faults(inventory)).toEqual([]);
});

test("no match below a group that a node leaves finds it, also below an umbrella", async () => {
  const inventory = await inventoryOf({
    "nodes/n1.yml": `${os("Debian", "10")}\ngroups: [~os]`,
    "nodes/n2.yml": os("Debian", "10"),
    "groups/os.yml": "{}",
    "groups/os/debian.yml": `parents: [os]\n${debian}`,
    "groups/os/debian10.yml": `{parents: [os.debian], match: ${version("10")}}`,
    "groups/ten.yml": `match: ${version("10")}`,
    "groups/both.yml": "parents: [os, ten]",
  });

  expect(members(inventory)).toEqual({ both: "n2", os: "n2", "os.debian": "n2", "os.debian10": "n2", ten: "n1 n2" });
  expect(faults(inventory)).toEqual([]);
});

test.each([
  [
    "a group names a node that its parent does not hold",
    { "groups/child.yml": "{parents: [parent], nodes: [n1]}" },
    ["not-in-parent at groups/child.yml:1:29: group child names node n1, but its parent parent does not hold the node"],
  ],
  [
    "a node joins without being in the parent",
    {
      "nodes/n1.yml": "groups: [child]",
      "groups/child.yml": "parents: [parent]",
    },
    ["not-in-parent at nodes/n1.yml:1:10: node n1 joins group child, but its parent parent does not hold the node"],
  ],
  [
    "an umbrella passes the question on to its parents",
    {
      "groups/umbrella.yml": "parents: [parent]",
      "groups/child.yml": "{parents: [umbrella], nodes: [n1]}",
    },
    ["not-in-parent at groups/child.yml:1:31: group child names node n1, but parent above it does not hold the node"],
  ],
  [
    "a node leaves a group while another below names it",
    {
      "nodes/n1.yml": "groups: [~parent]",
      "groups/parent.yml": "nodes: [n1]",
      "groups/child.yml": "{parents: [parent], nodes: [n1]}",
    },
    ["not-in-parent at groups/child.yml:1:29: group child names node n1, but the node leaves its parent parent"],
  ],
  [
    "and the same of an umbrella",
    {
      "nodes/n1.yml": "groups: [~umbrella, child]",
      "groups/umbrella.yml": "{}",
      "groups/child.yml": "{parents: [umbrella], nodes: []}",
    },
    ["not-in-parent at nodes/n1.yml:1:21: node n1 joins group child, but the node leaves its parent umbrella"],
  ],
  [
    "a node joins and leaves groups that there are not",
    { "nodes/n1.yml": "groups: [parnet, ~nope]" },
    [
      "unknown-group at nodes/n1.yml:1:10: node n1 joins group parnet, which has no file",
      "unknown-group at nodes/n1.yml:1:18: node n1 leaves group nope, which has no file",
    ],
  ],
  [
    "a node leaves a group that it is not in",
    { "nodes/n1.yml": "groups: [~parent]" },
    ["remove-nothing at nodes/n1.yml:1:10: ~parent removes nothing: node n1 is not in this group"],
  ],
  [
    "after a first removal the second has nothing to do",
    {
      "nodes/n1.yml": "groups: [~umbrella, ~child]",
      "groups/umbrella.yml": "{}",
      "groups/child.yml": "{parents: [umbrella], match: {all: [{nodeid: n1}]}}",
    },
    ["remove-nothing at nodes/n1.yml:1:21: ~child removes nothing: node n1 is not in this group"],
  ],
] as const)("%s", async (_, files, expected) => {
  const inventory = await inventoryOf({ "nodes/n1.yml": "{}", "groups/parent.yml": "nodes: []", ...files });

  expect(faults(inventory)).toEqual(expected);
});

test("a name close to one that exists is given as a hint", async () => {
  const inventory = await inventoryOf({ "nodes/n1.yml": "groups: [parnet]", "groups/parent.yml": "{}" });
  const node = inventory.node("n1");

  expect(node && membershipOf(inventory, node).diagnostics[0]?.hint).toBe("did you mean parent?");
});

test("why a match holds a node: its parents, its criteria, and the values they saw at their places", async () => {
  const inventory = await inventoryOf({
    "nodes/n1.yml": "facts: {ip: [10.1.0.4, 10.2.0.4]}\nproperties: {role: db}",
    "groups/dc.yml": "{}",
    "groups/dc/one.yml": "{parents: [dc], nodes: [n1]}",
    "groups/web.yml": [
      "parents: [dc, dc.one]",
      "match:",
      "  any:",
      "    - {property: role=web, op: eq}",
      "    - {fact: ip, op: eq, value: 10.0.0.0/8}",
      "    - {nodeid: n2}",
    ].join("\n"),
  });

  expect(reason(inventory, "n1", "web")).toEqual({
    isMember: true,
    by: { kind: "match", join: "any", not: false, origin: "groups/web.yml:3:3" },
    parents: [
      { id: "dc", isMember: true, origin: "groups/web.yml:1:11", instead: [] },
      { id: "dc.one", isMember: true, origin: "groups/web.yml:1:15" },
    ],
    criteria: [
      ["property role=web eq", false, "role=db at nodes/n1.yml:2:20"],
      ["fact ip eq 10.0.0.0/8", true, '"10.1.0.4" at nodes/n1.yml:1:14', '"10.2.0.4" at nodes/n1.yml:1:24'],
      ["nodeid n2", false, "n1 at nodes/n1.yml:1:1"],
    ],
  });
});

test.each([
  ["named", { "groups/g.yml": "nodes: [n1]" }, true, { kind: "named", origin: "groups/g.yml:1:9" }],
  ["unnamed", { "groups/g.yml": "nodes: []" }, false, { kind: "unnamed" }],
  [
    "joins",
    { "nodes/n1.yml": "groups: [g]", "groups/g.yml": "nodes: []" },
    true,
    { kind: "joins", origin: "nodes/n1.yml:1:10" },
  ],
  [
    "leaves",
    { "nodes/n1.yml": "groups: [~g]", "groups/g.yml": "nodes: [n1]" },
    false,
    { kind: "leaves", id: "g", origin: "nodes/n1.yml:1:10" },
  ],
  [
    "leaves above",
    {
      "nodes/n1.yml": "groups: [~up]",
      "groups/up.yml": "{}",
      "groups/g.yml": "{parents: [up], match: {all: [], not: true}}",
    },
    false,
    { kind: "leaves", id: "up", origin: "nodes/n1.yml:1:10" },
  ],
  [
    "children",
    {
      "groups/g.yml": "{}",
      "groups/h.yml": "{parents: [g], nodes: [n1]}",
      "groups/i.yml": "{parents: [g], nodes: []}",
    },
    true,
    { kind: "children", ids: ["h"] },
  ],
  [
    "parents",
    { "groups/g.yml": "parents: [h, i]", "groups/h.yml": "nodes: [n1]", "groups/i.yml": "{}" },
    false,
    {
      kind: "parents",
    },
  ],
  [
    "policy server",
    { "nodes/n1.yml": "policyServer: true", "groups/g.yml": "match: {all: [], not: true}" },
    false,
    { kind: "policyServer", origin: "nodes/n1.yml:1:1" },
  ],
] as const)("why a node is in a group or not: %s", async (_, files, isMember, by) => {
  const inventory = await inventoryOf({ "nodes/n1.yml": "{}", ...files });

  expect(reason(inventory, "n1", "g")).toMatchObject({ isMember, by });
});

test("of a group that there is not, no reason is given", async () => {
  const inventory = await inventoryOf({ "nodes/n1.yml": "{}" });

  expect(reason(inventory, "n1", "g")).toBeUndefined();
});

test("another group that nothing asks for changes no membership", async () => {
  const member = fc.constantFrom("{}", "nodes: [n1]", "nodes: [n1, n2]", "match: {all: [{nodeid: n1}]}");
  const parents = fc.subarray(["a", "b", "c"]);
  const group = fc.tuple(parents, member).map(([ids, text]) => withParents(ids, text));
  await fc.assert(
    fc.asyncProperty(fc.record({ d: group, e: group, f: group }), group, async (groups, further) => {
      const files = {
        "nodes/n1.yml": "{}",
        "nodes/n2.yml": "{}",
        "groups/a.yml": "nodes: [n1, n2]",
        "groups/b.yml": "nodes: [n1]",
        "groups/c.yml": "nodes: [n2]",
        ...Object.fromEntries(Object.entries(groups).map(([id, text]) => [`groups/${id}.yml`, text])),
      };
      const before = members(await inventoryOf(files));
      const { further: _, ...after } = members(await inventoryOf({ ...files, "groups/further.yml": further }));

      expect(after).toEqual(before);
    }),
    { numRuns: 50 },
  );
});

async function inventoryOf(files: Files): Promise<Inventory> {
  return (await new Sides().of(files)).inventory;
}

function members(inventory: Inventory): Record<string, string> {
  return Object.fromEntries([...membersOf(inventory)].map(([id, names]) => [id, names.join(" ")]));
}

function faults(inventory: Inventory): readonly string[] {
  return inventory.nodeNames.flatMap((name) => {
    const node = inventory.node(name);
    return node === undefined ? [] : membershipOf(inventory, node).diagnostics.map(briefly);
  });
}

function withParents(parents: readonly string[], text: string): string {
  return text === "{}" ? `parents: [${parents.join(", ")}]` : `parents: [${parents.join(", ")}]\n${text}`;
}

/** A reason with its places as text. */
function reason(inventory: Inventory, name: string, id: string): unknown {
  const node = inventory.node(name);
  const found = node && whyMember(inventory, node, id);
  if (found === undefined) return undefined;
  const at = (span: Parameters<typeof placeOf>[0]): string => placeText(placeOf(span));
  const { isMember, by, parents, criteria } = found;
  return {
    isMember,
    by: "origin" in by ? { ...by, origin: at(by.origin) } : by,
    parents: parents.map((parent) => ({ ...parent, origin: at(parent.origin) })),
    criteria: criteria.map(({ text, holds, seen }) => [
      text,
      holds,
      ...seen.map((each) => `${each.text} at ${at(each.origin)}`),
    ]),
  };
}
