import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Snapshot } from "../../src/model/inventory/snapshot.ts";
import { startListing } from "../../src/source/early-listing.ts";
import { openSource } from "../../src/source/open.ts";
import { plainReader } from "../support/finder.ts";
import { countedGit, newRepo, type TestRepo, tempDir } from "../support/git/repo.ts";

test("what was listed before is the work tree, and git is run once for it, after it has named the filters", async () => {
  const repo = edited();
  const { env, counted } = counting(repo);
  const options = { cwd: join(repo.dir, "inv/nodes"), env };
  const prefetch = startListing(options);
  const source = await openSource({ reader: plainReader, ...options, ...(prefetch && { prefetch }) });
  const listed = await source.state({ kind: "worktree" });
  const { top, git, program } = source;
  const runs = counted.commands();
  const plain = await openSource({ ...options, reader: plainReader });

  expect(runs).toEqual(["config", "ls-files"]);
  expect({ top, git, program }).toEqual({
    top: plain.top,
    git: plain.git,
    program: plain.program,
  });
  expect(told(listed)).toEqual(told(await plain.state({ kind: "worktree" })));
  expect(await listed.read(listed.blobs.values())).toEqual(
    await (await plain.state({ kind: "worktree" })).read(listed.blobs.values()),
  );
  await Promise.all([source.close(), plain.close()]);
});

/** A repository with submodules of classes, and one of themes. */
function withSubmodules(): TestRepo {
  const classes = newRepo();
  classes.commit("one", { "base.yml": "a: 1\n" });
  const repo = newRepo();
  repo.commit("one", { "inv/nodes/a.yml": "", "inv/classes/own.yml": "" });
  for (const path of ["inv/classes/system", "inv/classes/more", "inv/docs/theme"]) {
    repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", classes.dir, path);
  }
  repo.commit("two");
  return repo;
}

test.each([[true], [false]])("each submodule that is read is listed once (listed in advance: %s)", async (isAhead) => {
  const repo = withSubmodules();
  const { env, counted } = counting(repo);
  const options = { cwd: join(repo.dir, "inv"), env };
  const prefetch = isAhead ? startListing(options) : undefined;
  const source = await openSource({ reader: plainReader, ...options, ...(prefetch && { prefetch }) });
  const listed = await source.state({ kind: "worktree" });

  expect(counted.commands().filter((name) => name === "ls-files").length).toBe(3);
  expect([...(listed.submodules?.keys() ?? [])].sort()).toEqual(["classes/more", "classes/system"]);
  expect([...listed.blobs.keys()]).toContain("classes/system/base.yml");
  await source.close();
});

test("the work tree is listed anew when it is asked for once more", async () => {
  const repo = edited();
  const options = { cwd: repo.dir, directory: "inv", env: repo.env };
  const prefetch = startListing(options);
  const source = await openSource({ reader: plainReader, ...options, ...(prefetch && { prefetch }) });
  const before = await source.state({ kind: "worktree" });
  repo.write("inv/nodes/later.yml", "");
  const after = await source.state({ kind: "worktree" });

  expect([before.blobs.has("nodes/later.yml"), after.blobs.has("nodes/later.yml")]).toEqual([false, true]);
  await source.close();
});

test("a listing of another folder is not taken", async () => {
  const [repo, other] = [edited(), edited()];
  const prefetch = startListing({ cwd: other.dir, directory: "inv", env: repo.env });
  const options = { cwd: repo.dir, directory: "inv", env: repo.env };
  const source = await openSource({ reader: plainReader, ...options, ...(prefetch && { prefetch }) });

  expect(prefetch).toBeDefined();
  expect(source.git?.topLevel).toBe(repo.dir);
});

test("a repository that git refuses is refused in the same words", async () => {
  const repo = edited();
  repo.git("config", "core.repositoryFormatVersion", "99");
  const options = { cwd: repo.dir, directory: "inv", env: repo.env };
  const prefetch = startListing(options);

  await expect(openSource({ reader: plainReader, ...options, ...(prefetch && { prefetch }) })).rejects.toMatchObject({
    message: "git rev-parse failed: Expected git repo version <= 1, found 99",
  });
  expect(prefetch).toBeDefined();
});

test("without a git program nothing is known", async () => {
  const repo = edited();
  const prefetch = startListing({ cwd: repo.dir, directory: "inv", env: { ...repo.env, PATH: "" } });

  expect(prefetch).toBeDefined();
  expect(await prefetch?.done()).toBeUndefined();
});

test("git ends when the listing is dropped", async () => {
  const repo = edited();
  const slow = tempDir();
  const script = '#!/bin/sh\ncase "$*" in *ls-files*) exec sleep 60 ;; esac\n';
  writeFileSync(join(slow, "git"), script, { mode: 0o755 });
  const prefetch = startListing({
    cwd: repo.dir,
    directory: "inv",
    env: { ...repo.env, PATH: `${slow}:/usr/bin:/bin` },
  });
  prefetch?.drop();

  expect(await prefetch?.done()).toBeUndefined();
});

test("nothing is begun outside git, or where there is no such folder", () => {
  const repo = newRepo();

  expect(startListing({ cwd: repo.dir, directory: "none", env: repo.env })).toBeUndefined();
  expect(startListing({ cwd: tempDir(), env: repo.env })).toBeUndefined();
});

/** An inventory in a folder, with changed, new, removed and ignored files and a link. */
function edited(): TestRepo {
  const repo = newRepo();
  repo.commit("one", { "inv/nodes/a.yml": "a: 1\n", "inv/nodes/gone.yml": "", ".gitignore": "x.yml\n", top: "" });
  repo.write("inv/nodes/a.yml", "a: 2\n");
  repo.write("inv/nodes/x.yml", "");
  repo.write("inv/nodes/new.yml", "");
  repo.git("rm", "-q", "inv/nodes/gone.yml");
  symlinkSync("a.yml", join(repo.dir, "inv/nodes/link.yml"));
  return repo;
}

function counting(repo: TestRepo) {
  const counted = countedGit();
  return { counted, env: { ...repo.env, PATH: counted.path } };
}

function told({ id, title, blobs, folders, diagnostics }: Snapshot) {
  return {
    id,
    title,
    blobs,
    folders: ["nodes", "classes", "inv", "inv/nodes"].map((path) => folders.has(path)),
    diagnostics,
  };
}
