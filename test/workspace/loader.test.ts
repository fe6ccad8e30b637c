import { expect, test } from "vitest";
import { valueJson } from "../../src/encoding/json.ts";
import type { NodeOutcome } from "../../src/model/inventory/inventory.ts";
import type { Snapshot } from "../../src/model/inventory/snapshot.ts";
import { memorySnapshot } from "../../src/source/snapshot/parts.ts";
import { changedEnds } from "../../src/workspace/evidence/changed-ends.ts";
import { memoryWorkspace } from "../../src/workspace/open.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";

const FILES = {
  "heir.yml": "delimiter: ':'\n",
  "classes/base.yml": "parameters: {site: one}\n",
  "classes/role/web.yml": "classes: [base, .common]\nparameters: {k: '${site}'}\n",
  "classes/role/common.yml": "parameters: {c: 1}\n",
  "classes/site/one.yml": "parameters: {from: one}\n",
  "classes/site/two.yml": "parameters: {from: two}\n",
  "classes/unused.yml": "parameters: {u: 1}\n",
  "nodes/web1.yml": "classes: [role.web]\n",
  "nodes/web2.yml": "classes: [role.web, 'site.${site}']\n",
  "nodes/asking.yml": "classes: [base]\nparameters: {all: '$[ if exports:e == 1 ]'}\n",
  "nodes/failing.yml": "classes: [nowhere]\n",
};

test("for one node its file and its classes are read, and nothing else", async () => {
  const { workspace, snapshot, read } = counted(FILES);
  const inventory = await workspace.load(snapshot, { nodes: ["web1"] });

  expect(read().sort()).toEqual(
    ["classes/base.yml", "classes/role/common.yml", "classes/role/web.yml", "heir.yml", "nodes/web1.yml"].sort(),
  );
  expect([...workspace.resolve(inventory, ["web1"])].map(({ diagnostics }) => diagnostics)).toEqual([[]]);
});

test("each level of classes is one batch", async () => {
  const { workspace, snapshot, batches } = counted(FILES);
  await workspace.load(snapshot, { nodes: ["web1"] });

  expect(batches()).toEqual([
    ["heir.yml"],
    ["nodes/web1.yml"],
    ["classes/role/web.yml"],
    ["classes/base.yml", "classes/role/common.yml"],
  ]);
});

test("for all nodes no class is read that none of them leads to, and all of them resolve as if everything was", async () => {
  const { "nodes/web2.yml": _, ...sure } = FILES;
  const groups = {
    "groups/all.yml": "match: {all: [{fact: os, op: eq, value: x}]}\nclasses: [grouped]\n",
    "classes/grouped.yml": "classes: [site.two]\n",
    "nodes/member.yml": "facts: {os: x}\n",
  };
  const mapped = { "heir.yml": "class_mappings: ['failing mapped']\n", "classes/mapped.yml": "parameters: {m: 1}\n" };
  for (const [files, unread] of [
    [sure, ["classes/site/one.yml", "classes/site/two.yml", "classes/unused.yml"]],
    [{ ...sure, ...groups }, ["classes/site/one.yml", "classes/unused.yml"]],
    // With references in names, any class can be meant.
    [FILES, []],
    [{ ...sure, ...mapped }, ["classes/site/one.yml", "classes/site/two.yml", "classes/unused.yml"]],
  ] as const) {
    const { workspace, snapshot, read } = counted(files);
    const inventory = await workspace.load(snapshot, { scope: "nodes" });
    const whole = counted(files);

    expect(Object.keys(files).filter((path) => !read().includes(path))).toEqual(unread);
    expect(told(workspace.resolve(inventory))).toEqual(
      told(whole.workspace.resolve(await whole.workspace.load(whole.snapshot))),
    );
  }
});

test("a class whose name holds a reference is read when resolving asks for it", async () => {
  const { workspace, snapshot, read } = counted(FILES);
  const inventory = await workspace.load(snapshot, { nodes: ["web2"] });
  expect(read()).not.toContain("classes/site/one.yml");
  expect([...workspace.resolve(inventory, ["web2"])].map(({ diagnostics }) => diagnostics)).toEqual([[]]);

  expect(read()).toContain("classes/site/one.yml");
  expect(read()).not.toContain("classes/site/two.yml");
  expect(read()).not.toContain("nodes/web1.yml");
});

test("a query about other nodes reads everything", async () => {
  const { workspace, snapshot, read } = counted(FILES);
  const inventory = await workspace.load(snapshot, { nodes: ["asking"] });
  expect([...workspace.resolve(inventory, ["asking"])]).toHaveLength(1);

  expect(read().sort()).toEqual(Object.keys(FILES).sort());
});

test("two files for one name are found without reading the others", async () => {
  const { workspace, snapshot, read } = counted({ ...FILES, "nodes/more/web1.yml": "classes: [base]\n" });
  const inventory = await workspace.load(snapshot, { nodes: ["web1"] });

  expect(inventory.diagnostics.map(({ code }) => code)).toEqual(["duplicate-name"]);
  expect(read().sort()).toEqual(["heir.yml", "nodes/more/web1.yml", "nodes/web1.yml"]);
});

test.each(["web1", "web2", "asking", "failing"])("%s resolves as it does when all is read", async (name) => {
  const { workspace, snapshot } = counted(FILES);
  const [partial] = [...workspace.resolve(await workspace.load(snapshot, { nodes: [name] }), [name])];
  const all = counted(FILES);
  const [whole] = [...all.workspace.resolve(await all.workspace.load(all.snapshot), [name])];

  expect(text(partial)).toEqual(text(whole));
});

test("what was read for one node is not read again for all", async () => {
  const { workspace, snapshot, read } = counted(FILES);
  await workspace.load(snapshot, { nodes: ["web1"] });
  const inventory = await workspace.load(snapshot);

  expect(inventory.nodeNames.flatMap((name) => inventory.node(name) ?? [])).toHaveLength(4);
  expect(read().sort()).toEqual(Object.keys(FILES).sort());
});

test("what was not read in advance is read when it is asked for", async () => {
  const { workspace, snapshot, read, batches } = counted(FILES);
  const inventory = await workspace.load(snapshot, { nodes: ["web1"] });
  const before = batches().length;

  expect(inventory.class("unused")?.name).toBe("unused");
  expect(inventory.class("site.two")?.name).toBe("site.two");
  expect(batches().slice(before)).toEqual([["classes/unused.yml"], ["classes/site/two.yml"]]);
  expect(read()).not.toContain("nodes/web2.yml");
});

test("who goes through all classes has a few read one by one, then all at once", async () => {
  const many = Array.from({ length: 50 }, (_, index) => [`classes/c${index}.yml`, `parameters: {k: ${index}}\n`]);
  const { workspace, snapshot, batches } = counted({ ...FILES, ...Object.fromEntries(many) });
  const { classNames, class: define } = await workspace.load(snapshot, { nodes: ["web1"] });

  expect(classNames.flatMap((name) => define(name) ?? [])).toHaveLength(56);
  expect(batches().length).toBeLessThanOrEqual(13);
});

test("classes of settings and of groups are read in advance for the nodes that have them", async () => {
  const { workspace, snapshot, batches } = counted({
    "heir.yml": "class_mappings: ['web* mapped', 'db* other']\n",
    "groups/web.yml": "match: {all: [{fact: role, op: eq, value: web}]}\nclasses: [grouped]\n",
    "groups/db.yml": "match: {all: [{fact: role, op: eq, value: db}]}\nclasses: [other]\n",
    "classes/mapped.yml": "parameters: {m: 1}\n",
    "classes/grouped.yml": "classes: [deep]\n",
    "classes/deep.yml": "parameters: {d: 1}\n",
    "classes/other.yml": "parameters: {o: 1}\n",
    "nodes/web1.yml": "facts: {role: web}\n",
    "nodes/db1.yml": "facts: {role: db}\n",
  });
  const inventory = await workspace.load(snapshot, { nodes: ["web1"] });
  const before = batches().length;
  const [outcome] = [...workspace.resolve(inventory, ["web1"])];

  expect(outcome?.node?.classes.map(({ name }) => name).sort()).toEqual(["deep", "grouped", "mapped"]);
  expect(batches().length).toBe(before);
  expect(batches().flat()).not.toContain("classes/other.yml");
});

test("where nothing can be read late, everything is read in advance", async () => {
  const { workspace, snapshot, read } = counted(FILES);
  const inventory = await workspace.load({ ...snapshot, readNow: undefined }, { nodes: ["web1"] });

  expect(read().sort()).toEqual(Object.keys(FILES).sort());
  expect([...workspace.resolve(inventory, ["web1"])].map(({ diagnostics }) => diagnostics)).toEqual([[]]);
});

test("a pass reads nodes shortly before their turn, drops their files after it, and keeps classes", async () => {
  const names = Array.from({ length: 300 }, (_, index) => `n${index}`);
  const nodes = names.map((name) => [`nodes/${name}.yml`, `classes: [role.web]\nparameters: {n: ${name}}\n`]);
  const { "heir.yml": settings, ...files } = FILES;
  const all = { "heir.yml": settings, ...Object.fromEntries(nodes), ...files };
  const { workspace, snapshot, read, batches } = counted(all);
  const parameters: unknown[] = [];
  for await (const { name, node } of workspace.pass(snapshot, names)) {
    if (name === "n0") expect(read().filter((path) => path.startsWith("nodes/"))).toHaveLength(256);
    parameters.push(node && valueJson(node.parameters));
  }
  expect(new Set(parameters).size).toBe(300);
  const before = batches().length;
  const inventory = await workspace.load(snapshot, { nodes: ["n0", "n299"] });

  expect(batches().slice(before)).toEqual([["nodes/n0.yml", "nodes/n299.yml"]]);
  expect(inventory.node("n0")?.name).toBe("n0");
});

test("a node that asks for others in a pass gets those of before its turn as well", async () => {
  const names = Array.from({ length: 300 }, (_, index) => `n${String(index).padStart(3, "0")}`);
  const nodes = names.map((name) => [`nodes/${name}.yml`, `exports: {e: ${name}}\n`]);
  const asking = { "nodes/z.yml": "parameters: {all: '$[ exports:e ]'}\n" };
  const { workspace, snapshot } = counted({ ...Object.fromEntries(nodes), ...asking });
  const last: unknown[] = [];
  for await (const { node } of workspace.pass(snapshot, [...names, "z"])) last.push(node && valueJson(node.parameters));

  const asked = names.map((name) => `"${name}":"${name}"`).join(",");
  expect(last.at(-1)).toContain(`"all":{${asked}`);
});

test("the ends of lines are looked for in what a comparison has read: no file is read twice", async () => {
  const old = counted({ "nodes/n1.yml": "parameters:\n  a: 1\n", "nodes/n2.yml": "{}\n" });
  const line = "  a: 2  # heir: until 2026-11-30 (works)\n";
  const now = counted({ "nodes/n1.yml": `parameters:\n${line}`, "nodes/n2.yml": "{}\n" });
  const ends = [old.snapshot, now.snapshot] as const;
  const { workspace } = now;

  const { lookedAt } = await workspace.compare(...ends);
  const found = await changedEnds(workspace, ends, lookedAt.files);

  expect(found).toMatchObject([{ old: undefined, new: "2026-11-30" }]);
  expect([old.read(), now.read()].map((read) => read.filter((path) => path === "nodes/n1.yml"))).toEqual([
    ["nodes/n1.yml"],
    ["nodes/n1.yml"],
  ]);
});

interface Counted {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  /** The paths read so far, each as often as it was read. */
  read(): string[];
  batches(): readonly (readonly string[])[];
}

function counted(files: Readonly<Record<string, string>>): Counted {
  const snapshot = memorySnapshot(Object.entries(files));
  const paths = new Map([...snapshot.blobs].map(([path, blob]) => [blob, path]));
  const batches: (readonly string[])[] = [];
  const count = (ids: Iterable<string>): readonly string[] => {
    const wanted = [...ids];
    batches.push(wanted.map((id) => paths.get(id) ?? ""));
    return wanted;
  };
  const read: Snapshot["read"] = (ids, options) => snapshot.read(count(ids), options);
  const readNow: Snapshot["readNow"] = (ids) => snapshot.readNow?.(count(ids)) ?? new Map();
  return {
    workspace: memoryWorkspace([]),
    snapshot: { ...snapshot, read, readNow },
    read: () => batches.flat(),
    batches: () => batches,
  };
}

/** An outcome as text, places included. */
function text(value: unknown): string {
  return JSON.stringify(value, (key, each: unknown) => {
    if (key === "kept" || key === "text") return undefined;
    return each instanceof Map || each instanceof Set ? [...each] : each;
  });
}

function told(outcomes: Iterable<NodeOutcome>): readonly unknown[] {
  return Array.from(outcomes, ({ name, node, diagnostics }) => [
    name,
    node && valueJson(node.parameters),
    diagnostics.map(({ message }) => message),
  ]);
}
