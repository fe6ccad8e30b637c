import { expect, test } from "vitest";
import type { Step } from "../../../src/model/inventory/resolved.ts";
import type { Value } from "../../../src/model/values/value.ts";
import { resolveWalked, walkNode } from "../../../src/resolve/node.ts";
import { DifferingParts, stepsWith } from "../../../src/resolve/parts/part.ts";
import { type Files, Sides } from "../../support/side.ts";

const BEFORE: Files = {
  "classes/ntp.yml": "parameters: {ntp: {server: '${site:name}', pool: [a]}, site: {name: b, size: 3}}\n",
  "nodes/n1.yml": "classes: [ntp]\nparameters: {own: {more: 'at ${ntp:server}', size: '${site:size}'}}\n",
};

/** The later layers of `n1` with what differs after a change of files, and the names of the parameters that are resolved for it. */
async function partAfter(edits: Files, before: Files = {}): Promise<readonly [string, readonly string[]] | undefined> {
  const sides = new Sides();
  const old = walkNode((await sides.of({ ...BEFORE, ...before })).inventory, "n1");
  const now = walkNode((await sides.of({ ...BEFORE, ...before, ...edits })).inventory, "n1");
  const part = new DifferingParts().of(old, now);
  const steps = part && stepsWith(now, part.paths);
  const { node } = resolveWalked(now, steps);
  return steps && [layersOf(steps), node?.parameters.entries.map(({ key }) => key) ?? []];
}

/** As `ntp {server} n1 {own {more}}`. */
function layersOf(steps: readonly Step[]): string {
  return steps.map(({ name, parameters }) => `${name} ${keysIn(parameters)}`).join(" ");
}

function keysIn(value: Value): string {
  if (value.kind !== "map") return "";
  return `{${value.entries.map((entry) => `${entry.key} ${keysIn(entry.value)}`.trim()).join(", ")}}`;
}

test("of an edited value, it and what refers to it are resolved again, with what they refer to", async () => {
  const edited = "parameters: {ntp: {server: '${site:name}', pool: [a]}, site: {name: c, size: 3}}\n";
  const [text, names] = (await partAfter({ "classes/ntp.yml": edited })) ?? [];

  expect(text).toBe("ntp {ntp {server}, site {name}} n1 {own {more}}");
  expect(names).toEqual(["ntp", "site", "own"]);
});

test.each([
  ["places", { "classes/ntp.yml": `# new\n${BEFORE["classes/ntp.yml"]}` }, ""],
  [
    "a list",
    {
      "nodes/n1.yml":
        "classes: [ntp]\nparameters: {ntp: {pool: [b]}, own: {more: 'at ${ntp:server}', size: '${site:size}'}}\n",
    },
    "ntp {ntp {pool}} n1 {ntp {pool}}",
  ],
  [
    "keys in another sequence",
    { "classes/ntp.yml": "parameters: {ntp: {server: '${site:name}', pool: [a]}, site: {size: 3, name: b}}\n" },
    "ntp {ntp {server}, site {size, name}} n1 {own {more, size}}",
  ],
  [
    "one layer more",
    {
      "classes/b.yml": "parameters: {site: {other: 1}}\n",
      "nodes/n1.yml": `${BEFORE["nodes/n1.yml"]}`.replace("[ntp]", "[ntp, b]"),
    },
    "ntp {site {}} b {site {other}}",
  ],
  [
    "a value beside keys with a prefix",
    {
      "nodes/n1.yml":
        "classes: [ntp]\nparameters: {~own: {more: 'at ${ntp:server}', size: '${site:size}'}, =ntp: {pool: [b]}, ~a: 1}\n",
    },
    "ntp {ntp {server, pool}, site {name, size}} n1 {~own {more, size}, =ntp {pool}, ~a}",
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

/** The layers of some nodes with what differs after a class is edited, node by node, and their keys. */
async function partsAfter(before: Files, edited: Files): Promise<readonly (readonly [string, string] | undefined)[]> {
  const sides = new Sides();
  const [old, now] = [(await sides.of(before)).inventory, (await sides.of({ ...before, ...edited })).inventory];
  const parts = new DifferingParts();
  return old.nodeNames.map((name) => {
    const walked = walkNode(now, name);
    const part = parts.of(walkNode(old, name), walked);
    return part && [layersOf(stepsWith(walked, part.paths)), part.key];
  });
}

test("nodes are alike whose layers differ only in mappings without values", async () => {
  const before: Files = {
    "classes/base.yml": "parameters: {p: {a: 1}}\n",
    "classes/one.yml": "parameters: {p: {b: 1}}\n",
    "classes/two.yml": "parameters: {p: {c: 1}}\n",
    "classes/flat.yml": "parameters: {p: null}\n",
    "nodes/n1.yml": "classes: [base, one]\n",
    "nodes/n2.yml": "classes: [two, base, one]\nparameters: {p: {d: 1}}\n",
    "nodes/n3.yml": "classes: [base]\n",
    "nodes/n4.yml": "classes: [flat, two, base]\n",
    "nodes/n5.yml": "classes: [flat, one, base]\n",
  };
  const parts = await partsAfter(before, { "classes/base.yml": "parameters: {p: {a: 2}}\n" });
  const [n1, n2, n3, n4, n5] = parts.map((part) => part?.[1]);

  expect(parts[1]?.[0]).toBe("two {p {}} base {p {a}} one {p {}} n2 {p {}}");
  expect(n2).toBe(n1);
  expect(n3).not.toBe(n1);
  // What is no mapping decides whether a mapping behind it counts.
  expect(n4).not.toBe(n5);
});

test("nodes are not alike that need other values, or have values of their own", async () => {
  const before: Files = {
    "classes/base.yml": "parameters: {a: 1}\n",
    "classes/one.yml": "parameters: {one: '${a}'}\n",
    "classes/two.yml": "parameters: {two: '${b}', b: 2}\n",
    "nodes/n1.yml": "classes: [base, one]\n",
    "nodes/n2.yml": "classes: [base, one, two]\n",
    "nodes/n3.yml": "classes: [base, two]\n",
    "nodes/n4.yml": "classes: [base, one]\nparameters: {one: 3}\n",
    "nodes/n5.yml": "classes: [base, one]\nparameters: {one: 3}\n",
    "nodes/n6.yml": "classes: [one, base]\n",
  };
  const parts = await partsAfter(before, { "classes/base.yml": "parameters: {a: 2}\n" });
  const [n1, n2, ...others] = parts.map((part) => part?.[1]);

  expect(n2).toBe(n1);
  expect(new Set([n1, ...others]).size).toBe(5);
});
