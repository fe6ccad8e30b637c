import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRepository } from "../../../src/workspace/write/create.ts";
import { tempDir } from "../../support/git/repo.ts";

test("what a killed creation left is removed, also from a folder that is kept, and nothing else", async () => {
  const folder = tempDir();
  mkdirSync(join(folder, "nodes"));
  for (const name of ["nodes/web1.yml", "nodes/heir-tmp-999999999-web1.yml", `nodes/heir-tmp-${process.pid}-x`]) {
    writeFileSync(join(folder, name), "");
  }
  await createRepository(folder, { dryRun: true });
  expect(readdirSync(join(folder, "nodes"))).toHaveLength(3);
  expect((await createRepository(folder)).kept).toEqual(["nodes/"]);
  expect(readdirSync(join(folder, "nodes"))).toEqual([`heir-tmp-${process.pid}-x`, "web1.yml"]);
});
