import fc from "fast-check";
import { afterAll, afterEach, vi } from "vitest";
import { removeTempDirs } from "./git/repo.ts";

/*
 * Runs before each test file. The files of a worker share their modules: what a module registers when it is loaded would
 * hold for the first file alone, so it is registered here.
 */

// The same inventories are drawn in every run, so that a failure is due to the change at hand; others by HEIR_SEED.
fc.configureGlobal({ seed: Number(process.env["HEIR_SEED"] ?? 1) });

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  vi.useRealTimers();
});
afterAll(removeTempDirs);

/*
 * To start a program, Node copies the tables of all pages that it has, and each page that is written before the program
 * runs: a worker that keeps the garbage of the files before pays for it with each git. Collecting it takes some 60 ms.
 */
const MOST_GROWTH = 60_000_000;
let size = 0;

afterAll(() => {
  if (globalThis.gc === undefined) throw new Error("vitest.config.ts has no --expose-gc");
  if (process.memoryUsage().heapTotal < size + MOST_GROWTH) return;
  globalThis.gc();
  size = process.memoryUsage().heapTotal;
});
