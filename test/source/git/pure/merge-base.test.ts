import fc from "fast-check";
import { expect, test } from "vitest";
import { pureMergeBase } from "../../../../src/source/git/pure/store.ts";
import type { CommitInfo } from "../../../../src/source/git/store.ts";

/** Parents of each commit, all older (of a smaller number) than itself. */
const histories = fc
  .array(fc.array(fc.nat(), { maxLength: 2 }), { minLength: 2, maxLength: 12 })
  .map((commits) => commits.map((parents, at) => (at === 0 ? [] : parents.map((parent) => parent % at))));

test("a merge base is a common ancestor that no other one descends from", async () => {
  await fc.assert(
    fc.asyncProperty(histories, fc.nat(), fc.nat(), async (history, one, two) => {
      const [left, right] = [one % history.length, two % history.length];
      const common = [...ancestors(history, left)].filter((at) => ancestors(history, right).has(at));
      const best = common.filter((at) => !common.some((other) => other !== at && ancestors(history, other).has(at)));
      const found = await pureMergeBase(`${left}`, `${right}`, async (id) => commit(history, Number(id)));
      expect(best.map(String).concat(best.length === 0 ? ["none"] : [])).toContain(found ?? "none");
    }),
  );
});

test("a history that ends early, as in a shallow clone, has the base that is left", async () => {
  const history = [[], [0], [1], [1]];
  const read = async (id: string) => (Number(id) === 0 ? undefined : commit(history, Number(id)));
  expect(await pureMergeBase("2", "3", read)).toBe("1");
});

type History = readonly (readonly number[])[];

function ancestors(history: History, from: number): ReadonlySet<number> {
  const seen = new Set([from]);
  for (const at of seen) for (const parent of history[at] ?? []) seen.add(parent);
  return seen;
}

function commit(history: History, at: number): CommitInfo {
  return { id: `${at}`, tree: "", parents: (history[at] ?? []).map(String), shortId: `${at}`, subject: "" };
}
