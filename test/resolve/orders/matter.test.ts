import { describe, expect, test } from "vitest";
import { resolveNode } from "../../../src/resolve/node.ts";
import { type Files, Sides } from "../../support/side.ts";

/** The questions of the node `n1`: paths, and the groups that matter. */
async function questions(files: Files): Promise<readonly string[]> {
  const { inventory } = await new Sides().of({ "heir.yml": "version: 1\n", "nodes/n1.yml": "{}\n", ...files });
  return resolveNode(inventory, "n1").conflicts.map(({ paths, groups }) => {
    return `${paths.map(({ path }) => path.join(":")).join(", ")}: ${groups.join(", ")}`;
  });
}

describe("the groups of a conflict are those whose exchange as neighbours changes the result", () => {
  test("a group counts whose value only decides whether a class parameter fails, though one above replaces it", async () => {
    const files = {
      "globals.yml": "k: [v]\n",
      "groups/low.yml": "{nodes: [n1], properties: {k: s}}\n",
      "groups/low/top.yml": "{parents: [low], nodes: [n1], properties: {k: {value: s, inheritMode: ooo}}}\n",
      "groups/side.yml": "{nodes: [n1], classes: [c]}\n",
      "classes/c.yml": "parameters: {k: x}\n",
    };

    // side, low, top: text over a list is an error. low, side, top: s. low, top, side: x.
    expect(await questions(files)).toEqual(["parameters:k: low, low.top, side"]);
  });
});
