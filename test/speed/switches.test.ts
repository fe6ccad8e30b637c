import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { speedTable } from "../../src/speed/table.ts";
import { type Demo, replayedExample } from "../example/replayed.ts";
import { builtInto } from "../support/built.ts";
import { hermeticEnv } from "../support/git/repo.ts";

const installation = mkdtempSync(join(tmpdir(), "heir-switches-"));
let example: Demo;

beforeAll(async () => {
  builtInto(installation);
  example = await replayedExample();
});

afterAll(async () => {
  await example.remove();
  rmSync(installation, { recursive: true });
});

/** What a line of heir prints on both streams, and its exit status, without some rows of the table. */
function heirWithout(names: string, line: string): readonly unknown[] {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(installation, "cli.js"), ...line.split(" ")], {
    cwd: example.folder,
    env: hermeticEnv({ HEIR_WITHOUT: names }),
    encoding: "utf8",
    timeout: 100_000,
  });
  return [status, stdout, stderr];
}

test.each(["show web01.par1 --json", "inventory", "diff HEAD~3", "check --json", "log -p"])(
  "without any of the rows, heir %s answers with the same bytes, whatever was kept",
  (line) => {
    const plain = heirWithout(speedTable.map(({ name }) => name).join(","), line);

    expect(plain.slice(0, 2)).toEqual([0, expect.stringMatching(/./)]);
    // The first answer is kept, and the second one is printed again.
    for (const time of ["first", "second"]) expect([time, ...heirWithout("", line)]).toEqual([time, ...plain]);
  },
);

test("heir refuses to go without a row that the table has not", () => {
  expect(heirWithout("memo,nonsense", "nodes")).toEqual([
    2,
    "",
    expect.stringContaining('no "nonsense"\nhint: choose'),
  ]);
});
