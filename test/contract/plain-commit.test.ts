import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { newRepo, type TestRepo } from "../support/git/repo.ts";

/*
 * Tests make most commits without a process (test/support/git/plain-commit.ts): what that leaves behind is what git does.
 */

/** Names whose order in a tree is not that of the names alone, and bytes beyond ASCII. */
const name = fc.constantFrom("a", "a.b", "a-b", "a0", "b", ".x", "ä", "[x]", "Z z", "nodes", ".gitkeep");
const file = fc.record({
  path: fc.array(name, { minLength: 1, maxLength: 3 }).map((parts) => parts.join("/")),
  kind: fc.constantFrom("plain", "plain", "plain", "program", "link"),
  text: fc.constantFrom("", "x\n", "ä", "parameters: {a: 1}\n"),
});
const states = fc.array(fc.array(file, { maxLength: 6 }), { minLength: 1, maxLength: 3 });

test("a commit of a test is the one that git makes of the same files, with its index and reflogs", () => {
  fc.assert(
    fc.property(states, (drawn) => {
      const [plain, byGit] = [newRepo(), newRepo()];
      // Any remark in info/exclude that is a pattern leaves the commit to git.
      writeFileSync(join(byGit.dir, ".git/info/exclude"), "never-there\n");
      for (const [at, files] of drawn.entries()) {
        for (const repo of [plain, byGit]) lay(repo, files);
        expect(plain.commit(`state ${at}\n\nmore`)).toBe(byGit.commit(`state ${at}\n\nmore`));
      }
      expect([plain, byGit].map(isMadeByGit)).toEqual([false, true]);
      expect(plain.git("status", "--porcelain")).toBe("");
      expect(plain.git("diff-files")).toBe("");
      expect(plain.git("ls-files", "--stage")).toBe(byGit.git("ls-files", "--stage"));
      expect(plain.git("write-tree")).toBe(byGit.git("write-tree"));
      expect(plain.git("fsck", "--strict", "--no-dangling")).toBe("");
      for (const log of ["HEAD", "refs/heads/main"]) expect(logOf(plain, log)).toBe(logOf(byGit, log));
    }),
    { numRuns: 12 },
  );
});

/** Files of a state; of paths that exclude each other the first one counts. */
function lay(
  { dir }: TestRepo,
  files: readonly { readonly path: string; readonly kind: string; readonly text: string }[],
) {
  for (const { path, kind, text } of files) {
    const place = join(dir, path);
    try {
      mkdirSync(join(place, ".."), { recursive: true });
      rmSync(place, { force: true });
      if (kind === "link") symlinkSync(text === "" ? "nowhere" : text, place);
      else writeFileSync(place, text);
      if (kind === "program") chmodSync(place, 0o755);
    } catch {
      // A folder is a file, or a file a folder.
    }
  }
}

/** Whether git has made a commit here: it leaves its message. */
function isMadeByGit({ dir }: TestRepo): boolean {
  return existsSync(join(dir, ".git/COMMIT_EDITMSG"));
}

function logOf({ dir }: TestRepo, ref: string): string {
  return readFileSync(join(dir, ".git/logs", ref), "utf8");
}

test("whatever needs git is left to git", () => {
  const needs: Readonly<Record<string, (repo: TestRepo) => void>> = {
    attributes: (repo) => repo.write(".gitattributes", "* text\n"),
    "ignored files": (repo) => repo.write("deep/.gitignore", "x\n"),
    settings: (repo) => repo.git("config", "core.autocrlf", "input"),
    identity: (repo) => repo.git("config", "user.name", "B"),
    "a hook": (repo) => repo.write(".git/hooks/pre-commit", "#!/bin/sh\n"),
    "a path that is meant to be added": (repo) => {
      repo.write("new", "");
      repo.git("add", "-N", "new");
    },
    "an unwatched path": (repo) => repo.git("update-index", "--assume-unchanged", "a"),
    "a submodule": (repo) => repo.git("init", "-q", "inner"),
    "no branch": (repo) => repo.git("checkout", "-q", "--detach"),
    "a merge": (repo) => {
      repo.git("checkout", "-q", "-b", "side");
      repo.commit("side", { b: "2\n" });
      repo.git("checkout", "-q", "main");
      repo.git("merge", "-q", "--no-ff", "--no-commit", "side");
    },
  };
  for (const [need, prepare] of Object.entries(needs)) {
    const repo = newRepo();
    repo.commit("first", { a: "1\n" });
    prepare(repo);
    if (need === "a submodule") repo.git("-C", "inner", "commit", "-q", "--allow-empty", "-m", "inner");
    expect(isMadeByGit(repo), need).toBe(false);
    repo.commit("second", { a: "2\n" });
    expect(isMadeByGit(repo), need).toBe(true);
  }
});
