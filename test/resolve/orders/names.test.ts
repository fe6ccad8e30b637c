import { expect, test } from "vitest";
import { resolveNode } from "../../../src/resolve/node.ts";
import { type Files, Sides } from "../../support/side.ts";

async function names(files: Files) {
  const { inventory } = await new Sides().of({
    "heir.yml": "version: 1\n",
    "nodes/n1.yml": "{}\n",
    "classes/a.yml": "applications: [a]\n",
    "classes/b.yml": "applications: [b]\n",
    "classes/c.yml": "applications: [c]\n",
    ...files,
  });
  const { node } = resolveNode(inventory, "n1");
  return { classes: node?.classes.map(({ name }) => name), applications: node?.applications.map(({ name }) => name) };
}

test.each([
  ["x", "y"],
  ["y", "x"],
])(
  "groups %s and %s without an order: names that either may bring first are sorted, removals or not",
  async (one, other) => {
    const found = await names({
      [`groups/${one}.yml`]: "{nodes: [n1], classes: [b, ~a]}\n",
      [`groups/${other}.yml`]: "{nodes: [n1], classes: [c]}\n",
      "groups/z.yml": `{parents: [${other}], nodes: [n1], classes: [~a]}\n`,
    });

    expect(found).toEqual({ classes: ["b", "c"], applications: ["b", "c"] });
  },
);

test.each([
  ["x", "y"],
  ["y", "x"],
])("what all orders that remove a class agree on stays: %s, %s", async (one, other) => {
  const found = await names({
    [`groups/${one}.yml`]: "{nodes: [n1], classes: [c]}\n",
    [`groups/${one}/z.yml`]: `{parents: [${one}], nodes: [n1], classes: [b]}\n`,
    // Whichever order, a is removed: the node says so.
    [`groups/${other}.yml`]: "{nodes: [n1], classes: [a]}\n",
    "nodes/n1.yml": "classes: [~a]\n",
  });

  expect(found).toEqual({ classes: ["c", "b"], applications: ["c", "b"] });
});
