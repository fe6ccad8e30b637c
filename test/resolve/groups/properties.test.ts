import { describe, expect, test } from "vitest";
import { valueJson } from "../../../src/encoding/json.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { propertiesOf } from "../../../src/resolve/policies/node-policies.ts";
import { type Files, Sides } from "../../support/side.ts";

interface Layers {
  readonly globals?: string;
  /** Group by group, each that is not first below the one before it: `p` above `q` if written `q: [p]`. */
  readonly groups?: Readonly<Record<string, string>>;
  /** Parents of groups that have some. */
  readonly parents?: Readonly<Record<string, string>>;
  readonly order?: string;
  readonly node?: string;
}

function filesOf({ globals = "{}", groups = {}, parents = {}, order = "[]", node = "{}" }: Layers): Files {
  const written = Object.entries(groups).map(([id, properties]) => {
    return [`groups/${id}.yml`, `parents: [${parents[id] ?? ""}]\nnodes: [n1]\nproperties: ${properties}\n`] as const;
  });
  return {
    "heir.yml": "version: 1\n",
    "globals.yml": `${globals}\n`,
    "order.yml": `order: ${order}\n`,
    "nodes/n1.yml": `properties: ${node}\n`,
    ...Object.fromEntries(written),
  };
}

/** What the layers come to: values as JSON, layers by name, conflicts by their groups and paths. */
async function outcome(layers: Layers) {
  const { inventory } = await new Sides().of(filesOf(layers));
  const { node } = resolveNode(inventory, "n1");
  if (node === undefined) throw new Error("the node resolves");
  const view = propertiesOf(node, inventory.settings);
  const settled = view.properties.filter(({ value }) => value !== undefined);
  return {
    values: Object.fromEntries(settled.map(({ property, value }) => [property, value && valueJson(value)])),
    lineage: Object.fromEntries(
      settled.map(({ property, layers: all }) => [property, all.map(({ name }) => name).join(" ")]),
    ),
    conflicts: view.conflicts.map(({ property, groups, paths }) => ({ property, groups: groups.join(), paths })),
    latent: view.latent.map(({ property, groups }) => ({ property, groups: groups.join() })),
  };
}

// What Rudder does with each pair of types; its modes say how a newer value is laid over what is there.
describe("a newer value over an older one", () => {
  test.each<[title: string, layers: Layers, value: string]>([
    ["text replaces text", { globals: "{p: old}", groups: { a: "{p: new}" } }, '"new"'],
    [
      "objects merge by key",
      { globals: "{p: {x: 1, y: 1}}", groups: { a: "{p: {y: 2, z: 2}}" } },
      '{"x":1,"y":2,"z":2}',
    ],
    ["a list replaces a list", { globals: "{p: [1, 2]}", groups: { a: "{p: [3]}" } }, "[3]"],
    ["another type replaces", { globals: "{p: [1]}", groups: { a: "{p: {x: 1}}" } }, '{"x":1}'],
    [
      "null is a value and removes nothing",
      { globals: "{p: {x: 1, y: 1}}", groups: { a: "{p: {x: null}}" } },
      '{"x":null,"y":1}',
    ],
    ["maa appends lists", { globals: "{p: {value: [1], inheritMode: maa}}", groups: { a: "{p: [2]}" } }, "[1,2]"],
    ["mpo puts lists in front", { globals: "{p: {value: [1], inheritMode: mpo}}", groups: { a: "{p: [2]}" } }, "[2,1]"],
    ["moa appends text", { globals: "{p: {value: a, inheritMode: moa}}", groups: { a: "{p: b}" } }, '"ab"'],
    ["mop puts text in front", { globals: "{p: {value: a, inheritMode: mop}}", groups: { a: "{p: b}" } }, '"ba"'],
    [
      "ooo replaces objects",
      { globals: "{p: {value: {x: 1}, inheritMode: ooo}}", groups: { a: "{p: {y: 2}}" } },
      '{"y":2}',
    ],
    [
      "a mode reaches into merged objects",
      { globals: "{p: {value: {s: a, l: [1]}, inheritMode: maa}}", groups: { a: "{p: {s: b, l: [2]}}" } },
      '{"s":"ab","l":[1,2]}',
    ],
    [
      "a mode stated once holds on",
      { globals: "{p: {value: [0], inheritMode: mao}}", groups: { a: "{p: [1]}" }, node: "{p: [2]}" },
      "[0,1,2]",
    ],
    [
      "until another is stated",
      {
        globals: "{p: {value: [0], inheritMode: mao}}",
        groups: { a: "{p: {value: [1], inheritMode: moo}}" },
        node: "{p: [2]}",
      },
      "[2]",
    ],
    ["numbers never join", { globals: "{p: {value: 1, inheritMode: maa}}", groups: { a: "{p: 2}" } }, "2"],
    ["nor do different types", { globals: "{p: {value: 5, inheritMode: maa}}", groups: { a: "{p: x}" } }, '"x"'],
    ["the node comes last", { globals: "{p: 1}", groups: { a: "{p: 2}" }, node: "{p: 3}" }, "3"],
    ["a long form may hold the key value", { node: "{p: {value: {value: 1}}}" }, '{"value":1}'],
  ])("%s", async (_, layers, value) => {
    expect((await outcome(layers)).values).toEqual({ p: value });
  });
});

describe("groups", () => {
  const blog = {
    debian: "{dns: 1.1.1.1, pkg: {path: /debian, type: deb}}",
    debian10: "{dns: 1.1.0.0, pkg: {path: /debian10}}",
    dc1: "{dns: 9.9.9.9}",
  };
  const below = { debian10: "debian" };

  test.each<[title: string, layers: Layers, dns: string, lineage: string]>([
    ["one edge at the root orders what is below it", { order: "[[debian, dc1]]" }, '"9.9.9.9"', "debian debian10 dc1"],
    ["an edge at the leaf does too", { order: "[[debian10, dc1]]" }, '"9.9.9.9"', "debian debian10 dc1"],
    ["the other way round the operating system wins", { order: "[[dc1, debian]]" }, '"1.1.0.0"', "dc1 debian debian10"],
  ])("%s", async (_, { order = "[]" }, dns, lineage) => {
    const found = await outcome({ groups: blog, parents: below, order });

    expect([found.values["dns"], found.lineage["dns"], found.conflicts]).toEqual([dns, lineage, []]);
    expect(found.values["pkg"]).toBe('{"path":"/debian10","type":"deb"}');
  });

  test("the nearer of two edges counts", async () => {
    const groups = { os: "{}", debian: "{dns: 1}", dc: "{}", dc1: "{dns: 2}" };
    const parents = { debian: "os", dc1: "dc" };

    expect((await outcome({ groups, parents, order: "[[os, dc], [dc, debian]]" })).values).toEqual({ dns: "1" });
  });

  test("a group with both as parents puts the last of them on top", async () => {
    const groups = { ...blog, both: "{}" };
    const found = await outcome({ groups, parents: { ...below, both: "debian, dc1" } });

    expect(found.values["dns"]).toBe('"9.9.9.9"');
  });

  test("without an edge only what differs is in conflict", async () => {
    const found = await outcome({ groups: blog, parents: below });

    expect(found.conflicts).toEqual([{ property: "dns", groups: "dc1,debian10", paths: [[]] }]);
    expect(found.values).toEqual({ pkg: '{"path":"/debian10","type":"deb"}' });
  });

  test.each<[title: string, layers: Layers, conflicts: unknown]>([
    ["equal values are none", { groups: { a: "{p: 1}", b: "{p: 1}" } }, []],
    ["other keys of an object are none", { groups: { a: "{p: {x: 1}}", b: "{p: {y: 1}}" } }, []],
    [
      "one key of an object",
      { groups: { a: "{p: {o: {x: 1}, z: 1}}", b: "{p: {o: {x: 2, y: 2}}}" } },
      [{ property: "p", groups: "a,b", paths: [["o", "x"]] }],
    ],
    [
      "an object beside text",
      { groups: { a: "{p: {x: 1}}", b: "{p: x}" } },
      [{ property: "p", groups: "a,b", paths: [[]] }],
    ],
    [
      "siblings below one parent",
      { groups: { p: "{p: 0}", a: "{p: 1}", b: "{p: 2}" }, parents: { a: "p", b: "p" } },
      [{ property: "p", groups: "a,b", paths: [[]] }],
    ],
    [
      "a group below both settles it",
      { groups: { p: "{p: 0}", a: "{p: 1}", b: "{p: 2}", d: "{p: 3}" }, parents: { a: "p", b: "p", d: "a, b" } },
      [],
    ],
    [
      "equal on top of different bases",
      {
        groups: { p: "{p: {k: 1}}", a: "{p: {s: x}}", q: "{p: {k: 2}}", b: "{p: {s: x}}" },
        parents: { a: "p", b: "q" },
      },
      [{ property: "p", groups: "p,q", paths: [["k"]] }],
    ],
    [
      "lists that append",
      { globals: "{p: {value: [], inheritMode: mao}}", groups: { a: "{p: [1]}", b: "{p: [2]}" } },
      [{ property: "p", groups: "a,b", paths: [[]] }],
    ],
  ])("in conflict: %s", async (_, layers, conflicts) => {
    expect((await outcome(layers)).conflicts).toEqual(conflicts);
  });

  test("what the node says itself hides a conflict, which stays to be told", async () => {
    const found = await outcome({ groups: { a: "{p: 1}", b: "{p: 2}" }, node: "{p: 3}" });

    expect([found.values, found.conflicts, found.latent]).toEqual([{ p: "3" }, [], [{ property: "p", groups: "a,b" }]]);
  });
});
