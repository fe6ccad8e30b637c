import { expect, test } from "vitest";
import { bothLayers } from "../../../src/compare/causes/both-layers.ts";
import { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import { type Files, Sides } from "../../support/side.ts";

/** `LAYER OLD>NEW` of each row: position and what is said, `-` for a layer that is not there, `.` for one that is silent. */
async function rows(before: Files, after: Files, { all = false }: { readonly all?: boolean } = {}): Promise<string[]> {
  const sides = new Sides();
  const [old, now] = [await sides.of(before), await sides.of(after)];
  const path = ["parameters", "v"];
  const told = [old, now].map(({ inventory }) => new NodeExplainer(inventory, "n1").explanation(path));
  const [left, right] = told;
  if (left === undefined || right === undefined) return [];
  return bothLayers(left, right, all).map(({ name, ...row }) => {
    const texts = [row.old, row.new].map((side) => {
      if (side === undefined) return "-";
      return `${side.position}${side.contributions.map(({ value }) => (value.kind === "scalar" ? `=${value.data}` : ".")).join()}`;
    });
    return `${name} ${texts.join(" ")}`;
  });
}

const classes: Files = {
  "classes/a.yml": "parameters: {v: a}\n",
  "classes/b.yml": "parameters: {v: b}\n",
  "classes/c.yml": "parameters: {v: c}\n",
  "classes/silent.yml": "",
};
const node = (list: string): Files => ({ ...classes, "nodes/n1.yml": `classes: [${list}]\n` });

test("a layer that came stands where the new side has it, one that went before what stood above it", async () => {
  expect(await rows(node("a, c"), node("a, b"))).toEqual(["a 2=a 2=a", "c 3=c -", "b - 3=b"]);
  expect(await rows(node("a, b, c"), node("c"))).toEqual(["a 2=a -", "b 3=b -", "c 4=c 2=c"]);
  expect(await rows(node("c"), node("a, b, c"))).toEqual(["a - 2=a", "b - 3=b", "c 2=c 4=c"]);
  expect(await rows(node("a, b"), node("a"))).toEqual(["a 2=a 2=a", "b 3=b -"]);
});

test("layers in another order have the order of the new side, and their own position on each", async () => {
  expect(await rows(node("a, b, c"), node("c, a"))).toEqual(["b 3=b -", "c 4=c 2=c", "a 2=a 3=a"]);
});

test("layers that say nothing are left out unless all are asked for", async () => {
  expect(await rows(node("a, silent"), node("a, silent"))).toEqual(["a 2=a 2=a"]);
  expect(await rows(node("a"), node("a, silent"), { all: true })).toEqual([
    "_reclass_ 1 1",
    "a 2=a 2=a",
    "silent - 3",
    "n1 3 4",
  ]);
});

test("the node itself is one layer, whatever it is called", async () => {
  const sides = new Sides();
  const old = await sides.of({ "nodes/n1.yml": "parameters: {v: 1}\n" });
  const now = await sides.of({ "nodes/n2.yml": "parameters: {v: 2}\n" });
  const told = (side: typeof old, name: string) =>
    new NodeExplainer(side.inventory, name).explanation(["parameters", "v"]);
  const both = bothLayers(told(old, "n1"), told(now, "n2"));
  expect(both.map(({ name, old: left, new: right }) => [name, left?.position, right?.position])).toEqual([
    ["n2", 2, 2],
  ]);
});
