import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig, type ViteUserConfig } from "vitest/config";
import { pageAssetsInTests } from "./scripts/page-assets.js";
import { ClosingLine } from "./test/support/closing-line.ts";
import { StartingFirst } from "./test/support/sequencer.ts";

// Inside a git hook these point at the repository being committed to: tests must never see them.
for (const name of Object.keys(process.env)) {
  if (name.startsWith("GIT_")) delete process.env[name];
}

// The key with which the cache is signed.
const state = mkdtempSync(join(tmpdir(), "heir-state-"));
// The program, built for tests that run it.
const builds = mkdtempSync(join(tmpdir(), "heir-builds-"));
process.once("exit", () => {
  for (const folder of [state, builds]) rmSync(folder, { recursive: true, force: true });
});

const config: ViteUserConfig = defineConfig({
  plugins: [pageAssetsInTests()],
  test: {
    include: ["test/**/*.test.ts"],
    setupFiles: ["test/support/setup.ts"],
    pool: "forks",
    // Modules are loaded once in a worker, not once in each of some 300 files: what they keep is put back in each file.
    isolate: false,
    // The smaller a worker, the less it costs to start git from it: without a limit V8 lets garbage grow to a gigabyte.
    execArgv: ["--max-old-space-size=800"],
    // One more than there are processors: a worker waits for the programs that its tests start.
    maxWorkers: availableParallelism() + 1,
    sequence: { sequencer: StartingFirst },
    // Long enough for a machine with much else to do: only what hangs is ended.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    reporters: [process.stdout.isTTY ? "default" : "dot", new ClosingLine()],
    // The same on every machine, whatever its user has set for git.
    env: {
      GIT_CONFIG_GLOBAL: "/dev/null",
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_AUTHOR_NAME: "A. Tester",
      GIT_AUTHOR_EMAIL: "tester@example.org",
      GIT_COMMITTER_NAME: "A. Tester",
      GIT_COMMITTER_EMAIL: "tester@example.org",
      XDG_STATE_HOME: state,
      HEIR_TEST_BUILDS: builds,
      TZ: "UTC",
      LC_ALL: "C.UTF-8",
    },
  },
});

export default config;
