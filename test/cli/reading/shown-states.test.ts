import { expect, test } from "vitest";
import { checkRevisions } from "../../../src/cli/commands/project/tui.ts";
import { askedPaths, Scope } from "../../../src/cli/reading/names.ts";
import { checkShownScope, type ShownWords, shownFirst } from "../../../src/cli/reading/shown-states.ts";
import { readSelectors } from "../../../src/model/selector/selector.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";

/** A history in which a node and a value are gone, and a branch with another node and another value. */
function history(): TestRepo {
  const repo = newRepo();
  repo.commit("one", {
    "classes/a.yml": "parameters: {gone: {deep: 1}, same: 1}\n",
    "nodes/old.yml": "classes: [a]\nparameters: {own: 1}\n",
    "nodes/web1.yml": "classes: [a]\n",
  });
  repo.git("branch", "start");
  repo.git("rm", "-q", "nodes/old.yml");
  repo.commit("two", { "classes/a.yml": "parameters: {same: 1}\n" });
  repo.git("checkout", "-q", "-b", "topic");
  repo.commit("three", { "nodes/new.yml": "parameters: {fresh: 1}\n" });
  repo.git("checkout", "-q", "main");
  repo.commit("four", { "README.md": "" });
  return repo;
}

interface Asked extends Partial<ShownWords> {
  readonly nodes?: readonly string[];
  readonly paths?: readonly string[];
}

/** The error for what none of the states has; undefined where each name is one. */
async function failure(repo: TestRepo, { nodes = [], paths = [], ...words }: Asked): Promise<string | undefined> {
  const workspace = await openWorkspace({ cwd: repo.dir, cache: false });
  const shown = { range: undefined, staged: false, merge: undefined, ...words };
  const context = { signal: new AbortController().signal, step: async () => undefined };
  const scope = new Scope({ has: () => false });
  try {
    await checkRevisions(shown, workspace);
    const narrowed = { selector: readSelectors(nodes), paths: askedPaths({ list: () => paths }, "path") };
    await checkShownScope(narrowed, shownFirst(shown, { workspace, context }), { scope, workspace, context });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    await workspace.close();
  }
}

test.each<readonly [string, Asked]>([
  ["a node of the work tree", { nodes: ["web1"] }],
  ["a node that a commit of the history removed", { nodes: ["old"] }],
  ["a pattern for one", { nodes: ["o*d"] }],
  ["a value that a commit of the history removed", { paths: ["gone:deep"] }],
  ["a value that only a removed node has", { paths: ["own"] }],
  ["a node of a branch, in a range to it", { range: "main..topic", nodes: ["new"] }],
  ["a value of a branch, in a range to it", { range: "main..topic", paths: ["fresh"] }],
  ["a node of a branch, in the preview of its merge", { merge: "topic", nodes: ["new"], paths: ["fresh"] }],
])("%s is in scope", async (_, asked) => {
  expect(await failure(history(), asked)).toBeUndefined();
});

test.each<readonly [string, Asked, string]>([
  ["no commit has the node", { nodes: ["web1", "wbe1"] }, 'no node is called "wbe1"'],
  ["no commit has the value", { paths: ["same", "smae"] }, 'no node has a value at "smae"'],
  ["no commit of the range has the node", { range: "start..main", nodes: ["new"] }, 'no node is called "new"'],
  ["what is staged lacks the node", { staged: true, nodes: ["old"] }, 'no node is called "old"'],
  ["the merge lacks the value", { merge: "topic", paths: ["gone"] }, 'no node has a value at "gone"'],
])("where %s, it is named", async (_, asked, message) => {
  expect(await failure(history(), asked)).toBe(message);
});

test.each<readonly [string, Asked, string]>([
  ["a range", { range: "strat..main" }, 'unknown revision "strat"'],
  ["the later end of a range", { range: "main..topci" }, 'unknown revision "topci"'],
  ["a branch to be merged", { merge: "topci" }, 'unknown revision "topci"'],
  ["what has no history", { range: "INDEX" }, "INDEX has no history"],
])("%s that names no commit is an error before anything is read", async (_, asked, message) => {
  expect(await failure(history(), { ...asked, nodes: ["wbe1"] })).toBe(message);
});

test("a staged node and one that is only in the work tree are in scope", async () => {
  const repo = history();
  repo.write("nodes/staged.yml", "{}\n");
  repo.git("add", "-A");
  repo.write("nodes/extra.yml", "{}\n");

  expect(await failure(repo, { staged: true, nodes: ["staged", "extra"] })).toBeUndefined();
  repo.git("rm", "-q", "--cached", "nodes/web1.yml");
  expect(await failure(repo, { staged: true, nodes: ["web1"] })).toBeUndefined();
});

test("before the first commit the work tree is all there is", async () => {
  const repo = newRepo();
  repo.write("nodes/web1.yml", "{}\n");
  repo.write("classes/a.yml", "{}\n");

  expect(await failure(repo, { nodes: ["web1"] })).toBeUndefined();
  expect(await failure(repo, { nodes: ["web2"] })).toBe('no node is called "web2"');
});
