import { expect, test } from "vitest";
import { memorySnapshot } from "../../../src/source/snapshot/parts.ts";

test("a map of texts is a snapshot with git's blob ids", async () => {
  const snapshot = memorySnapshot(
    new Map([
      ["nodes/a.yml", "a: 1\n"],
      ["notes.txt", "no\n"],
      ["docs/x.md", ""],
    ]),
  );
  expect([...snapshot.blobs]).toEqual([["nodes/a.yml", "a8926a52d8dcba5c4386945476ab6a2ad008afd4"]]);
  expect(["docs", "nodes", "notes"].filter((path) => snapshot.folders.has(path))).toEqual(["docs", "nodes"]);
  const bytes = await snapshot.read(snapshot.blobs.values());
  expect([...bytes.values()].map((content) => Buffer.from(content).toString())).toEqual(["a: 1\n"]);
  expect(snapshot.readNow?.(snapshot.blobs.values())).toEqual(bytes);
});

test("its id does not depend on the order of the files", () => {
  const files: readonly (readonly [string, string])[] = [
    ["a.yml", "1"],
    ["b.yml", "2"],
  ];
  expect(memorySnapshot(files).id).toBe(memorySnapshot(files.toReversed()).id);
  expect(memorySnapshot(files).id).not.toBe(
    memorySnapshot([
      ["a.yml", "2"],
      ["b.yml", "1"],
    ]).id,
  );
});

test("a blob that it does not hold is refused", async () => {
  await expect(memorySnapshot([]).read(["0123"])).rejects.toMatchObject({
    name: "HeirError",
    message: "memory holds no file with id 0123",
  });
  expect(() => memorySnapshot([]).readNow?.(["0123"])).toThrow("memory holds no file with id 0123");
});
