import { expect, test } from "vitest";
import { printPath } from "../../../src/model/values/parameter-path.ts";
import { compareSides } from "../../../src/workspace/compare/comparison.ts";
import { compareGradually } from "../../../src/workspace/compare/gradual.ts";
import { Sides } from "../../support/side.ts";

const nodes = Object.fromEntries(["a", "b", "c", "d"].map((name) => [`nodes/${name}.yml`, "classes: [base]\n"]));
const sides = new Sides();
const before = await sides.of({ ...nodes, "nodes/gone.yml": "", "classes/base.yml": "parameters: {x: 1, y: 1}\n" });
const after = await sides.of({
  ...nodes,
  "nodes/b.yml": "classes: [base, lost]\n",
  "nodes/new.yml": "classes: [lost]\n",
  "classes/base.yml": "parameters: {x: 2}\n",
});

test("node by node a comparison comes to the same end, and no change is taken back on the way", async () => {
  const gradual = await compareGradually(before, after, { causes: true });
  const rows = (): readonly string[] =>
    gradual.soFar().changes.map(({ change, nodes: on }) => `${change.kind} ${printPath(change.path)} ${on.length}`);
  const steps: (readonly string[])[] = [rows()];
  while (!(await gradual.more(0))) steps.push(rows());
  const { members, ...whole } = await compareSides(before, after, { causes: true });
  const { members: found, ...seen } = gradual.soFar();

  expect(steps).toEqual([
    [],
    ["changed x 1", "removed y 1"],
    ["changed x 1", "removed y 1"],
    ["changed x 2", "removed y 2"],
  ]);
  expect(seen).toEqual(whole);
  expect(found?.().table()).toEqual(members?.().table());
  expect(whole.nodes.newlyFailing.map(({ name }) => name)).toEqual(["b", "new"]);
});

test("nodes that are to be first are compared first, and the end is the same", async () => {
  const gradual = await compareGradually(before, after, { causes: true, first: ["none", "d", "c"] });
  const seen: string[] = [];
  const found = (): string => gradual.soFar().changes[0]?.nodes.join(" ") ?? "";
  for (let isOver = false; !isOver; ) {
    isOver = await gradual.more(0);
    seen.push(found());
  }
  const { members: _, ...whole } = await compareSides(before, after, { causes: true });
  const { members: __, ...inTheEnd } = gradual.soFar();

  expect(seen).toEqual(["d", "c d", "a c d", "a c d"]);
  expect(inTheEnd).toEqual(whole);
});

test("after files that could not be fetched the nodes that are left are compared, as if nothing had failed", async () => {
  let isAway = false;
  const prefetch = async (): Promise<void> => {
    if (!isAway) return;
    isAway = false;
    throw new Error("the server is away");
  };
  const gradual = await compareGradually(before, after, { causes: true, prefetch });
  isAway = true;
  const failures: unknown[] = [];
  for (let isOver = false; !isOver; ) {
    isOver = await gradual.more(0).catch((error: Error) => {
      failures.push(error.message);
      return false;
    });
  }
  const { members: _, ...whole } = await compareSides(before, after, { causes: true });
  const { members: __, ...inTheEnd } = gradual.soFar();

  expect(failures).toEqual(["the server is away"]);
  expect(inTheEnd).toEqual(whole);
});
