import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { newRepo } from "../../support/git/repo.ts";

test("places behind a link name the file that git lists, and what is not read fails the nodes that need it", async () => {
  const repo = newRepo();
  repo.write("lib/a.yml", 'parameters: {k: "${nope}"}\n');
  repo.write("inv/nodes/a.yml", "classes: [a]\n");
  repo.write("inv/nodes/b.yml", "classes: [out.x]\n");
  repo.write("inv/classes/x.yml", "{}\n");
  symlinkSync("../../lib/a.yml", join(repo.dir, "inv/classes/a.yml"));
  symlinkSync("../../..", join(repo.dir, "inv/classes/out"));
  repo.commit("one");
  const workspace = await openWorkspace({ cwd: repo.dir, cache: false });
  for (const state of ["WORKTREE", "INDEX", "HEAD"]) {
    const { findings } = await workspace.check(await workspace.snapshot(state));
    const found = findings.map(({ diagnostic: { code, severity, span }, nodes }) => {
      return [severity, code, span?.file.target ?? span?.file.path, ...nodes];
    });
    expect(found).toEqual([
      ["error", "unresolved-reference", "../lib/a.yml", "a"],
      ["error", "symlink-escape", "classes/out", "b"],
    ]);
  }
  await workspace.close();
});

test("a link that the inventory does not read is no error, whatever its name", async () => {
  const repo = newRepo();
  repo.write("nodes/a.yml", "{}\n");
  repo.write("classes/x.yml", "{}\n");
  repo.write(".old/x.yml", "{}\n");
  for (const name of [".old/out.yml", "classes/out.yml"]) symlinkSync("../../../x.yml", join(repo.dir, name));
  repo.commit("one");
  const workspace = await openWorkspace({ cwd: repo.dir, cache: false });
  const { findings } = await workspace.check(await workspace.snapshot("HEAD"));
  expect(findings.map(({ diagnostic: { span } }) => span?.file.path)).toEqual(["classes/out.yml"]);
  await workspace.close();
});
