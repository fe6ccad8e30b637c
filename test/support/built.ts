import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const project = join(import.meta.dirname, "../..");
const WAIT_MS = 100;
const MOST_WAITS = 1200;

/**
 * Puts the program as built from the sources of now into a folder. It is built once in a run of the tests, by the first
 * worker that needs it. Throws if it cannot be built.
 */
export function builtInto(folder: string): void {
  cpSync(builtOnce(), folder, { recursive: true });
}

function builtOnce(): string {
  const builds = process.env["HEIR_TEST_BUILDS"];
  if (builds === undefined) throw new Error("vitest.config.ts sets HEIR_TEST_BUILDS");
  const [built, done] = [join(builds, "dist"), join(builds, "done")];
  if (isFirst(join(builds, "begun"))) {
    execFileSync(process.execPath, ["scripts/build.js", "--outdir", built], { cwd: project });
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
