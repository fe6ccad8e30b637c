// Run when heir is built, and when its package is installed: the commands that are used most work once on the example,
// and what V8 made of the program meanwhile is kept beside it. Without this, heir starts a little later.

import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import type { Surroundings } from "./host.ts";
import { codeFile, programScript } from "./script.ts";

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
  try {
    await program(["init", "--example", folder], silently(folder));
    for (const line of lines) await program(line.split(" "), silently(folder));
  } finally {
    rmSync(folder, { recursive: true });
  }
  const file = codeFile(installed);
  writeFileSync(`${file}.new`, compiled());
  renameSync(`${file}.new`, file);
}

/** A process in `folder` that nobody listens to, and that no git has started. */
function silently(folder: string): Surroundings {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith("GIT_")));
  return { env, stdout: nowhere(), stderr: nowhere(), cwd: () => folder, once: () => undefined, exit: process.exit };
}

await prepare(import.meta.dirname);
