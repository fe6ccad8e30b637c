// Prepares a fresh clone: checks Node and git, installs the libraries of package-lock.json, and builds. Uses only Node,
// because nothing is installed yet. Progress goes to stderr; a second run does nothing.

import { spawn, spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

export const root = fileURLToPath(new URL("..", import.meta.url));

/** The environment lacks something. The message says how to fix it. */
export class NotReady extends Error {}

/**
 * Runs a program in this checkout and shows its output. Returns the exit code.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, cwd?: string, stdout?: "inherit" | "stderr" }} [options]
 */
export function run(program, args, { env = process.env, cwd = root, stdout = "inherit" } = {}) {
  const result = spawnSync(program, args, {
    cwd,
    env,
    stdio: ["ignore", stdout === "stderr" ? 2 : "inherit", "inherit"],
  });
  if (result.error !== undefined) throw new NotReady(`${program} could not be started: ${result.error.message}`);
  return result.status ?? 1;
}

/**
 * Runs a program in this checkout beside others. Gives the exit code, and what it printed on both streams, unless that was
 * shown.
 *
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ env: NodeJS.ProcessEnv, isShown?: boolean }} options
 * @returns {Promise<{ code: number, text: string }>}
 */
export function runApart(program, args, { env, isShown = false }) {
  const output = isShown ? "inherit" : "pipe";
  const child = spawn(program, args, { cwd: root, env, stdio: ["ignore", output, output] });
  /** @type {Buffer[]} */
  const chunks = [];
  for (const stream of [child.stdout, child.stderr]) stream?.on("data", (chunk) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.once("error", (error) => reject(new NotReady(`${program} could not be started: ${error.message}`)));
    child.once("close", (code) => resolve({ code: code ?? 1, text: Buffer.concat(chunks).toString() }));
  });
}

/** Checks Node and git, and installs the libraries of package-lock.json unless they are already installed. */
export function ready() {
  needNode();
  needGit();
  if (!installed()) install();
}

function needNode() {
  const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
  if (major < 20 || (major === 20 && minor < 19)) {
    throw new NotReady(`Node.js 20.19 or later is needed, this is ${process.versions.node}`);
  }
}

function needGit() {
  const { stdout } = spawnSync("git", ["--version"], { encoding: "utf8" });
  const [, major, minor] = /^git version (\d+)\.(\d+)/.exec(stdout ?? "") ?? [];
  if (major === undefined) throw new NotReady("git is needed and was not found");
  if (Number(major) < 2 || (Number(major) === 2 && Number(minor) < 38)) {
    throw new NotReady(`git 2.38 or later is needed, this is ${stdout.trim()}`);
  }
}

/** npm records what it installed; libraries for other platforms are not in the record. */
function installed() {
  const present = lockedPackages("node_modules/.package-lock.json");
  const wanted = lockedPackages("package-lock.json");
  for (const [folder, { integrity, optional }] of Object.entries(wanted)) {
    if (folder === "") continue;
    if (present[folder] === undefined ? !optional : present[folder].integrity !== integrity) return false;
  }
  return true;
}

/**
 * @param {string} file
 * @returns {Record<string, { integrity?: string, optional?: boolean }>}
 */
function lockedPackages(file) {
  return existsSync(join(root, file)) ? JSON.parse(readFileSync(join(root, file), "utf8")).packages : {};
}

function install() {
  console.error("Installing the development libraries with `npm ci` (once; about a minute on a slow line)...");
  const started = performance.now();
  const spare = writableCache() ? undefined : mkdtempSync(join(tmpdir(), "heir-npm-cache-"));
  // Explicit, because the user's npm settings may skip development libraries or run scripts.
  const args = ["ci", "--include=dev", "--ignore-scripts", "--prefer-offline", "--no-audit", "--no-fund"];
  // Five tries in half a minute; npm's own three take more than a minute and print nothing.
  args.push("--fetch-retries=4", "--fetch-retry-mintimeout=2000", "--fetch-retry-factor=2");
  try {
    const code = npm(spare === undefined ? args : [...args, `--cache=${spare}`]);
    if (code !== 0) {
      throw new NotReady(
        `npm ci failed with exit code ${code}; see its message above.\n` +
          "If npm could not reach the registry: only this first run needs the network. Behind a proxy or a mirror,\n" +
          "set npm's `https-proxy` or `registry`.",
      );
    }
  } finally {
    if (spare !== undefined) rmSync(spare, { recursive: true, force: true });
  }
  console.error(`Installed in ${seconds(started)}.`);
}

/** Whether npm can write to its download cache: the home folder may be read-only. */
function writableCache() {
  const folder = process.env["npm_config_cache"];
  if (folder === undefined) return true;
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string[]} args */
function npm(args) {
  const script = process.env["npm_execpath"];
  const options = /** @type {const} */ ({ stdout: "stderr" });
  return script === undefined ? run("npm", args, options) : run(process.execPath, [script, ...args], options);
}

/** @param {number} started */
export function seconds(started) {
  return `${((performance.now() - started) / 1000).toFixed(1)} s`;
}

/**
 * Runs a command of this folder. A problem of the environment is printed in one line; anything else is a bug and throws.
 *
 * @param {() => number | Promise<number>} job  returns the exit code
 */
export async function runJob(job) {
  try {
    process.exitCode = await job();
  } catch (error) {
    if (!(error instanceof NotReady)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
