import { describe, expect, test } from "vitest";
import type { Inventory } from "../../../src/model/inventory/inventory.ts";
import { type Linearisation, linearise } from "../../../src/resolve/ancestry/linearise.ts";
import { briefly } from "../../support/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

/** Classes as `name: parent parent`, and the classes of the node `n1`. */
async function walk(node: string, classes: Readonly<Record<string, string>>, more: Files = {}): Promise<Linearisation> {
  const files = Object.entries(classes).map(([name, parents]) => [
    `classes/${name.replaceAll(".", "/")}.yml`,
    `classes: [${parents.split(" ").filter(Boolean).join(", ")}]\n`,
  ]);
  const listed = node === "" ? "{}" : `classes: [${node.split(" ").join(", ")}]`;
  const inventory = (await new Sides().of({ ...Object.fromEntries(files), "nodes/n1.yml": listed, ...more })).inventory;
  return linearise(inventory, theNode(inventory));
}

function theNode(inventory: Inventory) {
  const node = inventory.node("n1");
  if (node === undefined) throw new Error("there is no n1");
  return node;
}

const steps = ({ steps: all }: Linearisation) => all.map(({ name }) => name).join(" ");

describe("the walk", () => {
  test.each([
    ["c b", { b: "", c: "" }, "_reclass_ c b n1"],
    ["a", { a: "b", b: "c", c: "" }, "_reclass_ c b a n1"],
    ["a b", { a: "c d", b: "d e", c: "", d: "", e: "" }, "_reclass_ c d a e b n1"],
    ["a b a", { a: "", b: "a" }, "_reclass_ a b n1"],
    ["a", { a: "d.e", "d.e": ".f", "d.f": "..g", g: "" }, "_reclass_ g d.f d.e a n1"],
  ])("of %s over %o", async (node, classes, order) => {
    expect(steps(await walk(node, classes))).toBe(order);
  });

  test("follows a chain of many classes", async () => {
    const classes = Object.fromEntries(
      Array.from({ length: 3000 }, (_, at) => [`c${at}`, at < 2999 ? `c${at + 1}` : ""]),
    );
    const found = await walk("c0", classes);

    expect(found.diagnostics).toEqual([]);
    expect(found.steps.map(({ name }) => name).slice(0, 3)).toEqual(["_reclass_", "c2999", "c2998"]);
  });

  test("begins with mapped classes, before the automatic parameters", async () => {
    const found = await walk("a", { a: "m", m: "", o: "" }, { "heir.yml": "class_mappings: ['n* o m']\n" });

    expect(steps(found)).toBe("o m _reclass_ a n1");
  });

  test("remembers every file it used and every class it missed", async () => {
    const { reads } = await walk("a x", { a: "y", b: "" });

    expect([...reads.files.keys()]).toEqual(["nodes/n1.yml", "classes/a.yml"]);
    expect([...reads.missed]).toEqual(["y", "x"]);
  });

  test("names the chain to a missing class once, and goes on", async () => {
    const { diagnostics } = await walk("a b", { a: "nowhere", b: "nowhere" });

    expect(diagnostics.map(briefly)).toEqual([
      "class-not-found at classes/a.yml:1:11: class nowhere is listed but has no file",
      "class-not-found at classes/b.yml:1:11: class nowhere is listed but has no file",
    ]);
    expect(diagnostics[0]?.related.map(({ caption }) => caption)).toEqual(["reached through a"]);
  });
});

describe("removals", () => {
  test.each([
    ["a b ~a", { a: "", b: "" }, "_reclass_ b n1"],
    ["a ~b", { a: "b", b: "c", c: "" }, "_reclass_ a n1"],
    ["a c ~b", { a: "b", b: "c", c: "" }, "_reclass_ a c n1"],
    ["a ~a b", { a: "", b: "a" }, "_reclass_ a b n1"],
    ["a b", { a: "c", b: "~c", c: "" }, "_reclass_ a b n1"],
    ["a b ~b", { a: "", b: "~a" }, "_reclass_ a n1"],
    ["a b c", { a: "x", b: "~x", c: "~b", x: "" }, "_reclass_ x a c n1"],
    ["a ~a a ~a", { a: "" }, "_reclass_ n1"],
  ])("of %s over %o", async (node, classes, order) => {
    const found = await walk(node, classes);

    expect(steps(found)).toBe(order);
    expect(found.diagnostics).toEqual([]);
  });

  test("reach mapped classes", async () => {
    const found = await walk("~m", { m: "" }, { "heir.yml": "class_mappings: ['* m']\n" });

    expect(steps(found)).toBe("_reclass_ n1");
    expect(found.classes).toEqual([]);
  });

  test("of what is not there are told, also when it is only listed later", async () => {
    const { diagnostics } = await walk("~a a", { a: "" });

    expect(diagnostics.map(briefly)).toEqual([
      "remove-nothing at nodes/n1.yml:1:11: ~a removes nothing: no earlier list has this class",
    ]);
  });

  test("that lead in a circle are named", async () => {
    const classes = { c: "'drop.${what}'", "drop.none": "", "drop.w": "~w" };
    const found = await walk("d w c", classes, {
      "classes/d.yml": "parameters: { what: none }\n",
      "classes/w.yml": "parameters: { what: w }\n",
    });

    expect(found.diagnostics.map(briefly)).toEqual([
      "removal-unsettled at classes/drop/w.yml:1:11: the removal ~w undoes itself",
    ]);
  });
});

test("a name that cannot be split is told once, where it is written", async () => {
  const { diagnostics } = await walk("'role.${x'", {});

  expect(diagnostics.map(briefly)).toEqual([
    'reference-syntax at nodes/n1.yml:1:11: "role.${x" cannot be read: ${ without its }',
  ]);
});

test("a mapped name that cannot be split is an error of the mapping", async () => {
  const { diagnostics } = await walk("", {}, { "heir.yml": "class_mappings: ['* role.${x']\n" });

  expect(diagnostics.map(briefly)).toEqual([
    "class-name-unresolved at heir.yml:1:18: class name role.${x holds a reference without a target",
  ]);
});
