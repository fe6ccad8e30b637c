import { describe, expect, test } from "vitest";
import { sortTexts } from "../../../src/base/text-order.ts";
import { type FindRequest, findInventory } from "../../../src/source/inventory/find.ts";
import { pathsOf } from "../../../src/source/inventory/marks.ts";

const names = { nodes: "nodes", classes: "classes" };
const inventory = (folder: string): readonly string[] => [`${folder}/classes/a.yml`, `${folder}/nodes/n1.yml`];

function find(paths: readonly string[], request: Partial<FindRequest> = {}): unknown {
  const found = findInventory(pathsOf({ sorted: new Set(sortTexts([...paths])), links: new Set() }), {
    start: "",
    names,
    ...request,
  });
  return found.kind === "found" ? found.inventories.map(({ folder, mark }) => `${folder} ${mark}`) : found;
}

describe("what marks an inventory", () => {
  test.each([
    ["a settings file", ["infra/heir.yml"], "infra settings"],
    ["the settings of reclass", ["infra/reclass-config.yml"], "infra settings"],
    ["nodes and classes", inventory("infra"), "infra folders"],
    ["nodes and groups", ["infra/nodes/n1.yml", "infra/groups/all.yml"], "infra folders"],
    ["nodes in folders of their own", ["infra/nodes/eu/n1.yml", "infra/classes/x/y.yml"], "infra folders"],
    ["the folders of kapitan", ["inventory/targets/t.yml", "inventory/classes/a.yml"], "inventory kapitan"],
  ])("%s", (_, paths, expected) => {
    expect(find(["README.md", ...paths])).toEqual([expected]);
  });

  test("neither nodes alone nor nodes that are no YAML", () => {
    expect(find(["docs/nodes/a.yml", "x/nodes/a.json", "x/classes/a.yml"])).toEqual({ kind: "none", folders: 3 });
  });

  test("the names of the settings in place of the usual ones", () => {
    const paths = ["inv/hosts/h1.yml", "inv/classes/a.yml"];
    expect(find(paths, { names: { nodes: "hosts", classes: "classes" } })).toEqual(["inv folders"]);
  });
});

describe("which inventory", () => {
  test("the only one, from the top and from any neighbour", () => {
    const paths = [...inventory("infra/inv"), "docs/guide/x.md"];
    expect(find(paths)).toEqual(["infra/inv folders"]);
    expect(find(paths, { start: "docs/guide" })).toEqual(["infra/inv folders"]);
  });

  test("the one around the start, from anywhere in it; a folder of nodes is enough there", () => {
    const paths = [...inventory("east"), ...inventory("west"), "lab/nodes/n1.yml"];
    expect(find(paths, { start: "east" })).toEqual(["east undefined"]);
    expect(find(paths, { start: "west/classes" })).toEqual(["west undefined"]);
    expect(find(paths, { start: "lab" })).toEqual(["lab undefined"]);
  });

  test("the nearest parent of a start that the state does not have", () => {
    expect(find([...inventory("east"), ...inventory("west")], { start: "east/new/deep" })).toEqual(["east undefined"]);
  });

  test("the top before those below it", () => {
    expect(find(["nodes/n1.yml", "groups/all.yml", ...inventory("test/fixture")])).toEqual([" undefined"]);
    expect(find(["nodes/n1.yml", ...inventory("test/fixture")])).toEqual([" undefined"]);
  });

  test("what is chosen before the top, and after what is around the start", () => {
    const paths = [...inventory("a"), ...inventory("b"), "heir.yml"];
    const chosen = { by: "heir.folder", folders: ["a"] } as const;
    expect(find(paths, { chosen })).toEqual(["a undefined"]);
    expect(find(paths, { chosen, start: "b" })).toEqual(["b undefined"]);
  });

  test("a choice that is not there is told with what is", () => {
    const chosen = { by: "heir.folder", folders: ["infra/inw"] } as const;
    expect(find(inventory("infra/inv"), { chosen })).toEqual({
      kind: "not-there",
      by: "heir.folder",
      folder: "infra/inw",
      others: ["infra/inv"],
    });
  });

  test("a heir.yml at the top that chooses folders is no inventory itself", () => {
    const chosen = { by: "folder", folders: ["infra/inw"] } as const;
    expect(find(["heir.yml", ...inventory("infra/inv")], { chosen })).toMatchObject({ others: ["infra/inv"] });
  });

  test("several that nobody chose from are all found", () => {
    expect(find([...inventory("east"), ...inventory("west")])).toEqual(["east folders", "west folders"]);
  });

  test("what lies in an inventory is no second one; dot folders and node_modules are passed over", () => {
    const nested = ["inv/classes/nodes/x.yml", "inv/classes/classes/y.yml"];
    const passed = [...inventory(".cache/inv"), ...inventory("node_modules/p/inv"), ...inventory("x/.y/inv")];
    expect(find([...inventory("inv"), ...nested, ...passed])).toEqual(["inv folders"]);
  });
});
