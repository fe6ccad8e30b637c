import { expect, test, vi } from "vitest";
import { choiceJudge } from "../../../src/workspace/merge-files/choices.ts";
import type { FileConflict } from "../../../src/workspace/merge-files/file.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { newRepo } from "../../support/git/repo.ts";

/** A conflict about what a class sets. */
function conflict(ours: string, theirs: string): FileConflict {
  const text = (port: string) => `parameters: {port: ${port}}\n`;
  return { kind: "conflict", marked: () => "", sides: [text(ours), text(theirs)], orders: [] };
}

test("the states of a merge are read once for all of its files in conflict", async () => {
  const repo = newRepo();
  const files = { "nodes/n.yml": "classes: [a, b]\n", "classes/a.yml": "{}\n", "classes/b.yml": "{}\n" };
  const id = repo.commit("first", files);
  const merge = { ours: id, theirs: id, tree: repo.git("rev-parse", "HEAD^{tree}") };
  const workspace = await openWorkspace({ cwd: repo.dir });
  const [commit, tree] = [vi.spyOn(workspace.source.all, "commit"), vi.spyOn(workspace.source.all, "tree")];
  const judge = choiceJudge(workspace);

  const first = await judge(conflict("1", "2"), { path: "classes/a.yml", among: [merge] }, {});
  const second = await judge(conflict("3", "4"), { path: "classes/b.yml", among: [merge] }, {});

  expect([first.labels?.ours, second.labels?.theirs]).toEqual(["ours: n port = 1", "theirs: n port = 4"]);
  expect([commit.mock.calls.length, tree.mock.calls.length]).toEqual([2, 1]);
  await workspace.close();
});

test("a merge that could not be read in time is read for the next file", async () => {
  const repo = newRepo();
  const id = repo.commit("first", { "nodes/n.yml": "classes: [a]\n", "classes/a.yml": "{}\n" });
  const merge = { ours: id, theirs: id, tree: repo.git("rev-parse", "HEAD^{tree}") };
  const workspace = await openWorkspace({ cwd: repo.dir });
  const judge = choiceJudge(workspace);
  const asked = { path: "classes/a.yml", among: [merge] };

  await expect(judge(conflict("1", "2"), asked, { signal: AbortSignal.abort() })).rejects.toThrow();
  expect(await judge(conflict("1", "2"), asked, {})).toMatchObject({ labels: { ours: "ours: n port = 1" } });
  await workspace.close();
});
