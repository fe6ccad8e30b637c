import fc from "fast-check";
import { expect, test } from "vitest";
import { type Block, differingNodes } from "../../src/model/results/comparison.ts";
import { compareSides } from "../../src/workspace/compare/comparison.ts";
import { withBlocks } from "../../src/workspace/evidence/reviewed.ts";
import { anyGrouped, anyGroupedEdit } from "../support/arbitrary/groups.ts";
import { anyEdit, anyInventory } from "../support/arbitrary/inventory.ts";
import { type Files, Sides } from "../support/side.ts";

type Edit = Readonly<Record<string, string | null>>;

/** Each change is in one effect, each node that differs in a block, and what a selector says is true of all nodes. */
async function isWhole(files: Files, edit: Edit): Promise<void> {
  const sides = new Sides();
  const kept = Object.entries({ ...files, ...edit }).filter((entry): entry is [string, string] => entry[1] !== null);
  const [before, after] = [await sides.of(files), await sides.of(Object.fromEntries(kept))];
  for (const causes of [true, false]) {
    const comparison = withBlocks(await compareSides(before, after, { causes }));
    const { blocks, changes, nodes } = comparison;
    const used = blocks.flatMap(({ effects }) => effects.flatMap((effect) => effect.changes));
    expect(used.toSorted((left, right) => left - right)).toEqual(changes.map((_, index) => index));
    for (const block of blocks) isTrueOf(block, changes, after.inventory.nodeNames);
    const reached = new Set(blocks.flatMap((block) => block.nodes));
    const renamedFrom = new Set(nodes.renamed.map(({ from }) => from));
    expect([...differingNodes(comparison)].filter((name) => !reached.has(name) && !renamedFrom.has(name))).toEqual([]);
    const failing = blocks.flatMap((block) => block.failing.flatMap((each) => each.nodes));
    expect(failing.toSorted()).toEqual(nodes.newlyFailing.map(({ name }) => name));
    const firstOther = blocks.findIndex((block) => block.failing.length === 0);
    expect(blocks.findLastIndex((block) => block.failing.length > 0)).toBeLessThan(
      firstOther === -1 ? blocks.length : firstOther,
    );
  }
}

function isTrueOf(
  { nodes, effects, selector }: Block,
  changes: readonly { readonly nodes: readonly string[] }[],
  all: readonly string[],
): void {
  expect(nodes.length).toBeGreaterThan(0);
  for (const effect of effects) {
    const own = new Set(effect.changes.flatMap((index) => changes[index]?.nodes ?? []));
    expect(effect.nodes).toEqual([...own].sort());
    expect(effect.nodes.filter((node) => !nodes.includes(node))).toEqual([]);
  }
  if (selector === "all nodes") expect(nodes).toEqual(all);
}

test("blocks hold every change once and every node that differs", async () => {
  await fc.assert(fc.asyncProperty(anyInventory, anyEdit, isWhole), { numRuns: 300 });
});

test("so they do where groups, their order or policies change", async () => {
  await fc.assert(fc.asyncProperty(anyGrouped, anyGroupedEdit, isWhole), { numRuns: 200 });
});
