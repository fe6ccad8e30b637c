import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { inTemporaryFolder } from "../../../src/source/disk/temporary.ts";
import { tempDir } from "../../support/git/repo.ts";

let all = "";

beforeEach(() => {
  all = tempDir();
  vi.stubEnv("TMPDIR", all);
});

afterEach(() => {
  vi.unstubAllEnvs();
});

test("a temporary folder is there for some work, and gone at its end", async () => {
  const seen = await inTemporaryFolder("index", async (folder) => {
    writeFileSync(join(folder, "index"), "");
    return readdirSync(all).length;
  });
  const fault = new Error("the work failed");
  await expect(inTemporaryFolder("index", () => Promise.reject(fault))).rejects.toBe(fault);

  expect(seen).toBe(1);
  expect(readdirSync(all)).toEqual([]);
});

test("folders that a killed process has left are deleted by the next, whatever they were for", async () => {
  const ended = spawnSync(process.execPath, ["-e", ""]).pid;
  for (const name of [`heir-tmp-${ended}-filter-x`, `heir-tmp-${process.pid}-filter-y`, "filter-z"]) {
    mkdirSync(join(all, name));
    writeFileSync(join(all, name, "file"), "left");
  }
  await inTemporaryFolder("attributes", async () => {});

  expect(readdirSync(all).sort()).toEqual(["filter-z", `heir-tmp-${process.pid}-filter-y`]);
});
