import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { newRepo, tempDir } from "../support/git/repo.ts";

const root = join(import.meta.dirname, "../..");
const hasNeovim = spawnSync("nvim", ["--version"]).status === 0;

test.skipIf(!hasNeovim)("Neovim with the lines of docs/editors.md (skipped where there is no nvim)", () => {
  const programs = tempDir();
  const snippet = join(programs, "snippet.lua");
  const [, code = ""] = /```lua\n([\s\S]*?)```/.exec(readFileSync(join(root, "docs/editors.md"), "utf8")) ?? [];
  writeFileSync(snippet, code);
  const heir = `#!/bin/sh\nexec '${process.execPath}' '${join(root, "dist/cli.js")}' "$@"\n`;
  writeFileSync(join(programs, "heir"), heir, { mode: 0o755 });
  const repo = newRepo();
  const files = { "heir.yml": "version: 1\n", "classes/base.yml": "{}\n", "nodes/n1.yml": "classes: [base]\n" };
  repo.commit("one", files);
  const { stdout } = spawnSync(
    "nvim",
    ["--headless", "--clean", "-u", join(root, "test/editors/neovim.lua"), "-i", "NONE"],
    {
      cwd: repo.dir,
      encoding: "utf8",
      timeout: 100_000,
      env: {
        ...process.env,
        SNIPPET: snippet,
        PATH: `${programs}${delimiter}${process.env["PATH"]}`,
        XDG_STATE_HOME: programs,
        XDG_CACHE_HOME: programs,
      },
    },
  );

  expect(stdout.split("\n").map((line) => line.trim())).toEqual([
    "1:11 class bsae is listed but has no file",
    "did you mean base?",
    "**class base** · 1 node: n1",
    "listed by: n1",
    "classes/base.yml",
    "",
  ]);
});
