import { expect, test } from "vitest";
import { resolveWalked, walkNode } from "../../../src/resolve/node.ts";
import { differingPart, stepsWith } from "../../../src/resolve/parts/part.ts";
import { type Files, Sides } from "../../support/side.ts";

const BEFORE: Files = {
  "classes/ntp.yml": "parameters: {ntp: {server: '${site:name}', pool: [a]}, site: {name: b, size: 3}}\n",
  "nodes/n1.yml": "classes: [ntp]\nparameters: {own: {more: 'at ${ntp:server}', size: '${site:size}'}}\n",
};

/** The part of `n1` that differs after a change of files, as text, and the names of the parameters that are resolved for it. */
async function partAfter(edits: Files, before: Files = {}): Promise<readonly [string, readonly string[]] | undefined> {
  const sides = new Sides();
  const old = walkNode((await sides.of({ ...BEFORE, ...before })).inventory, "n1");
  const now = walkNode((await sides.of({ ...BEFORE, ...before, ...edits })).inventory, "n1");
  const part = differingPart(old, now);
  const { node } = resolveWalked(now, part && stepsWith(now, part));
  return part && [part.text(), node?.parameters.entries.map(({ key }) => key) ?? []];
}

test("of an edited value, it and what refers to it are resolved again, with what they refer to", async () => {
  const edited = "parameters: {ntp: {server: '${site:name}', pool: [a]}, site: {name: c, size: 3}}\n";
  const [text, names] = (await partAfter({ "classes/ntp.yml": edited })) ?? [];

  expect(text).toBe('{"ntp":{"server":*},"own":{"more":*},"site":{"name":*}}');
  expect(names).toEqual(["ntp", "site", "own"]);
});

test.each([
  ["places", { "classes/ntp.yml": `# new\n${BEFORE["classes/ntp.yml"]}` }, "{}"],
  [
    "a list",
    {
      "nodes/n1.yml":
        "classes: [ntp]\nparameters: {ntp: {pool: [b]}, own: {more: 'at ${ntp:server}', size: '${site:size}'}}\n",
    },
    '{"ntp":{"pool":*}}',
  ],
  [
    "keys in another sequence",
    { "classes/ntp.yml": "parameters: {ntp: {server: '${site:name}', pool: [a]}, site: {size: 3, name: b}}\n" },
    '{"ntp":{"server":*},"own":{"more":*,"size":*},"site":*}',
  ],
  [
    "one layer more",
    {
      "classes/b.yml": "parameters: {site: {other: 1}}\n",
      "nodes/n1.yml": `${BEFORE["nodes/n1.yml"]}`.replace("[ntp]", "[ntp, b]"),
    },
    '{"site":{"other":*}}',
  ],
])("%s: what differs", async (_, edits, text) => {
  expect((await partAfter(edits))?.[0]).toBe(text);
});

test.each([
  ["queries", { "classes/other.yml": "parameters: {all: '$[ exports:x ]'}\n" }],
  ["groups", { "heir.yml": "groups: true\n", "groups/g.yml": "nodes: [n1]\n" }],
  ["a class that is missing", { "classes/other.yml": "classes: [nowhere]\n" }],
  ["a reference that can lead to any name", { "classes/other.yml": "parameters: {any: '${${own:more}}'}\n" }],
  ["a reference beside a key that is no text", { "classes/other.yml": "parameters: {1: 1, more: '${site:name}'}\n" }],
  ["exports that refer to what differs", { "classes/other.yml": "exports: {name: '${site:name}'}\n" }],
])("%s: all is resolved", async (_, before) => {
  const node = { "classes/other.yml": "{}\n", "nodes/n1.yml": "classes: [ntp, other]\n" };
  const edited = "parameters: {ntp: {server: '${site:name}', pool: [a]}, site: {name: c, size: 3}}\n";

  expect(await partAfter({ "classes/ntp.yml": edited }, node)).toBeDefined();
  expect(await partAfter({ "classes/ntp.yml": edited }, { ...node, ...before })).toBeUndefined();
});
