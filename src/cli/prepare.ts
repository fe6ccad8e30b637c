// Run when heir is built, and by whoever installed its package and wants it to start sooner: the commands that are used
// most work once on the example, and what V8 made of the program meanwhile is kept beside it.

import { execFileSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import type { Surroundings } from "./start/host.ts";
import { codeFile, programScript } from "./start/script.ts";

/** Commands in the order in which they are run, in a copy of the example. */
const lines = [
  "inventory --json",
  "inventory --json",
  "show web03.par1",
  "explain web03.par1 ntp",
  "nodes",
  "check",
  "diff HEAD~1 HEAD",
  "diff HEAD~1 HEAD --json",
  "hooks run pre-commit",
];

async function prepare(installed: string): Promise<void> {
  const { program, compiled } = programScript(installed);
  const folder = mkdtempSync(join(tmpdir(), "heir-prepare-"));
  beIn(folder);
  try {
    if ((await program(["init", "--example", "."], unheard())) === 0) {
      execFileSync("git", ["apply", "--index", "exercises/class-typo.patch"]);
      for (const line of lines) await program(line.split(" "), unheard());
    }
  } finally {
    process.chdir(installed);
    rmSync(folder, { recursive: true });
  }
  const file = codeFile(installed);
  writeFileSync(`${file}.new`, compiled());
  renameSync(`${file}.new`, file);
}

/** Makes this process one that stands in `folder`, and that no hook of git has started. */
function beIn(folder: string): void {
  process.chdir(folder);
  for (const name of Object.keys(process.env)) if (name.startsWith("GIT_")) delete process.env[name];
}

/** This process, but nobody reads what it prints. */
function unheard(): Surroundings {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const { env, cwd, exit } = process;
  return { env, stdout: nowhere(), stderr: nowhere(), cwd, once: () => undefined, exit };
}

await prepare(import.meta.dirname);
