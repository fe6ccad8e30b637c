import { execFileSync } from "node:child_process";
import { copyFileSync, cpSync, existsSync, linkSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const project = join(import.meta.dirname, "../..");
const WAIT_MS = 100;
const MOST_WAITS = 1200;

/**
 * Puts the program as built from the sources of now into a folder. It is built once in a run of the tests, by the first
 * worker that needs it, or before them (HEIR_BUILT). Its files are links where they can be: a test that wants one to have
 * another text removes it first. Throws if it cannot be built.
 */
export function builtInto(folder: string): void {
  linkTree(builtOnce(), folder);
}

function linkTree(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const entry of readdirSync(from, { withFileTypes: true })) {
    const [old, fresh] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) linkTree(old, fresh);
    else linkFile(old, fresh);
  }
}

/** Another file system cannot link. */
function linkFile(old: string, fresh: string): void {
  try {
    linkSync(old, fresh);
  } catch {
    copyFileSync(old, fresh);
  }
}

function builtOnce(): string {
  const builds = process.env["HEIR_TEST_BUILDS"];
  if (builds === undefined) throw new Error("vitest.config.ts sets HEIR_TEST_BUILDS");
  const [built, done] = [join(builds, "dist"), join(builds, "done")];
  if (isFirst(join(builds, "begun"))) {
    const ready = process.env["HEIR_BUILT"];
    if (ready === undefined) execFileSync(process.execPath, ["scripts/build.js", "--outdir", built], { cwd: project });
    else cpSync(ready, built, { recursive: true });
    writeFileSync(done, "");
  }
  for (let waits = 0; !existsSync(done); waits += 1) {
    if (waits > MOST_WAITS) throw new Error("another worker has not built the program");
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, WAIT_MS);
  }
  return built;
}

function isFirst(mark: string): boolean {
  return mkdirSync(mark, { recursive: true }) !== undefined;
}
