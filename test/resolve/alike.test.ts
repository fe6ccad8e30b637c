import { expect, test } from "vitest";
import { resolveAlike } from "../../src/resolve/alike.ts";
import { resolveNode, walkNode } from "../../src/resolve/node.ts";
import { Sides } from "../support/side.ts";

const BEFORE = {
  "classes/ntp.yml": "parameters: {ntp: {server: '${site}', pool: [a]}}\n",
  "nodes/n1.yml": "classes: [ntp]\nparameters: {site: b}\n",
};

/** The values of `n1` after a change of files, if they are taken over from the state before. */
async function alike(
  files: Readonly<Record<string, string | undefined>>,
  before: Readonly<Record<string, string>> = {},
) {
  const sides = new Sides();
  const [old, now] = [
    await sides.of({ ...BEFORE, ...before }),
    await sides.of(kept({ ...BEFORE, ...before, ...files })),
  ];
  const { node } = resolveNode(old.inventory, "n1");
  const outcome = node && resolveAlike(walkNode(now.inventory, "n1"), node);
  if (outcome?.node !== undefined) expect(outcome.node.parameters).toBe(node?.parameters);
  return outcome?.node?.classes.map(({ name }) => name);
}

function kept(files: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
  );
}

test("a node whose layers say the same has the same values, whatever its classes are called", async () => {
  const renamed = { "classes/ntp.yml": undefined, "classes/time.yml": BEFORE["classes/ntp.yml"] };
  expect(await alike({ ...renamed, "nodes/n1.yml": "classes: [time]\nparameters: {site: b}\n" })).toEqual(["time"]);
  expect(await alike({ "classes/ntp.yml": "# new\nparameters:\n  ntp: {server: '${site}', 'pool': [a]}\n" })).toEqual([
    "ntp",
  ]);
});

test.each([
  ["another value", { "nodes/n1.yml": "classes: [ntp]\nparameters: {site: c}\n" }],
  ["another type", { "classes/ntp.yml": "parameters: {ntp: {server: '${site}', pool: [1]}}\n" }],
  ["keys in another sequence", { "classes/ntp.yml": "parameters: {ntp: {pool: [a], server: '${site}'}}\n" }],
  [
    "one layer more",
    { "classes/b.yml": "parameters: {x: 1}\n", "nodes/n1.yml": "classes: [ntp, b]\nparameters: {site: b}\n" },
  ],
  ["a class that is missing", { "nodes/n1.yml": "classes: [ntp, b]\nparameters: {site: b}\n" }],
  ["another environment", { "nodes/n1.yml": "classes: [ntp]\nenvironment: dev\nparameters: {site: b}\n" }],
])("%s: the node is resolved again", async (_, files) => {
  expect(await alike(files)).toBeUndefined();
});

test("queries and groups are decided by more than the layers of a node", async () => {
  expect(
    await alike({}, { "nodes/n1.yml": "classes: [ntp]\nparameters: {site: b, all: '$[ exports:x ]'}\n" }),
  ).toBeUndefined();
  const group = { "heir.yml": "groups: true\n", "groups/g.yml": "nodes: [n1]\n" };
  expect(await alike({}, group)).toBeUndefined();
});
