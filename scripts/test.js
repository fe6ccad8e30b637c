// `npm test`: everything that CI checks, also in a fresh clone. All steps run even if one fails, so one run shows
// everything to fix; the tests run last, and their closing line is the last line of the output.

import { existsSync } from "node:fs";
import { join } from "node:path";
import { ready, root, run, runJob, seconds } from "./ready.js";

/** @typedef {{ name: string, script: string, args: string[] }} Step */

const colours = `--colors=${process.stdout.isTTY ? "force" : "off"}`;

/** @type {Step[]} */
const steps = [
  { name: "types", script: "node_modules/typescript/bin/tsc", args: [] },
  { name: "types of scripts", script: "node_modules/typescript/bin/tsc", args: ["--project", "scripts"] },
  {
    name: "types of the page",
    script: "node_modules/typescript/bin/tsc",
    args: ["--project", "src/report/page/browser"],
  },
  {
    name: "format and lint",
    script: "node_modules/@biomejs/biome/bin/biome",
    args: ["ci", "--error-on-warnings", colours],
  },
  { name: "dead code", script: "node_modules/knip/bin/knip.js", args: ["--no-config-hints", "--no-progress"] },
  { name: "build", script: "scripts/build.js", args: [] },
  { name: "generated documentation", script: "scripts/docs.js", args: ["--check"] },
];

runJob(() => {
  ready();
  const failed = steps.filter((step) => existsSync(join(root, step.script)) && !passes(step)).map((step) => step.name);
  console.log("tests");
  // The reporter counts failed steps, too, so that its closing line is complete.
  const env = { ...process.env, HEIR_FAILED_STEPS: failed.join(", ") };
  const code = run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)], { env });
  return failed.length > 0 ? 1 : code;
});

/** @param {Step} step */
function passes({ name, script, args }) {
  const started = performance.now();
  const code = run(process.execPath, [script, ...args]);
  console.log(`${name}: ${code === 0 ? "ok" : `FAILED (exit code ${code})`}, ${seconds(started)}`);
  return code === 0;
}
