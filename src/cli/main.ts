import { WORK } from "../annex/shards/jobs/worker-line.ts";
import { hookGate } from "../hooks/supervise/gate.ts";
import { switchedOff } from "../speed/on.ts";
import { askedCheckGate, endAfter, JUDGE, reportVerdict } from "./check-gate.ts";
import { exit } from "./commands/command.ts";
import { endOnFailingOutput } from "./failing-output.ts";
import { readsWorkTree } from "./reads-work-tree.ts";
import { isReading, loadScript } from "./script.ts";
import { version } from "./version.ts";

/** Runs a command line and returns the exit code. Modules are loaded only when they are needed. */
async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && argv[0] === "--version") {
    endOnFailingOutput(process);
    process.stdout.write(`heir ${version}\n`);
    return 0;
  }
  if (argv[0] === JUDGE) {
    endAfter(Number(argv[1]));
    return reportVerdict(await run(argv.slice(2)));
  }
  if (argv[0] === WORK) {
    (await import("../annex/shards/jobs/lifeline.ts")).endWithParent();
    return run(argv);
  }
  const gate = hookGate(argv) ?? askedCheckGate(argv);
  if (gate === undefined) return run(argv);
  endOnFailingOutput(process);
  return (await import("../hooks/supervise/supervise.ts")).supervise(gate, JUDGE);
}

async function run(argv: readonly string[]): Promise<number> {
  const folder = import.meta.dirname;
  const fault = switchedOff.size === 0 ? undefined : (await import("../speed/table.ts")).unlistedRow(switchedOff);
  if (fault !== undefined) {
    process.stderr.write(`heir: ${fault}\n`);
    return exit.usage;
  }
  const begun = readsWorkTree(argv) ? await loadScript(folder, "begin").exports.begin(argv, process) : undefined;
  if (begun?.kind === "done") return begun.code;
  const script = isReading(argv) ? "read" : "program";
  return loadScript(folder, script).exports.program(argv, process, begun?.prefetch);
}

/** Where there is no room for the program, nothing of it can say so. Throws anything else. */
function sayNoRoom(error: unknown): number {
  if (!(error instanceof Error && "code" in error && error.code === "ERR_MEMORY_ALLOCATION_FAILED")) throw error;
  process.stderr.write("heir: there is too little memory to start\n");
  return 2;
}

/** An error of the system that no caller can catch ends heir with a sentence, as any other does. */
function endOnSystemError(error: Error): void {
  if (!("syscall" in error)) throw error;
  process.stderr.write(`heir: ${error.message}\n`);
  process.exit(2);
}

process.on("uncaughtException", endOnSystemError);
// Where nothing is left to wait for although there is no result, that is no success.
process.exitCode = exit.bug;
void main(process.argv.slice(2))
  .catch(sayNoRoom)
  .then((code) => {
    process.exitCode = code;
  });
