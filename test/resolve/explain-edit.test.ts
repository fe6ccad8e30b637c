import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ExplainedContribution } from "../../src/model/explanation.ts";
import type { ParameterPath } from "../../src/model/parameter-path.ts";
import type { Value } from "../../src/model/value.ts";
import { childKeys, valueAt } from "../../src/model/value-at.ts";
import { valueJson } from "../../src/report/json.ts";
import { NodeExplainer } from "../../src/resolve/explanation.ts";
import { resolveNode } from "../../src/resolve/node.ts";
import { exampleFolder } from "../example/replayed.ts";
import { anyGrouped } from "../support/arbitrary-groups.ts";
import { anyInventory } from "../support/arbitrary-inventory.ts";
import { type Files, Sides } from "../support/side.ts";

/** In the place of text, and of anything else: text could be joined to text where the value was none. */
const EDITED = { text: '"edited by a test"', other: "4711" };

/** The leaves of a node, from the node object on. */
function leavesOf(value: Value, path: ParameterPath): readonly ParameterPath[] {
  const keys = childKeys(value);
  if (keys.length === 0) return [path];
  return keys.flatMap((key) => {
    const child = valueAt(value, [key]);
    return child === undefined ? [] : leavesOf(child, [...path, key]);
  });
}

/** The one contribution that is the whole value, written on one line of a file. */
function soleWinner(
  contributions: readonly ExplainedContribution[],
  path: ParameterPath,
): ExplainedContribution | undefined {
  const [winner, ...more] = contributions.filter(({ counts }) => counts);
  if (winner === undefined || more.length > 0 || winner.path.length !== path.length) return undefined;
  const { kind, origin } = winner.value;
  const isWritten = (kind === "scalar" || kind === "template") && origin.end > origin.start;
  return isWritten && !origin.file.text.slice(origin.start, origin.end).includes("\n") ? winner : undefined;
}

/** Writes another text where explain says that a value is written; how many values were so changed. */
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
    for (const path of choose(leavesOf(node.parameters, ["parameters"]))) {
      const winner = soleWinner(explainer.explanation(path).contributions, path);
      if (winner === undefined) continue;
      const { file, start, end } = winner.value.origin;
      const isText =
        winner.value.kind === "template" || (winner.value.kind === "scalar" && winner.value.type === "text");
      const edit = isText ? EDITED.text : EDITED.other;
      const text = file.text.slice(0, start) + edit + file.text.slice(end);
      const after = await sides.of({ ...files, [file.path]: text });
      const now = resolveNode(after.inventory, name).node;
      // The edit may take away a class, a group or the target of a reference, and set groups against each other.
      if (now === undefined || now.steps.length !== node.steps.length || now.conflicts.length > 0) continue;
      const value = valueAt(now.parameters, path.slice(1));
      expect(value && valueJson(value), `${name} ${path.join(":")}`).toBe(edit);
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
