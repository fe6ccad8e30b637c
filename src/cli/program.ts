import { failureOf } from "./failure.ts";
import { processHost, type Surroundings } from "./host.ts";
import { run } from "./run.ts";

/** The program: argument words to exit code. Whatever goes wrong is told on stderr; nothing is thrown. */
export async function program(argv: readonly string[], self: Surroundings): Promise<number> {
  const host = processHost(self, argv);
  try {
    return await run(argv, host);
  } catch (error) {
    const trace = argv.includes("--trace") || Boolean(host.env["HEIR_TRACE"]);
    const { code, lines } = failureOf(host.signal.aborted ? host.signal.reason : error, { argv, trace });
    for (const line of lines) host.stderr.write(`${line}\n`);
    return code;
  }
}
