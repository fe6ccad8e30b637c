import { execFile, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { sample } from "../corpora/reference.ts";

const project = fileURLToPath(new URL("../..", import.meta.url));
const kit = join(project, "../shared/parity/check.py");
const canRun = existsSync(kit) && spawnSync("python3", ["--version"]).status === 0;

/** Topics of the kit that this release covers whole; exports wait for inventory queries. */
const all = [
  "loading",
  "class-mappings",
  "class-references",
  "merge",
  "merge-type",
  "references",
  "references-errors",
  "escapes",
  "applications",
  "yaml",
  "stories",
];

/** The inventories of this folder hold most of it already. */
const topics = sample(sample(all));

/**
 * Small inventories and what reclass 1.7.0 makes of them. Needs the parity kit beside the checkout, python3 and the
 * built command; without them the file is skipped.
 */
describe.skipIf(!canRun)("the parity kit", () => {
  test.concurrent.each(topics)("%s", { timeout: 300_000 }, async (topic) => {
    const tool = `${process.execPath} ${join(project, "dist/cli.js")} inventory --format json -C {dir}`;
    const { stdout } = await run("python3", [kit, "--tool", tool, "--topic", topic]);
    expect(stdout).toMatch(/\n[1-9]\d* passed, 0 failed\n$/);
  });
});

function run(command: string, args: readonly string[]): Promise<{ readonly stdout: string }> {
  return new Promise((resolve) => {
    execFile(command, args, { maxBuffer: 1 << 26 }, (_, stdout) => resolve({ stdout }));
  });
}
