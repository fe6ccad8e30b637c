import type { Prefetch } from "../workspace/repeat/begun-listing.ts";
import { exit } from "./commands/command.ts";
import { openFolder, processHost, type Surroundings } from "./host.ts";

/** The first word of the command line by which the second thread of the terminal UI is started. */
export const THREAD = "__thread";

/** Runs a command line; returns the exit code, prints errors, never throws. `prefetch` is git's listing, if begun. */
export async function program(argv: readonly string[], self: Surroundings, prefetch?: Prefetch): Promise<number> {
  if (argv[0] === THREAD) {
    await import("../tui/worker/main.ts");
    return exit.ok;
  }
  const [first = "", ...more] = argv;
  const work = first.startsWith("__") ? (await import("./commands/table.ts")).workers[first] : undefined;
  if (work !== undefined)
    return work(more, process, { run: async (...line) => (await import("./run.ts")).run(...line), open: openFolder });
  const host = processHost(self, prefetch);
  try {
    const { run } = await import("./run.ts");
    return await run(argv, host);
  } catch (error) {
    const { failureOf } = await import("./failure.ts");
    const trace = argv.includes("--trace") || Boolean(host.env["HEIR_TRACE"]);
    const { code, lines } = failureOf(host.signal.aborted ? host.signal.reason : error, { argv, trace });
    for (const line of lines) host.stderr.write(`${line}\n`);
    return code;
  }
}
