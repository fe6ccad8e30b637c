import { describe, expect, test } from "vitest";
import type { Inventory } from "../../../src/model/inventory/inventory.ts";
import { ruleNodes } from "../../../src/resolve/policies/targets.ts";
import { type PolicyParts, policyInventory } from "../../support/policies.ts";

/** Nodes, one of them a policy server, and who is in which group; `gone` has no file. */
const members: Readonly<Record<string, readonly string[]>> = {
  debian: ["n1", "n2"],
  dc1: ["n2", "n3"],
  old: ["n1", "gone"],
};

function inventoryOf(targets: string, parts: PolicyParts = {}): Inventory {
  const rule = `directives: [d]\ntargets: ${targets}\n`;
  return policyInventory({
    nodes: ["n1", "n2", "n3", "srv"],
    policyServers: ["srv"],
    groups: Object.keys(members),
    ...parts,
    files: { "techniques/t.yml": "", "directives/d.yml": "technique: t\n", "rules/r.yml": rule, ...parts.files },
  });
}

function nodesOf(inventory: Inventory): readonly string[] {
  const rule = inventory.policies().rules.get("r");
  if (rule === undefined) throw new Error("no rule");
  return ruleNodes(inventory, rule, ({ name }) => {
    return new Set(Object.keys(members).filter((id) => members[id]?.includes(name)));
  });
}

test.each([
  ["one group", "['group:debian']", ["n1", "n2"]],
  ["several targets of one rule add up", "['group:debian', 'group:dc1']", ["n1", "n2", "n3"]],
  ["include minus exclude", "[{include: {or: ['group:debian']}, exclude: {or: ['group:dc1']}}]", ["n1"]],
  ["include and exclude may be single targets", "[{include: 'group:debian', exclude: 'group:dc1'}]", ["n1"]],
  ["intersection", "[{and: ['group:debian', 'group:dc1']}]", ["n2"]],
  ["an intersection of nothing is everybody", "[{and: []}]", ["n1", "n2", "n3", "srv"]],
  ["a union of nothing is nobody", "[{or: []}]", []],
  ["all nodes", "['special:all']", ["n1", "n2", "n3", "srv"]],
  ["all nodes except policy servers", "['special:all_exceptPolicyServers']", ["n1", "n2", "n3"]],
  ["policy servers", "['special:all_policyServers']", ["srv"]],
  ["one policy server", "['policyServer:srv']", ["srv"]],
  ["a policy server without a file", "['policyServer:gone']", []],
  ["everything but one group", "[{include: {or: ['special:all']}, exclude: {or: ['group:debian']}}]", ["n3", "srv"]],
  ["a member without a file drops out", "['group:old']", ["n1"]],
  ["an unknown group holds nobody", "['group:nope']", []],
  ["excluding an unknown group excludes nobody", "[{include: 'group:debian', exclude: 'group:nope'}]", ["n1", "n2"]],
  [
    "an exclude counts inside its own target only, not for the other targets of the rule",
    "[{include: {or: ['group:debian']}, exclude: {or: ['group:dc1']}}, 'group:debian']",
    ["n1", "n2"],
  ],
  ["no targets are nobody", "[]", []],
])("%s", (_, targets, nodes) => {
  expect(nodesOf(inventoryOf(targets))).toEqual(nodes);
});

describe("a rule that does not apply means nobody", () => {
  test("when it is disabled", () => {
    const rule = "{directives: [d], targets: ['special:all'], enabled: false}\n";

    expect(nodesOf(inventoryOf("[]", { files: { "rules/r.yml": rule } }))).toEqual([]);
  });

  test("when it names a disabled group, whatever its other targets are", () => {
    const disabledGroups = ["off"];

    expect(nodesOf(inventoryOf("['special:all', 'group:off']", { disabledGroups }))).toEqual([]);
    expect(
      nodesOf(inventoryOf("[{include: 'special:all', exclude: {or: ['group:off']}}]", { disabledGroups })),
    ).toEqual([]);
  });

  test("when one of its directives has no file", () => {
    const rule = "{directives: [d, nope], targets: ['special:all']}\n";

    expect(nodesOf(inventoryOf("[]", { files: { "rules/r.yml": rule } }))).toEqual([]);
  });
});
