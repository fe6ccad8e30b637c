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
