import type { Prefetch } from "../workspace/repeat/begun-listing.ts";
import { exit } from "./exit.ts";
import { processHost, type Surroundings } from "./start/host.ts";

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
  if (work !== undefined) return work(more, process, async (...line) => (await import("./start/run.ts")).run(...line));
  const host = processHost(self, prefetch);
  try {
    const { run } = await import("./start/run.ts");
    return await run(argv, host);
  } catch (error) {
    const { failureOf } = await import("./start/failure.ts");
    const trace = argv.includes("--trace") || Boolean(host.env["HEIR_TRACE"]);
    const { code, lines } = failureOf(host.signal.aborted ? host.signal.reason : error, { argv, trace });
    for (const line of lines) host.stderr.write(`${line}\n`);
    return code;
  }
}
