import { expect, test } from "vitest";
import { impactSearch } from "../../../src/inspect/impact/impact.ts";
import { impactTarget } from "../../../src/inspect/targets.ts";
import { work } from "../../../src/speed/work.ts";
import { Sides } from "../../support/side.ts";

/** How many steps are folded to tell the impact of a class with some values, which one of two nodes has. */
async function foldsFor(values: number): Promise<number> {
  const keys = Array.from({ length: values }, (_, index) => `  k${index}: "\${x}"\n`).join("");
  const { inventory } = await new Sides().of({
    "classes/a.yml": `parameters:\n  x: 1\n${keys}`,
    "classes/b.yml": "parameters: {y: 1}\n",
    "nodes/n1.yml": "classes: [a]\n",
    "nodes/n2.yml": "classes: [b]\n",
  });
  const search = impactSearch(inventory, impactTarget(inventory, "class:a").target);
  const before = work.merges;
  for (const name of inventory.nodeNames) search.visit(name);
  expect(search.result().nodes).toEqual(["n1"]);
  return work.merges - before;
}

test("a node is folded twice, however many values are asked about, and one that is not reached not at all", async () => {
  const steps = ["_reclass_", "class a", "node n1"].length;

  expect(await foldsFor(1)).toBe(2 * steps);
  expect(await foldsFor(100)).toBe(2 * steps);
});
