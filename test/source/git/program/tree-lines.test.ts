import { expect, test } from "vitest";
import { TreeLines } from "../../../../src/source/git/program/tree-lines.ts";

const line = (path: string, id: string, kind = "100644 blob"): string => `${kind} ${id.padEnd(40, "0")}\t${path}\0`;

test("files and links of a tree are listed with their ids, submodules are not", () => {
  const output = line("a b.yml", "1") + line("link", "2", "120000 blob") + line("other", "3", "160000 commit");

  expect([...new TreeLines().read(Buffer.from(output)).entries]).toEqual([
    ["a b.yml", { id: "1".padEnd(40, "0"), mode: "100644" }],
    ["link", { id: "2".padEnd(40, "0"), mode: "120000" }],
  ]);
});

test("what stood in the tree before is the same object, what changed is not", () => {
  const lines = new TreeLines();
  const before = lines.read(Buffer.from(line("a.yml", "1") + line("b.yml", "2"))).entries;

  const after = lines.read(Buffer.from(line("a.yml", "1") + line("b.yml", "3"))).entries;

  expect(after.get("a.yml")).toBe(before.get("a.yml"));
  expect(after.get("b.yml")?.id).toBe("3".padEnd(40, "0"));
  expect(before.get("b.yml")?.id).toBe("2".padEnd(40, "0"));
});

test("paths that are no UTF-8 are named byte by byte, apart from all others", () => {
  const bytes = (byte: number) =>
    Buffer.concat([Buffer.from(`100644 blob ${"1".repeat(40)}\tnodes/é`), Buffer.from([byte, 0])]);

  const { entries, unreadable } = new TreeLines().read(
    Buffer.concat([bytes(0xff), bytes(0xfe), Buffer.from(line("é.yml", "2"))]),
  );

  expect([...entries.keys()]).toEqual(["é.yml"]);
  expect(unreadable).toEqual(["nodes/é\udcff", "nodes/é\udcfe"]);
});
