import { expect, test } from "vitest";
import { displayWidth } from "../../../src/base/terminal-text.ts";
import { bothLayers } from "../../../src/compare/causes/both-layers.ts";
import { NodeExplainer } from "../../../src/inspect/explain/node.ts";
import { layerRows } from "../../../src/report/history/why.ts";
import { rowText } from "../../../src/report/text/row.ts";
import { Sides } from "../../support/side.ts";

/** The layers of a long text that one class sets and another takes over. */
async function text(width: number | undefined): Promise<readonly string[]> {
  const sides = new Sides();
  const long = "a".repeat(80);
  const files = {
    "classes/a.yml": `parameters: {v: ${long}}\n`,
    "classes/b.yml": "parameters: {v: b}\n",
    "nodes/n1.yml": "classes: [a]\n",
  };
  const [old, now] = [await sides.of(files), await sides.of({ ...files, "nodes/n1.yml": "classes: [a, b]\n" })];
  const told = [old, now].map(({ inventory }) => new NodeExplainer(inventory, "n1").explanation(["parameters", "v"]));
  const [left, right] = told;
  if (left === undefined || right === undefined) return [];
  const ends = [
    { title: "HEAD~1 5c0ffee", id: "1" },
    { title: "HEAD 9d21ab4", id: "2" },
  ] as const;
  return layerRows(bothLayers(left, right), ends, width === undefined ? {} : { width }).map(rowText);
}

test.each([60, 70, 80, 100, 140, 200])("nothing is wider than a terminal of %i columns", async (width) => {
  for (const row of await text(width)) expect(displayWidth(row)).toBeLessThanOrEqual(width);
});

test("wide enough, the two states stand side by side, with who won and who wins", async () => {
  const rows = (await text(100)).map((row) => row.replaceAll(/a{3,}…a{3,}/g, "aa…aa").replaceAll(/ {3,}/g, "   "));
  expect(rows).toEqual([
    "",
    "   HEAD~1 5c0ffee   HEAD 9d21ab4",
    '  class a   2  "aa…aa"  <- won   2  "aa…aa"',
    '  class b   (class absent)   3  "b"  <- wins',
  ]);
});

test("too narrow for that, they stand below each other", async () => {
  expect((await text(60)).map((row) => row.replaceAll(/a{3,}…a{3,}/g, "aa…aa"))).toEqual([
    "",
    "  class a",
    '    HEAD~1 5c0ffee    2  "aa…aa"  <- won',
    '    HEAD 9d21ab4      2  "aa…aa"',
    "  class b",
    "    HEAD~1 5c0ffee       (class absent)",
    '    HEAD 9d21ab4      3  "b"  <- wins',
  ]);
});
