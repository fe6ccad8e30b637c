// `npm test`: everything that CI checks, also in a fresh clone. All steps run even if one fails, so one run shows
// everything to fix. The first ones share the processors, and what each prints comes in one piece when it has ended; the
// tests run last, and their closing line is the last line of the output.

import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { ready, root, run, runApart, runJob, seconds } from "./ready.js";

/** @typedef {{ name: string, script: string, args: string[] }} Step */

// What they print goes through a pipe: they would not colour it.
const isTerminal = process.stdout.isTTY;
const colours = `--colors=${isTerminal ? "force" : "off"}`;
const pretty = ["--pretty", String(isTerminal === true)];
/**
 * tsc remembers what it has checked, and checks again what has changed since and what depends on it.
 *
 * @param {string} name
 */
const types = (name) => [
  ...pretty,
  "--incremental",
  "--tsBuildInfoFile",
  `node_modules/.cache/heir/${name}.tsbuildinfo`,
];

/**
 * Before the tests, in this order: the longest first, so that the last ones do not run alone.
 *
 * @type {Step[]}
 */
const steps = [
  { name: "build", script: "scripts/build.js", args: [] },
  { name: "types", script: "node_modules/typescript/bin/tsc", args: types("all") },
  {
    name: "format and lint",
    script: "node_modules/@biomejs/biome/bin/biome",
    args: ["ci", "--error-on-warnings", colours],
  },
  { name: "dead code", script: "node_modules/knip/bin/knip.js", args: ["--no-config-hints", "--no-progress"] },
  {
    name: "types of scripts",
    script: "node_modules/typescript/bin/tsc",
    args: ["--project", "scripts", ...types("scripts")],
  },
  {
    name: "types of the page",
    script: "node_modules/typescript/bin/tsc",
    args: ["--project", "src/annex/review/page/browser", ...pretty],
  },
  { name: "generated documentation", script: "scripts/docs.js", args: ["--check"] },
];

await runJob(async () => {
  ready();
  const failed = await failedSteps(steps.filter((step) => existsSync(join(root, step.script))));
  console.log("tests");
  const env = {
    ...process.env,
    // The reporter counts failed steps, too, so that its closing line is complete.
    HEIR_FAILED_STEPS: failed.join(", "),
    // The tests need not build what was just built.
    ...(failed.includes("build") ? {} : { HEIR_BUILT: join(root, "dist") }),
  };
  const code = run(process.execPath, ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)], { env });
  return failed.length > 0 ? 1 : code;
});

/**
 * Runs as many steps at a time as there are processors; gives the names of those that failed.
 *
 * @param {readonly Step[]} all
 */
async function failedSteps(all) {
  const left = all.values();
  /** @type {string[]} */
  const failed = [];
  const one = async () => {
    for (const step of left) if (!(await passes(step))) failed.push(step.name);
  };
  await Promise.all(Array.from({ length: availableParallelism() }, one));
  return failed;
}

/** @param {Step} step */
async function passes({ name, script, args }) {
  const started = performance.now();
  const env = isTerminal ? { ...process.env, FORCE_COLOR: "1" } : process.env;
  const { code, text } = await runApart(process.execPath, [script, ...args], { env });
  const end = code === 0 ? "ok" : `FAILED (exit code ${code})`;
  process.stdout.write(
    `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${name}: ${end}, ${seconds(started)}\n`,
  );
  return code === 0;
}
