import { expect, test } from "vitest";
import { nodeGroups } from "../../../src/resolve/groups/node-groups.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { work } from "../../../src/resolve/work.ts";
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
    // Globals, 12 groups, what heir adds, the node itself; and each group once by itself.
    merges: NODES * (1 + 12 + 1 + 1) + groups,
    judged: 0,
  });
});

test("where nothing orders a hierarchy, only what is contested is judged, and only for its nodes", async () => {
  const { sets, failed, partial, done } = await resolveAll(true);

  expect(failed).toEqual([]);
  expect(partial.length).toBeGreaterThan(0);
  expect(done["orders"]).toBe(sets);
  // A property is judged whole, at each path below it, and again without what hides it.
  const contested = partial.reduce((sum, { node }) => sum + (node?.conflicts.length ?? 0), 0);
  expect(done["judged"]).toBeLessThan(contested * 20);
});
