import { expect, test } from "vitest";
import type { Inventory } from "../../../src/model/inventory/inventory.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { profileOf } from "../../../src/resolve/policies/profile.ts";
import { Proposals } from "../../../src/resolve/proposals/proposals.ts";
import { work } from "../../../src/speed/work.ts";
import { type Files, Sides } from "../../support/side.ts";

type Work = typeof work;

async function inventoryOf(files: Files): Promise<Inventory> {
  return (await new Sides().of({ "heir.yml": "version: 1\n", ...files })).inventory;
}

/** The work that a job adds. */
function workOf(job: () => void): Work {
  const before = { ...work };
  job();
  const added = Object.entries(work).map(([step, count]) => [step, count - before[step as keyof Work]]);
  return Object.fromEntries(added) as Work;
}

/** Groups of n1 that nothing orders, each with another value. */
function unordered(count: number): Files {
  const ids = Array.from({ length: count }, (_, at) => String(at).padStart(2, "0"));
  const groups = ids.map((id) => [`groups/g${id}.yml`, `{nodes: [n1], properties: {k: ${Number(id)}}}\n`]);
  return { ...Object.fromEntries(groups), "nodes/n1.yml": "{}\n" };
}

test("the work for a node with 12 groups that nothing orders grows with their sets, not with their orders", async () => {
  const inventory = await inventoryOf(unordered(12));
  const { states, orderResults } = workOf(() => {
    const [conflict] = resolveNode(inventory, "n1").conflicts;
    expect(conflict?.groups).toHaveLength(12);
  });

  // 12! orders are 479,001,600.
  expect(states).toBeLessThanOrEqual(20_001);
  expect(orderResults).toBeLessThan(100);
});

test("each of the 132 steps between them is refuted by a few orders", async () => {
  const inventory = await inventoryOf(unordered(12));
  const [conflict] = resolveNode(inventory, "n1").conflicts;
  const { chains, states, orderResults } = workOf(() => {
    const found = conflict && new Proposals(inventory).of((each, reach) => profileOf(each, "n1", reach), conflict);
    expect(found).toEqual([]);
  });

  expect(chains).toBe(12 * 11);
  expect(states).toBeLessThan(1000);
  // The first, the last, and each group as late as it can be.
  expect(orderResults).toBeLessThanOrEqual(chains * (2 + 12));
});

test("nodes with the same groups share what the orders of these come to", async () => {
  const fleet = (count: number): Files => {
    const names = Array.from({ length: count }, (_, at) => `n${at}`);
    const group = (value: number): string => `{nodes: [${names}], properties: {k: ${value}, r: {x: ${value}}}}\n`;
    return {
      ...Object.fromEntries(names.map((name) => [`nodes/${name}.yml`, "parameters: {own: 1}\n"])),
      "groups/a.yml": group(1),
      "groups/b.yml": group(2),
    };
  };
  const workFor = async (count: number): Promise<Work> => {
    const inventory = await inventoryOf(fleet(count));
    return workOf(() => {
      for (const name of inventory.nodeNames) expect(resolveNode(inventory, name).conflicts).toHaveLength(1);
    });
  };
  const [few, many] = [await workFor(2), await workFor(50)];

  expect(few.orderResults).toBeGreaterThan(0);
  expect({ states: many.states, orderResults: many.orderResults, judged: many.judged }).toEqual({
    states: few.states,
    orderResults: few.orderResults,
    judged: few.judged,
  });
});

test("nodes in other groups share it too, where these say nothing of the names in question", async () => {
  const workFor = async (count: number): Promise<Work> => {
    const names = Array.from({ length: count }, (_, at) => `n${at}`);
    const inventory = await inventoryOf({
      ...Object.fromEntries(names.map((name) => [`nodes/${name}.yml`, "{}\n"])),
      ...Object.fromEntries(
        names.map((name, at) => [`groups/x${at}.yml`, `{nodes: [${name}], properties: {x: ${at}}}\n`]),
      ),
      "groups/a.yml": `{nodes: [${names}], properties: {k: 1}}\n`,
      "groups/z.yml": `{nodes: [${names}], properties: {k: 2}}\n`,
    });
    return workOf(() => {
      for (const name of inventory.nodeNames) {
        expect(resolveNode(inventory, name).conflicts.map(({ groups }) => groups)).toEqual([["a", "z"]]);
      }
    });
  };
  const [few, many] = [await workFor(2), await workFor(20)];

  expect([many.states, many.orderResults]).toEqual([few.states, few.orderResults]);
});

test("what the next group replaces whatever it is needs no states: all 12 groups are named exactly", async () => {
  const inventory = await inventoryOf({
    ...unordered(12),
    // Over g00 in every order, so that g00 never decides anything.
    "groups/g01.yml": "{parents: [g00], nodes: [n1], properties: {k: 1}}\n",
  });
  const { states } = workOf(() => {
    const [conflict] = resolveNode(inventory, "n1").conflicts;
    expect(conflict?.groups).toEqual(Array.from({ length: 11 }, (_, at) => `g${String(at + 1).padStart(2, "0")}`));
  });

  // A state for each set of 11 groups, and one for each group that is the last.
  expect(states).toBeLessThanOrEqual(2 ** 11 + 11);
});
