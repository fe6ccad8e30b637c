import fc from "fast-check";
import { expect, test } from "vitest";
import { Identities } from "../../src/compare/identity.ts";
import { mapFour, mergedValues } from "../../src/compare/merges/merge.ts";
import { defaultSettings } from "../../src/model/inventory/settings.ts";
import type { FourWay } from "../../src/model/results/branch-merge.ts";
import { printPath } from "../../src/model/values/parameter-path.ts";
import { NodeData } from "../../src/resolve/data/node-data.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { hasError, type Side } from "../../src/workspace/load/outcome.ts";
import { anyEdit, anyInventory } from "../support/arbitrary/inventory.ts";
import { type Edit, edited, merge } from "../support/merge.ts";
import { type Files, Sides } from "../support/side.ts";

const RUNS = { numRuns: 300 };

/** As git would: what one side changes is taken; a file that both change is ours, as if settled by hand. */
function states(base: Files, ours: Edit, theirs: Edit): FourWay<Files> {
  return {
    base,
    ours: edited(base, ours),
    theirs: edited(base, theirs),
    merged: edited(base, { ...theirs, ...ours }),
  };
}

function stateOf({ inventory }: Side, name: string): NodeData | undefined {
  if (hasError(inventory) || inventory.fileOf("node", name) === undefined) return undefined;
  const { node } = resolveNode(inventory, name);
  return node && new NodeData(inventory, { node });
}

test("looking at nodes in doubt finds what looking at all nodes finds", async () => {
  await fc.assert(
    fc.asyncProperty(anyInventory, anyEdit, anyEdit, async (base, ours, theirs) => {
      const comparison = await merge(base, { ours, theirs, merged: ours });
      const sides = new Sides();
      const files = states(base, ours, theirs);
      const four: FourWay<Side> = {
        base: await sides.of(files.base),
        ours: await sides.of(files.ours),
        theirs: await sides.of(files.theirs),
        merged: await sides.of(files.merged),
      };
      const everywhere = Object.values(four).map(({ inventory }: Side) => new Set(inventory.nodeNames));
      const names = four.merged.inventory.nodeNames.filter((name) => everywhere.every((known) => known.has(name)));
      const expected = names.flatMap((name) => {
        const nodes = mapFour(four, (side) => stateOf(side, name));
        if (Object.values(nodes).includes(undefined)) return [];
        const values = mergedValues(nodes, { identities: new Identities(), settings: defaultSettings });
        return values.map(({ kind, path }) => `${kind} ${printPath(path)} ${name}`);
      });

      const found = comparison.values.flatMap(({ kind, path, nodes }) => {
        return nodes.filter((name) => names.includes(name)).map((name) => `${kind} ${printPath(path)} ${name}`);
      });
      expect(found.sort()).toEqual(expected.sort());
    }),
    RUNS,
  );
});

test("a merge with a side that changes nothing, or the same, does not surprise", async () => {
  await fc.assert(
    fc.asyncProperty(anyInventory, anyEdit, async (base, edit) => {
      for (const [ours, theirs] of [
        [edit, {}],
        [{}, edit],
        [edit, edit],
      ] as const) {
        const { values, nodes } = await merge(base, { ours, theirs });
        expect({ values, failing: nodes.failing, missing: nodes.missing, kept: nodes.kept }).toEqual({
          values: [],
          failing: [],
          missing: [],
          kept: [],
        });
      }
    }),
    { numRuns: 100 },
  );
});
