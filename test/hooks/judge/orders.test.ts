import fc from "fast-check";
import { expect, test } from "vitest";
import { anyOrders, type DrawnOrders, orderFiles, rewritings } from "../../support/arbitrary/orders.ts";
import type { Files } from "../../support/side.ts";
import { hookedRepo, withBuiltProgram } from "../hooked-repo.ts";

withBuiltProgram();

const inWords = anyOrders.chain((drawn) => {
  const all = Object.values(rewritings).map((rewriting) => rewriting(drawn));
  return fc.tuple(fc.constant(drawn), ...all).map(([first, ...others]) => ({ drawn: first, others }));
});

test("the verdict on a commit that adds groups does not depend on their names, nor on how their order is written", async () => {
  let refused = 0;
  fc.assert(
    fc.property(inWords, ({ drawn, others }) => {
      const expected = verdict(drawn, orderFiles(drawn));
      refused += expected;

      expect(others.map(({ files }) => verdict(drawn, files))).toEqual(others.map(() => expected));
    }),
    { numRuns: 1, examples: [[{ drawn: conflicting, others: [] }]] },
  );
  expect(refused).toBeGreaterThan(0);
});

/** Two groups of n1 disagree. */
const conflicting: DrawnOrders = {
  groups: new Map([
    ["os", { parents: [], nodes: ["n1"], body: "properties: {k: 1}\n" }],
    ["dc", { parents: [], nodes: ["n1"], body: "properties: {k: 2}\n" }],
  ]),
  chains: [],
  target: "os",
  others: {
    "heir.yml": "version: 1\n",
    "nodes/n1.yml": "{}\n",
    "directives/d.yml": "technique: t\n",
    "techniques/t.yml": "{}\n",
  },
};

/** How git ends when the files of groups are added to a repository with all others. */
function verdict({ others }: DrawnOrders, files: Files): number {
  const repo = hookedRepo();
  repo.git("rm", "-qr", ".");
  repo.quietly(others);
  return repo.commit(files, "-q").code ?? 2;
}
