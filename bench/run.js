// `npm run bench`: builds the benchmark, which is written in TypeScript, and runs it. Options: bench/README.md.

import { buildSync } from "esbuild";
import { ready, root, run, runJob } from "../scripts/ready.js";

const program = "node_modules/.cache/heir-bench/main.mjs";

await runJob(() => {
  ready();
  buildSync({
    absWorkingDir: root,
    entryPoints: ["bench/main.ts"],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    mainFields: ["module", "main"],
    target: "node20",
    // The YAML library loads Node's modules with `require`, which ES modules do not have.
    banner: {
      js: 'import{createRequire as __createRequire}from"node:module";const require=__createRequire(import.meta.url);',
    },
    sourcemap: "inline",
    logLevel: "warning",
  });
  return run(process.execPath, ["--enable-source-maps", program, ...process.argv.slice(2)]);
});
