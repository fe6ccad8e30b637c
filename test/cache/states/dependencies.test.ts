import { expect, test } from "vitest";
import { KnownDependencies } from "../../../src/cache/states/dependencies.ts";
import { compareSides } from "../../../src/workspace/compare/comparison.ts";
import { memoryAnswers } from "../../support/answers.ts";
import { type Files, Sides } from "../../support/side.ts";

const BEFORE: Files = {
  "classes/a.yml": "parameters: {a: 1}\n",
  "nodes/n1.yml": "classes: [a]\n",
  "nodes/n2.yml": "classes: [a]\nparameters: {b: '${nowhere}'}\n",
  "nodes/n3.yml": "{}\n",
};

test("what a comparison has shown of nodes is read back: their files", async () => {
  const sides = new Sides();
  const [before, after] = [
    await sides.of(BEFORE),
    await sides.of({ ...BEFORE, "classes/a.yml": "parameters: {a: 2}\n" }),
  ];
  const answers = memoryAnswers();
  const known = new KnownDependencies(answers, []);
  await compareSides(before, after, { dependencies: known });
  known.write();
  const again = new KnownDependencies(answers, []).of(after.snapshot);

  const names = ["n1", "n2", "n3"];
  expect(names.map((name) => [...(again?.get(name)?.files ?? [])])).toEqual([
    ["classes/a.yml", "nodes/n1.yml"],
    ["classes/a.yml", "nodes/n2.yml"],
    ["nodes/n3.yml"],
  ]);
});
