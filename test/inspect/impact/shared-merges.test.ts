import fc from "fast-check";
import { expect, test } from "vitest";
import { SharedMerges } from "../../../src/inspect/impact/shared-merges.ts";
import type { Contribution } from "../../../src/model/results/explanation.ts";
import { placeOf, placeText } from "../../../src/model/values/value.ts";
import { rulesOfNode } from "../../../src/resolve/contracts/node-contracts.ts";
import { Explainer } from "../../../src/resolve/merge/explainer.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { work } from "../../../src/speed/work.ts";
import { written } from "../../../src/written/written.ts";
import { anyInventory } from "../../support/arbitrary/inventory.ts";
import { Sides } from "../../support/side.ts";

function told(contributions: readonly Contribution[]): readonly string[] {
  return contributions.map(({ step, action, keepsBelow, value, path }) => {
    return `${step.layer} ${step.name} ${action} ${keepsBelow} ${placeText(placeOf(value.origin))} ${path.join(":")}`;
  });
}

test("what layers do to a value is the same as where a node is merged alone and as a whole", async () => {
  await fc.assert(
    fc.asyncProperty(anyInventory, async (files) => {
      const { inventory } = await new Sides().of(files);
      const shared = new SharedMerges(inventory);
      for (const name of inventory.nodeNames) {
        const { node } = resolveNode(inventory, name);
        if (node === undefined) continue;
        const alone = new Explainer(inventory, { ...node, rules: rulesOfNode(inventory, node) }, node);
        for (const section of ["parameters", "exports"] as const) {
          const paths = node.steps.flatMap((step) => written(step[section], inventory.settings));
          for (const { path } of paths) {
            expect(told(shared.at(node, [section, ...path]))).toEqual(told(alone.contributions({ section, path })));
          }
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("nodes whose layers write the same for a value, and for what it refers to, are merged once", async () => {
  const nodes = Array.from({ length: 20 }, (_, index) => [
    `nodes/n${index}.yml`,
    `classes: [a]\nparameters: {id: ${index}}\n`,
  ]);
  const { inventory } = await new Sides().of({
    "classes/a.yml": "parameters: {motd: 'at ${site}', site: par}\n",
    ...Object.fromEntries(nodes),
  });
  const shared = new SharedMerges(inventory);
  const resolved = inventory.nodeNames.flatMap((name) => resolveNode(inventory, name).node ?? []);
  const before = work.merges;
  for (const node of resolved) shared.at(node, ["parameters", "motd"]);
  expect(work.merges - before).toBe(1);
});
