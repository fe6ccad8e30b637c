import { expect, test } from "vitest";
import { readTree } from "../../../../src/source/git/binary/ls-tree.ts";

const line = (path: string, id: string, kind = "100644 blob"): string => `${kind} ${id.padEnd(40, "0")}\t${path}\0`;

test("files and links of a tree are listed with their ids, submodules are not", () => {
  const output = line("a b.yml", "1") + line("link", "2", "120000 blob") + line("other", "3", "160000 commit");

  expect([...readTree(Buffer.from(output)).entries]).toEqual([
    ["a b.yml", { id: "1".padEnd(40, "0"), mode: "100644" }],
    ["link", { id: "2".padEnd(40, "0"), mode: "120000" }],
  ]);
});

test("paths that are no UTF-8 are named byte by byte, apart from all others", () => {
  const bytes = (byte: number) =>
    Buffer.concat([Buffer.from(`100644 blob ${"1".repeat(40)}\tnodes/é`), Buffer.from([byte, 0])]);

  const { entries, unreadable } = readTree(Buffer.concat([bytes(0xff), bytes(0xfe), Buffer.from(line("é.yml", "2"))]));

  expect([...entries.keys()]).toEqual(["é.yml"]);
  expect(unreadable).toEqual(["nodes/é\udcff", "nodes/é\udcfe"]);
});

test("a tree that is not in git's order, or has a path twice, is read as well", () => {
  const output = line("b.yml", "1") + line("a.yml", "2") + line("b.yml", "3") + line("c", "4", "160000 commit");

  const { entries, submodules } = readTree(Buffer.from(output));

  expect([...entries.keys()]).toEqual(["a.yml", "b.yml"]);
  expect(entries.get("b.yml")?.id).toBe("3".padEnd(40, "0"));
  expect([...submodules]).toEqual([["c", "4".padEnd(40, "0")]]);
});
