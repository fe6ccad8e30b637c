import { expect, test } from "vitest";
import { OpenedRepository, READ_LIMITS } from "../../../../src/tui/worker/opened/opened.ts";
import { WorkerRepository } from "../../../../src/tui/worker/opened/repository.ts";
import { SelectedComparison } from "../../../../src/tui/worker/opened/selected-comparison.ts";
import { newRepo } from "../../../support/git/repo.ts";

const repo = newRepo();
repo.commit("first", {
  "nodes/a.yml": "classes: [base]\n",
  "nodes/b.yml": "classes: [base]\n",
  "classes/base.yml": "parameters: {x: 1}\n",
});
repo.commit("second", { "nodes/0new.yml": "classes: [base]\n", "classes/base.yml": "parameters: {x: 2}\n" });

async function firstNodes(opening: { readonly nodes: readonly string[] }, many: number, first: readonly string[] = []) {
  const opened = new OpenedRepository(
    { cwd: repo.dir, overrides: [], paths: [], ...opening },
    () => undefined,
    READ_LIMITS,
  );
  const workspace = await opened.workspace();
  const ends = await workspace.ends(["HEAD~1", "HEAD"], false);
  return new SelectedComparison(opened, { paths: [], ...opening }).firstNodes(ends, { causes: true, first }, many);
}

test("of many nodes the first ones that are on both sides are compared alone; of few, or selected ones, none", async () => {
  const first = await firstNodes({ nodes: [] }, 3);
  while (first !== undefined && !(await first.comparison.more(0)));

  expect([first?.comparison.done, first?.total]).toEqual([2, 3]);
  expect(first?.comparison.soFar().changes.map(({ nodes }) => nodes)).toEqual([["a", "b"]]);
  expect(await firstNodes({ nodes: [] }, 4)).toBeUndefined();
  expect(await firstNodes({ nodes: ["a"] }, 1)).toBeUndefined();
});

test("the nodes in front are compared before the first ones by name", async () => {
  const first = await firstNodes({ nodes: [] }, 3, ["gone", "b", "0new"]);
  await first?.comparison.more(0);

  expect(first?.comparison.soFar().changes.map(({ nodes }) => nodes)).toEqual([["b"]]);
});

test("what is narrowed says to what, also where neither state has such a node", async () => {
  const summary = async (nodes: readonly string[], paths: readonly string[]) => {
    const repository = new WorkerRepository({ cwd: repo.dir, overrides: [], nodes, paths });
    const set = await repository.changes({ kind: "states", words: ["HEAD~1", "HEAD"], staged: false }, {});
    await repository.forget({ areSecretsShown: false });
    return set.summary;
  };

  expect(await summary(["gone"], [])).toMatch(/^nothing compared on gone: there are no such nodes on either side/);
  expect(await summary(["a"], ["y"])).toMatch(/^no resolved difference on a at y: 1 node compared/);
});
