import { expect, test } from "vitest";
import { nodeGroups } from "../../../src/resolve/groups/node-groups.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { work } from "../../../src/speed/work.ts";
import { manyGroups } from "../../support/git/many-groups.ts";
import { Sides } from "../../support/side.ts";

const NODES = 1000;

/** Resolves all nodes; the sets of groups that occur, nodes with a conflict, and the work that it took. */
async function resolveAll(conflicts: boolean) {
  const { inventory } = await new Sides().of(manyGroups({ nodes: NODES, conflicts }));
  const before = { ...work };
  const outcomes = inventory.nodeNames.map((name) => resolveNode(inventory, name));
  const done = Object.fromEntries(
    Object.entries(work).map(([step, count]) => [step, count - before[step as keyof typeof work]]),
  );
  const sets = new Set(
    inventory.nodeNames.map((name) => {
      const node = inventory.node(name);
      return node === undefined ? "" : nodeGroups(inventory, node).order.linear.join();
    }),
  );
  const failed = outcomes.filter(({ node }) => node === undefined);
  const partial = outcomes.filter(({ node }) => (node?.conflicts.length ?? 0) > 0);
  return { groups: inventory.groups.groups.size, sets: sets.size, failed, partial, done };
}

test("200 groups, 1,000 nodes, 50 properties: each node is asked once, each set of groups ordered once", async () => {
  const { groups, sets, failed, partial, done } = await resolveAll(false);

  expect({ groups, failed, partial }).toEqual({ groups: 200, failed: [], partial: [] });
  expect(sets).toBeLessThan(NODES / 2);
  // Each node is in 12 groups: a top, a middle and a leaf of four hierarchies.
  expect(done).toEqual({
    memberships: NODES,
    orders: sets,
    pairs: sets * ((12 * 11) / 2),
    // Globals, 12 groups, what heir adds, the node itself: the order of groups costs no more than that.
    merges: NODES * (1 + 12 + 1 + 1),
    judged: 0,
    states: 0,
    orderResults: 0,
    chains: 0,
    walks: 0,
  });
});

test("where nothing orders a hierarchy, only what is contested is judged, and only for its nodes", async () => {
  const { sets, failed, partial, done } = await resolveAll(true);

  expect(failed).toEqual([]);
  expect(partial.length).toBeGreaterThan(0);
  expect(done["orders"]).toBe(sets);
  // Nodes share what their groups come to by themselves: names are judged once for each set of groups that occurs.
  expect(done["judged"]).toBeLessThan(sets * 50);
  expect(done["chains"]).toBe(0);
  const open = partial.reduce((sum, { conflicts }) => sum + conflicts.flatMap(({ paths }) => paths).length, 0);
  // Two groups without an order give two results, and two more for what a layer above hides.
  expect(done["orderResults"]).toBeLessThan(open * 8);
});
