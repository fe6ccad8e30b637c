import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import type { ParameterPath } from "../../../src/model/values/parameter-path.ts";
import { exampleFolder } from "../../example/replayed.ts";
import { leafPaths, tryLeaf } from "../../support/arbitrary/edited-leaf.ts";
import { anyGrouped } from "../../support/arbitrary/groups.ts";
import { anyInventory } from "../../support/arbitrary/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

/** Writes another scalar where explain says that a value comes from; how many values were so changed. */
async function editLeaves(
  files: Files,
  choose: (paths: readonly ParameterPath[]) => readonly ParameterPath[],
): Promise<number> {
  const sides = new Sides();
  const { inventory } = await sides.of(files);
  let edited = 0;
  for (const name of inventory.nodeNames) {
    const explainer = new NodeExplainer(inventory, name);
    const { node } = explainer.outcome;
    if (node === undefined) continue;
    for (const path of choose(leafPaths(node.parameters, ["parameters"]))) {
      const tried = await tryLeaf({ sides, files }, explainer, path);
      if (tried.kind === "passed over") continue;
      expect(tried.problem, name).toBeUndefined();
      edited += 1;
    }
  }
  return edited;
}

test("who edits the line that explain names changes the value, on any inventory", async () => {
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyInventory, anyGrouped), async (files) => {
      await editLeaves(files, (paths) => paths);
    }),
    { numRuns: 100 },
  );
});

test("and in the example", async () => {
  const names = readdirSync(exampleFolder, { recursive: true, encoding: "utf8" });
  const own = names.filter((name) => /^(?:classes|nodes|groups)\/.*\.yml$|^[^/]*\.yml$/.test(name));
  const files = Object.fromEntries(own.map((name) => [name, readFileSync(join(exampleFolder, name), "utf8")]));

  expect(await editLeaves(files, (paths) => paths.filter((_, index) => index % 5 === 0))).toBeGreaterThan(50);
});
