import fc from "fast-check";
import { expect, test } from "vitest";
import { findImpact } from "../../../src/annex/edit/impact.ts";
import { dataChanges } from "../../../src/compare/changes/nodes.ts";
import type { Inventory } from "../../../src/model/inventory/inventory.ts";
import type { Impact } from "../../../src/model/results/impact.ts";
import { isAlong, type ParameterPath, printPath } from "../../../src/model/values/parameter-path.ts";
import { NodeData } from "../../../src/resolve/data/node-data.ts";
import { resolveNode } from "../../../src/resolve/node.ts";
import { memoryWorkspace } from "../../../src/workspace/open.ts";
import { anyGrouped } from "../../support/arbitrary/groups.ts";
import { anyInventory } from "../../support/arbitrary/inventory.ts";
import { type Files, Sides } from "../../support/side.ts";

const FILES: Files = {
  "heir.yml": "version: 1\n",
  "classes/base.yml": "applications:\n- motd\n- ssh\nparameters:\n  zone: dmz\n",
  "classes/web.yml": "classes:\n- base\napplications:\n- motd\nexports:\n  port: 80\n",
  "classes/proxy.yml": "parameters:\n  ports: $[ exports:port ]\n  first: ${ports}\n",
  "nodes/a.yml": "classes:\n- web\nfacts:\n  os: debian\n  rack: r1\n",
  "nodes/b.yml": "classes:\n- proxy\n- base\nfacts:\n  os: alpine\ngroups:\n- night\n",
  "nodes/c.yml": "environment: lab\nclasses:\n- web\nfacts:\n  os: alpine\n",
  "groups/debian.yml":
    "match:\n  all:\n  - fact: os\n    op: eq\n    value: debian\nproperties:\n  dns: 10.0.0.1\n  tuning: {swap: 1}\n",
  "groups/night.yml": "nodes: []\nproperties:\n  call: 555\n",
  "order.yml": "order:\n- [debian, night]\n",
  "techniques/tune.yml": "multi: true\n",
  "directives/d.yml":
    "technique: tune\nsets:\n  server: '${node.properties[dns]}'\n  mode: fast\nmerges:\n  all:\n  - node.properties[tuning]\n  - node.local[tuning]\n",
  "rules/r.yml": "directives:\n- d\ntargets:\n- group:debian\n",
  "properties.d/a/x.json": '{\n  "local": {\n    "tuning": {\n      "swap": 2\n    }\n  }\n}\n',
  "contracts/k.yml": "values:\n  mtu:\n    type: integer\n    default: 1500\n",
};

async function impactOf(files: Files, text: string): Promise<Impact> {
  const workspace = memoryWorkspace(Object.entries(files));
  const snapshot = await workspace.snapshot("WORKTREE");
  const inventory = await workspace.load(snapshot);
  const steps = { step: async () => undefined, signal: undefined };
  return (await findImpact(text, { workspace, snapshot, inventory }, { steps })).impact;
}

/** `path: nodes` of the values that are meant, and of those that follow behind `>`. */
async function told(text: string, files: Files = FILES): Promise<readonly string[]> {
  const { values } = await impactOf(files, text);
  return values.flatMap(({ path, wins, feeds }) => [
    `${printPath(path)}: ${wins.join(" ")}`,
    ...feeds.map((fed) => `> ${printPath(fed.path)}: ${fed.nodes.join(" ")}`).sort(),
  ]);
}

test("an application: the nodes whose list differs without it", async () => {
  expect(await told("classes/base.yml:2")).toEqual(["applications:motd: a b c"]);
  expect(await told("classes/base.yml:3")).toEqual(["applications:ssh: a b c"]);
  expect(await told("classes/web.yml:4")).toEqual(["applications:motd: "]);
  expect(await told("applications:motd")).toEqual(["applications:motd: a b c", "applications:motd: "]);
});

test("a class or group: the nodes that lose it, and all that follows from that", async () => {
  expect(await told("classes/web.yml:2")).toEqual(["classes:base: a c", "> applications: a c", "> zone: a c"]);
  expect(await told("nodes/b.yml:7")).toEqual(["groups:night: b", "> call: b"]);
});

test("a fact and the environment: what groups, policies and queries make of them", async () => {
  expect(await told("nodes/a.yml:4")).toEqual([
    "facts:os: a",
    "> dns: a",
    "> groups: a",
    "> policies:tune: a",
    "> tuning: a",
    "> variables:all: a",
    "> variables:mode: a",
    "> variables:server: a",
  ]);
  expect(await told("nodes/a.yml:5")).toEqual(["facts:rack: a"]);
  expect(await told("nodes/c.yml:1")).toEqual(["environment: c", "> _reclass_:environment: c"]);
});

test("an export feeds the queries of other nodes, and what is made of their answers", async () => {
  expect(await told("classes/web.yml:6")).toEqual(["exports:port: a c", "> first:a: b", "> ports:a: b"]);
});

test("a property feeds variables, and so do files of properties.d; a variable is replaced by a later one", async () => {
  expect(await told("groups/debian.yml:7")).toEqual(["dns: a", "> variables:server: a"]);
  expect(await told("groups/debian.yml:8")).toEqual(["tuning:swap: a"]);
  expect(await told("properties.d/a/x.json:4")).toEqual(["runtime:local:tuning:swap: a", "> variables:all:swap: a"]);
  expect(await told("directives/d.yml:4")).toEqual(["variables:mode: a"]);
  const later = {
    ...FILES,
    "directives/e.yml": "technique: tune\nsets: {mode: slow}\n",
    "rules/s.yml": "directives: [e]\ntargets: ['group:debian']\n",
  };
  const { values } = await impactOf(later, "directives/d.yml:4");
  expect(values.map(({ wins, overridden }) => [wins, overridden.map(({ nodes }) => nodes)])).toEqual([[[], [["a"]]]]);
});

test("lines that arrange others have no values: the nodes that the group, rule or directive reaches", async () => {
  for (const line of [
    "groups/debian.yml:4",
    "rules/r.yml:2",
    "rules/r.yml:4",
    "directives/d.yml:1",
    "directives/d.yml:7",
    "techniques/tune.yml:1",
  ]) {
    expect(await impactOf(FILES, line), line).toMatchObject({ values: [], nodes: ["a"] });
  }
  expect(await impactOf(FILES, "order.yml:2")).toMatchObject({ values: [], nodes: ["a", "b"] });
  expect(await impactOf(FILES, "heir.yml")).toMatchObject({ values: [], nodes: ["a", "b", "c"] });
});

test("a first key that is a section means the parameter of that name where nothing is written in the section", async () => {
  const files = { "nodes/n.yml": "parameters:\n  facts: {x: 1}\n  runtime: 2\nfacts: {y: 3}\n" };
  expect(await told("facts:x", files)).toEqual(["parameters:facts:x: n"]);
  expect(await told("facts:y", files)).toEqual(["facts:y: n"]);
  expect(await told("runtime", files)).toEqual(["parameters:runtime: n"]);
});

/** How many comparisons tell what a text means, and what they told. */
async function comparing(files: Files, text: string): Promise<{ readonly count: number; readonly impact: Impact }> {
  const workspace = memoryWorkspace(Object.entries(files));
  const snapshot = await workspace.snapshot("WORKTREE");
  const inventory = await workspace.load(snapshot);
  let count = 0;
  const compare: typeof workspace.compare = (...given) => {
    count += 1;
    return workspace.compare(...given);
  };
  const steps = { step: async () => undefined, signal: undefined };
  const counting = { ...workspace, compare, views: workspace.views.bind(workspace) };
  const { impact } = await findImpact(text, { workspace: counting, snapshot, inventory }, { steps });
  return { count, impact };
}

const FACTS: Files = Object.fromEntries(
  Array.from({ length: 12 }, (_, index) => [`nodes/n${index}.yml`, `facts: {os: debian, rack: r${index}}\n`]),
);
const GROUP: Files = {
  "groups/debian.yml":
    "match: {all: [{fact: os, op: eq, value: debian}]}\nproperties:\n  a: {x: 1, y: 2}\n  b: 3\n  c: 4\n",
  "techniques/t.yml": "multi: true\n",
  "directives/d.yml":
    "technique: t\nsets: {a: '${node.properties[a]}', b: '${node.properties[b]}', c: '${node.properties[c]}'}\n",
  "rules/r.yml": "directives: [d]\ntargets: ['group:debian']\n",
};

test("values from which nothing common can follow are tried together: as often as most of them meet", async () => {
  const files = { ...FACTS, ...GROUP };
  const facts = await comparing(files, "facts:os");
  const group = await comparing(files, "groups/debian.yml");

  expect([facts.count, facts.impact.values.length]).toEqual([1, 12]);
  expect([group.count, group.impact.values.length]).toEqual([2, 4]);
  const told = ({ values }: Impact) => {
    const feeds = values.map((value) => value.feeds.map((fed) => [fed.path, fed.origin.file.path, fed.nodes]));
    return values.map(({ path, wins }, at) => [path, wins, feeds[at]]);
  };
  for (const name of Object.keys(FACTS)) {
    const { impact } = await comparing(files, `${name}:1`);
    expect(told(facts.impact)).toContainEqual(told(impact)[0]);
  }
});

test("values that meet in a query, an anchor or a failing node are tried alone", async () => {
  const asking = { "nodes/q.yml": 'parameters: {all: "$[ exports:os ]"}\n' };
  const exporting = {
    "classes/e.yml": "exports: {os: debian}\n",
    "groups/debian.yml": "match: {all: [{fact: os, op: eq, value: debian}]}\nclasses: [e]\n",
  };
  const failing = { ...GROUP, "nodes/n0.yml": "facts: {os: debian}\nparameters: {z: '${b}'}\n" };
  const anchored = {
    ...GROUP,
    "groups/debian.yml": GROUP["groups/debian.yml"]?.replace("b: 3\n  c: 4", "b: &b 3\n  c: *b") ?? "",
  };

  expect((await comparing({ ...FACTS, ...exporting, ...asking }, "facts:os")).count).toBe(1 + 12);
  expect((await comparing({ ...FACTS, ...failing }, "facts:os")).count).toBe(1);
  expect((await comparing({ ...FACTS, ...anchored }, "groups/debian.yml")).count).toBe(4);
});

/** The pairs of nodes and paths that differ, of nodes that resolve in both states; undefined where a node no longer does. */
function differing(before: Inventory, after: Inventory): ReadonlySet<string> | undefined {
  const found = new Set<string>();
  for (const name of before.nodeNames) {
    const [old, now] = [resolveNode(before, name).node, resolveNode(after, name).node];
    if (old !== undefined && now === undefined) return undefined;
    if (old === undefined || now === undefined) continue;
    const changes = dataChanges(new NodeData(before, { node: old }), new NodeData(after, { node: now }));
    for (const { path } of changes) found.add(JSON.stringify([name, path]));
  }
  return found;
}

/** Whether each pair of one is at, above or below a pair of the other. */
function covers(one: Iterable<string>, other: Iterable<string>): readonly string[] {
  const all = [...other].map((each) => JSON.parse(each) as [string, ParameterPath]);
  return [...one].filter((each) => {
    const [node, path] = JSON.parse(each) as [string, ParameterPath];
    return !all.some(([name, at]) => name === node && isAlong(at, path));
  });
}

/** Edits values one by one: what differs then is what impact told; how many were edited. */
async function asEdited(files: Files): Promise<number> {
  const sides = new Sides();
  const { inventory } = await sides.of(files);
  let edits = 0;
  for (const [file, text] of Object.entries(files)) {
    if (!/^(?:nodes|classes|groups)\//.test(file)) continue;
    const { values } = await impactOf(files, file);
    for (const { path, value, wins, feeds } of values) {
      const { start, end } = value.origin;
      if (value.kind !== "scalar" || end <= start) continue;
      // Of the same kind: a property with a mode is joined to texts, and replaces numbers.
      const edit = value.type === "int" ? "4711" : '"of a test"';
      const { inventory: after } = await sides.of({
        ...files,
        [file]: text.slice(0, start) + edit + text.slice(end),
      });
      const changed = differing(inventory, after);
      if (changed === undefined) continue;
      const foretold = [{ path, nodes: wins }, ...feeds].flatMap((each) =>
        each.nodes.map((node) => JSON.stringify([node, each.path])),
      );
      expect([covers(changed, foretold), covers(foretold, changed)], `${file} ${printPath(path)}`).toEqual([[], []]);
      edits += 1;
    }
  }
  return edits;
}

test("what impact tells of values is what an edit of each changes, on any inventory", async () => {
  expect(await asEdited(FILES)).toBe(10);
  await fc.assert(
    fc.asyncProperty(fc.oneof(anyInventory, anyGrouped), async (files) => {
      await asEdited(files);
    }),
    { numRuns: 25 },
  );
}, 120_000);
