import { expect, test } from "vitest";
import { resolveNode } from "../../../src/resolve/node.ts";
import { parametersOf } from "../../support/inventory.ts";
import { Sides } from "../../support/side.ts";

const LENGTH = 4000;

test.each([
  ["after", -1],
  ["before", 1],
])("a chain of 4,000 groups, each %s its parent, resolves", { timeout: 60_000 }, async (_, step) => {
  const groups = Array.from({ length: LENGTH }, (_group, at) => {
    const parent = at + step;
    const above = parent < 0 || parent === LENGTH ? "" : `parents: [g${parent}]\n`;
    return [`groups/g${at}.yml`, `${above}match: {all: [{nodeid: n1}]}\nproperties: {p${at}: ${at}, v: ${at}}\n`];
  });
  const { inventory } = await new Sides().of({ "nodes/n1.yml": "{}\n", ...Object.fromEntries(groups) });

  const parameters = parametersOf(resolveNode(inventory, "n1"));

  expect(parameters).toMatchObject({ p0: 0, p3999: 3999, v: step < 0 ? 3999 : 0 });
});
