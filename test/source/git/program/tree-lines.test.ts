import { expect, test } from "vitest";
import { TreeLines } from "../../../../src/source/git/program/tree-lines.ts";

const line = (path: string, id: string, kind = "100644 blob"): string => `${kind} ${id.padEnd(40, "0")}\t${path}\0`;

test("files and links of a tree are listed with their ids, submodules are not", () => {
  const output = line("a b.yml", "1") + line("link", "2", "120000 blob") + line("other", "3", "160000 commit");

  expect([...new TreeLines().entries(Buffer.from(output))]).toEqual([
    ["a b.yml", { id: "1".padEnd(40, "0"), mode: "100644" }],
    ["link", { id: "2".padEnd(40, "0"), mode: "120000" }],
  ]);
});

test("what stood in the tree before is the same object, what changed is not", () => {
  const lines = new TreeLines();
  const before = lines.entries(Buffer.from(line("a.yml", "1") + line("b.yml", "2")));

  const after = lines.entries(Buffer.from(line("a.yml", "1") + line("b.yml", "3")));

  expect(after.get("a.yml")).toBe(before.get("a.yml"));
  expect(after.get("b.yml")?.id).toBe("3".padEnd(40, "0"));
  expect(before.get("b.yml")?.id).toBe("2".padEnd(40, "0"));
});
