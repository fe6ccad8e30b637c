import { describe, expect, test } from "vitest";
import { entryOf } from "../../../src/model/values/value.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { profileOf } from "../../../src/resolve/policies/profile.ts";
import { Proposals } from "../../../src/resolve/proposals/proposals.ts";
import { type Files, Sides } from "../../support/side.ts";

/** For each question of the node `n1` its paths and the chains that resolve it. */
async function proposed(files: Files): Promise<Readonly<Record<string, readonly string[]>>> {
  const { inventory } = await new Sides().of({ "heir.yml": "version: 1\n", "nodes/n1.yml": "{}\n", ...files });
  const proposals = new Proposals(inventory);
  return Object.fromEntries(
    resolveNode(inventory, "n1").conflicts.map((conflict) => [
      conflict.paths.map(({ path }) => path.join(":")).join(", "),
      proposals.of((each) => profileOf(each, "n1"), conflict).map(({ chain }) => chain.join(" ")),
    ]),
  );
}

describe("a chain is proposed only if it leaves a value where the question was", () => {
  test("of a node that fails in one order, the chain is left out by which a value of it fails", async () => {
    const files = {
      // With a over b the node has the class k.x, with b over a it would have k.y, which has no file.
      "groups/a.yml": "{nodes: [n1], properties: {k: x}}\n",
      "groups/b.yml": "{nodes: [n1], properties: {k: y}}\n",
      "nodes/n1.yml": "{classes: ['k.${k}'], parameters: {r: '${s}'}}\n",
      "classes/k/x.yml": "parameters: {t: 1}\n",
    };

    expect(await proposed(files)).toEqual({ "": [] });
    expect(await proposed({ ...files, "classes/k/x.yml": "parameters: {s: 1}\n" })).toEqual({ "": ["b a"] });
  });
});

test("what a chain gives a node that it opens as a whole is without what is still open there", async () => {
  const { inventory } = await new Sides().of({
    "heir.yml": "version: 1\n",
    // With b over a, both nodes have a class without a file. On n2, b and c leave p open whatever orders a and b.
    "groups/a.yml": "{nodes: [n1, n2], properties: {k: x}}\n",
    "groups/b.yml": "{nodes: [n1, n2], properties: {k: y, p: 1}}\n",
    "groups/c.yml": "{nodes: [n2], properties: {p: 2}}\n",
    "nodes/n1.yml": "classes: ['k.${k}']\n",
    "nodes/n2.yml": "classes: ['k.${k}']\n",
    "classes/k/x.yml": "parameters: {t: 1}\n",
  });
  const { changes } = new Proposals(inventory).effect(["b", "a"]);
  const parameters = changes.map(({ node, value }) => {
    const section = value?.kind === "map" ? entryOf(value, "parameters")?.value : undefined;
    return [node, section?.kind === "map" ? section.entries.map(({ key }) => key) : section];
  });

  expect(parameters).toEqual([
    ["n1", expect.arrayContaining(["k", "p", "t"])],
    ["n2", expect.not.arrayContaining(["p"])],
  ]);
});
