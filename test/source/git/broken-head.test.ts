import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { openCommitPages } from "../../../src/workspace/repository/commit-pages.ts";
import { newRepo, type TestRepo } from "../../support/git/repo.ts";

async function said({ dir: cwd }: TestRepo): Promise<readonly string[]> {
  const workspace = await openWorkspace({ cwd });
  const pages = await openCommitPages({ cwd });
  const text = (error: unknown): string => (error instanceof Error ? error.message : String(error));
  const asked = [workspace.commitOf("HEAD"), pages.page({ skip: 0, count: 1 }), pages.head()];
  const all = await Promise.all(
    asked.map((each) => Promise.resolve<unknown>(each).then((it) => JSON.stringify(it) ?? "", text)),
  );
  await workspace.close();
  return all;
}

function committed(): { readonly repo: TestRepo; readonly id: string } {
  const repo = newRepo();
  return { repo, id: repo.commit("first", { "nodes/web1.yml": "{}\n" }) };
}

test("a branch whose commit is gone makes a broken repository, packed or not", async () => {
  for (const isPacked of [false, true]) {
    const { repo, id } = committed();
    if (isPacked) repo.git("pack-refs", "--all", "--prune");
    rmSync(join(repo.dir, ".git/objects", id.slice(0, 2)), { recursive: true });
    const broken = `broken repository: main names ${id.slice(0, 7)}, and the object is missing`;

    expect(await said(repo)).toEqual([broken, broken, broken]);
  }
});

test("so does one that holds no id; one without commits is empty", async () => {
  const { repo } = committed();
  writeFileSync(join(repo.dir, ".git/refs/heads/main"), "garbage\n");
  const broken = "broken repository: main names no commit";
  expect(await said(repo)).toEqual([broken, broken, broken]);

  expect(await said(newRepo())).toEqual(["this repository has no commits yet", "[]", ""]);
});
