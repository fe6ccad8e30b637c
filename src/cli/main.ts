import { hookNamed } from "../hooks/install/names.ts";
import { programScript } from "./start/script.ts";
import { JUDGE, reportVerdict } from "./start/verdict.ts";
import { version } from "./version.ts";

/** Runs a command line and returns the exit code. Modules are loaded only when they are needed. */
async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && argv[0] === "--version") {
    process.stdout.write(`heir ${version}\n`);
    return 0;
  }
  if (argv[0] === JUDGE) return reportVerdict(await run(argv.slice(1)));
  return isGate(argv) ? (await import("../hooks/supervise/supervise.ts")).supervise(argv, JUDGE) : run(argv);
}

/** Whether a command line runs a hook that can stop git: it does so in a process of its own. */
function isGate([verb, action, name]: readonly string[]): boolean {
  return verb === "hooks" && action === "run" && hookNamed(name ?? "")?.kind === "blocks";
}

async function run(argv: readonly string[]): Promise<number> {
  // The terminal UI needs ES modules with top-level await, which a script cannot contain.
  const { program } = argv.includes("tui") ? await import("./program.ts") : programScript(import.meta.dirname);
  return program(argv, process);
}

process.exitCode = await main(process.argv.slice(2));
