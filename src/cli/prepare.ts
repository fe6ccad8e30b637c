// Writes the V8 code caches of the program, so that heir starts faster: runs the most used commands once on the example
// repository, and the terminal UI, then a hook as it is judged, which is another process with its own limit of memory. The
// build runs it, and users can run it after installing the package.

import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { JUDGE_MEMORY } from "../hooks/supervise/supervise.ts";
import type { Surroundings } from "./host.ts";
import { codeFile, isReading, loadScript } from "./script.ts";

const limit = `--max-old-space-size=${JUDGE_MEMORY}`;
const isJudging = process.execArgv.includes(limit);

/** Commands to run in a copy of the example repository: without a cache, to fill it, and to print from it. */
const lines = isJudging
  ? ["hooks run pre-commit", "hooks run pre-commit"]
  : [
      "inventory --json",
      "inventory --json",
      "inventory --json",
      "show web03.par1",
      "explain web03.par1 ntp",
      "nodes",
      "check",
      "diff HEAD~1 HEAD",
      "diff HEAD~1 HEAD --json",
    ];

/** What runs them. */
const scripts = isJudging ? (["program"] as const) : (["read", "program"] as const);

async function prepare(installed: string): Promise<void> {
  const begin = isJudging ? undefined : loadScript(installed, "begin");
  for (const name of scripts) {
    const script = loadScript(installed, name);
    const isRun = (argv: readonly string[]) => name === "program" || isReading(argv);
    await inExample(installed, async () => {
      for (const argv of lines.map((line) => line.split(" ")).filter(isRun)) {
        const begun = await begin?.exports.begin(argv, silenced());
        // Also where nothing is left to do: what prints again is compiled in both.
        await script.exports.program(argv, silenced(), begun?.kind === "begun" ? begun.prefetch : undefined);
      }
    });
    write(codeFile(installed, name), script.compiled());
  }
  if (begin === undefined) return;
  write(codeFile(installed, "begin"), begin.compiled());
  const terminal = loadScript(installed, "terminal");
  await inExample(installed, () => terminal.exports.rehearse());
  write(codeFile(installed, "terminal"), terminal.compiled());
}

/** Runs something in a new copy of the example repository, where nothing is cached. */
async function inExample(installed: string, run: () => Promise<void>): Promise<void> {
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
      await run();
    }
  } finally {
    process.chdir(installed);
    rmSync(folder, { recursive: true });
  }
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
