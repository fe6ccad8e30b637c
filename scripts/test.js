// `npm test`: everything that CI checks, also in a fresh clone. All steps run even if one fails, so one run shows
// everything to fix. The tests begin when the program is built; the other steps run beside both, one after the other. What a
// step prints comes in one piece: at once if it failed, else behind the tests, whose closing line is the last of all.

import { existsSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ready, root, runApart, runJob, seconds } from "./ready.js";

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

/** @type {Step} */
const build = { name: "build", script: "scripts/build.js", args: [] };
/** @type {Step[]} */
const steps = [
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
  const folder = mkdtempSync(join(tmpdir(), "heir-steps-"));
  const report = join(folder, "ended.json");
  try {
    const building = ended(build);
    const beside = besideTests(report, building);
    const built = await building;
    process.stdout.write(built.text);
    const env = {
      ...process.env,
      // The reporter waits for it, so that its closing line counts failed steps, too.
      HEIR_STEPS: report,
      // The tests need not build what was just built.
      ...(built.isOk && { HEIR_BUILT: join(root, "dist") }),
    };
    const vitest = ["node_modules/vitest/vitest.mjs", "run", ...process.argv.slice(2)];
    const { code } = await runApart(process.execPath, vitest, { env, isShown: true });
    return (await beside) ? code : 1;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

/**
 * Runs the other steps, and tells the reporter which failed and what those that passed printed. Gives whether all passed.
 *
 * @param {string} report
 * @param {Promise<{ isOk: boolean }>} building
 */
async function besideTests(report, building) {
  let text = "";
  /** @type {string[]} */
  const failed = [];
  for (const step of steps.filter(({ script }) => existsSync(join(root, script)))) {
    const { isOk, text: own } = await ended(step);
    if (isOk) text += own;
    else {
      failed.push(step.name);
      process.stdout.write(`\n${own}`);
    }
  }
  if (!(await building).isOk) failed.push(build.name);
  // The reporter sees all of it or nothing.
  writeFileSync(`${report}.tmp`, JSON.stringify({ failed, text }));
  renameSync(`${report}.tmp`, report);
  return failed.length === 0;
}

/**
 * Runs a step, and gives what it printed with a line on how it ended.
 *
 * @param {Step} step
 */
async function ended({ name, script, args }) {
  const started = performance.now();
  const env = isTerminal ? { ...process.env, FORCE_COLOR: "1" } : process.env;
  const { code, text } = await runApart(process.execPath, [script, ...args], { env });
  const end = code === 0 ? "ok" : `FAILED (exit code ${code})`;
  const printed = text === "" || text.endsWith("\n") ? text : `${text}\n`;
  return { isOk: code === 0, text: `${printed}${name}: ${end}, ${seconds(started)}\n` };
}
