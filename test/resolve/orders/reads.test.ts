import { expect, test } from "vitest";
import { readsOf, resolveNode } from "../../../src/resolve/node.ts";
import { compareSides } from "../../../src/workspace/compare/comparison.ts";
import { type Files, Sides } from "../../support/side.ts";

/** With b over a the node has the class k.y, with a over b it has k.x. */
const files: Files = {
  "heir.yml": "version: 1\n",
  "groups/a.yml": "{nodes: [n1], properties: {k: x}}\n",
  "groups/b.yml": "{nodes: [n1], properties: {k: y}}\n",
  "nodes/n1.yml": "classes: ['k.${k}']\n",
  "classes/k/x.yml": "parameters: {t: 1}\n",
  "classes/k/y.yml": "parameters: {t: 1}\n",
};

test("a node depends on the classes of every order of its groups", async () => {
  const { inventory } = await new Sides().of(files);
  const read = readsOf(inventory, "n1");

  const groups = ["groups/a.yml", "groups/b.yml"];
  expect([...read.files.keys()].sort()).toEqual(["classes/k/x.yml", "classes/k/y.yml", ...groups, "nodes/n1.yml"]);
  expect(read.files).toEqual(resolveNode(inventory, "n1").reads.files);
});

test("and on those that are missing in any", async () => {
  const { "classes/k/x.yml": _, ...others } = files;
  const { inventory } = await new Sides().of(others);

  expect(readsOf(inventory, "n1").missed).toEqual(new Set(["k.x"]));
});

test("a comparison sees a class that only another order brings: a decided value becomes a conflict", async () => {
  const sides = new Sides();
  const [before, after] = [
    await sides.of(files),
    await sides.of({ ...files, "classes/k/x.yml": "parameters: {t: 2}\n" }),
  ];
  const { changes } = await compareSides(before, after);

  expect(changes.map(({ change, nodes }) => [change.kind, change.path.join(":"), nodes])).toEqual([
    ["removed", "parameters:t", ["n1"]],
  ]);
});
