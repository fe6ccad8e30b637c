import { expect, test } from "vitest";
import { Buffers, EditorInventory } from "../../../../src/annex/editor/lsp/editor-inventory.ts";
import { memoryWorkspace } from "../../../../src/workspace/open.ts";

test("only a file below the folder of an inventory is one of its files", () => {
  const inventory = new EditorInventory("/somewhere/fleet", memoryWorkspace([]), new Buffers("utf-16"));
  const path = (absolute: string) => inventory.pathIn(absolute);

  expect(path("/somewhere/fleet/classes/a.yml")).toBe("classes/a.yml");
  expect(path("/somewhere/fleet/..a.yml")).toBe("..a.yml");
  expect(["/somewhere/fleet", "/somewhere", "/somewhere/other.yml", "/a.yml"].map(path)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
