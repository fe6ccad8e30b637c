import { version } from "./version.ts";

/** The program: argument words to exit code. Nothing is loaded before it is known to be needed. */
async function main(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && argv[0] === "--version") {
    process.stdout.write(`heir ${version}\n`);
    return 0;
  }
  const { processHost } = await import("./host.ts");
  const host = processHost(process);
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

process.exitCode = await main(process.argv.slice(2));
