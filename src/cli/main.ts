import { programScript } from "./start/script.ts";
import { version } from "./version.ts";

/** Argument words to exit code. Nothing is loaded before it is known to be needed. */
async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && argv[0] === "--version") {
    process.stdout.write(`heir ${version}\n`);
    return 0;
  }
  // The terminal UI is made of ES modules that wait for others while they load: a script cannot be made of them.
  const { program } = argv.includes("tui") ? await import("./program.ts") : programScript(import.meta.dirname);
  return program(argv, process);
}

process.exitCode = await main(process.argv.slice(2));
