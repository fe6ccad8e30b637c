// Writes the V8 code caches of the program, so that heir starts faster: runs the most used commands once on the example
// repository, then a hook as it is judged, which is another process with its own limit of memory. The build runs it, and users can run it after installing the package.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { JUDGE_MEMORY } from "../hooks/supervise/budget.ts";
import type { Surroundings } from "./start/host.ts";
import { codeFile, loadScript } from "./start/script.ts";

const limit = `--max-old-space-size=${JUDGE_MEMORY}`;
const isJudging = process.execArgv.includes(limit);

/** Commands to run in a copy of the example repository. */
const lines = isJudging
  ? ["hooks run pre-commit"]
  : [
      "inventory --json",
      "inventory --json",
      "show web03.par1",
      "explain web03.par1 ntp",
      "nodes",
      "check",
      "diff HEAD~1 HEAD",
      "diff HEAD~1 HEAD --json",
    ];

async function prepare(installed: string): Promise<void> {
  const program = loadScript(installed, "program");
  const begin = isJudging ? undefined : loadScript(installed, "begin");
  const folder = mkdtempSync(join(tmpdir(), "heir-prepare-"));
  process.chdir(folder);
  // In a git hook, the variables of git name another repository.
  for (const name of Object.keys(process.env)) if (name.startsWith("GIT_")) delete process.env[name];
  try {
    // Another process: what only `init` runs would make the cache larger. Without git, the cache holds less.
    const made = spawnSync(process.execPath, [join(installed, "cli.js"), "init", "--example", "."], {
      stdio: "ignore",
    });
    if (made.status === 0) {
      execFileSync("git", ["apply", "--index", "exercises/class-typo.patch"]);
      for (const line of lines) {
        const argv = line.split(" ");
        const begun = await begin?.exports.begin(argv, silenced());
        // Also where nothing is left to do: what prints again is compiled in both.
        await program.exports.program(argv, silenced(), begun?.kind === "begun" ? begun.prefetch : undefined);
      }
    }
  } finally {
    process.chdir(installed);
    rmSync(folder, { recursive: true });
  }
  write(codeFile(installed, "program"), program.compiled());
  if (begin !== undefined) write(codeFile(installed, "begin"), begin.compiled());
}

function write(file: string, code: Uint8Array): void {
  writeFileSync(`${file}.new`, code);
  renameSync(`${file}.new`, file);
}

/** This process, with its output discarded. */
function silenced(): Surroundings {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const { env, cwd, exit } = process;
  return { env, stdout: nowhere(), stderr: nowhere(), cwd, exit };
}

void prepare(import.meta.dirname).then(() => {
  if (!isJudging) execFileSync(process.execPath, [limit, import.meta.filename], { stdio: "inherit" });
});
