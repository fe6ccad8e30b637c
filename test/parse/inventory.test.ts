import { expect, test } from "vitest";
import { briefly } from "../support/inventory.ts";
import { Sides } from "../support/side.ts";

test("nodes and classes are listed by name, sorted by code point, and parsed once", async () => {
  const { inventory } = await new Sides().of({
    "nodes/b/z.yml": "",
    "nodes/～.yml": "",
    "nodes/😀.yml": "",
    "nodes/a.yml": "",
    "nodes/readme.txt": "",
    "classes/x/init.yml": "",
    "classes/x/y.yml": "",
    "other/c.yml": "",
  });

  expect(inventory.nodeNames).toEqual(["a", "z", "～", "😀"]);
  expect(inventory.classNames).toEqual(["x", "x.y"]);
  expect(inventory.fileOf("class", "x")).toBe("classes/x/init.yml");
  expect(inventory.class("x")).toBe(inventory.class("x"));
  expect(inventory.node("__proto__")).toBeUndefined();
});

test("two files for one name are told with both places, whatever their order", async () => {
  const { inventory } = await new Sides().of({
    "classes/a.yaml": "{}",
    "classes/a.yml": "{}",
    "classes/a/init.yml": "",
  });

  expect(inventory.diagnostics.map(briefly)).toEqual([
    'duplicate-name at classes/a.yml:1:1: two files define the class "a"',
    'duplicate-name at classes/a/init.yml:1:1: two files define the class "a"',
  ]);
});

test.each([
  ["nodes_uri: x\nclasses_uri: x\n", 'uri-overlap: nodes and classes share the folder "x"'],
  ["nodes_uri: .\nclasses_uri: classes\n", "uri-overlap"],
  ["nodes_uri: hosts\n", 'path-not-found: there is no folder "hosts" for nodes'],
])("%j: %s", async (settings, fault) => {
  const { inventory } = await new Sides().of({ "heir.yml": settings, "x/.gitkeep": "" });

  expect(inventory.diagnostics.map(briefly)).toContainEqual(expect.stringContaining(fault));
});

test("folders whose names only begin alike do not overlap", async () => {
  const { inventory } = await new Sides().of({
    "heir.yml": "nodes_uri: inv\nclasses_uri: inv-classes\n",
    "inv/n.yml": "classes: [a]\n",
    "inv-classes/a.yml": "{}\n",
  });

  expect(inventory.diagnostics).toEqual([]);
  expect([inventory.nodeNames, inventory.classNames]).toEqual([["n"], ["a"]]);
});

test("equal files under another name or path are other definitions", async () => {
  const { inventory } = await new Sides().of({
    "classes/a/b.yml": "classes: [.c]\n",
    "classes/b.yml": "classes: [.c]\n",
  });

  expect(inventory.class("a.b")?.classes.map(({ name }) => name)).toEqual(["a.c"]);
  expect(inventory.class("b")?.classes.map(({ name }) => name)).toEqual(["c"]);
});
