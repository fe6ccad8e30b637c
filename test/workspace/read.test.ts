import { expect, test } from "vitest";
import { valueJson } from "../../src/encoding/json.ts";
import type { NodeOutcome } from "../../src/model/inventory/resolved.ts";
import type { Snapshot } from "../../src/model/inventory/snapshot.ts";
import { memorySnapshot } from "../../src/source/snapshot/memory.ts";
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
  const inventory = await workspace.read(snapshot, ["web1"]);

  expect(read().sort()).toEqual(
    ["classes/base.yml", "classes/role/common.yml", "classes/role/web.yml", "heir.yml", "nodes/web1.yml"].sort(),
  );
  expect([...workspace.resolve(inventory, ["web1"])].map(({ diagnostics }) => diagnostics)).toEqual([[]]);
});

test("each level of classes is one batch", async () => {
  const { workspace, snapshot, batches } = counted(FILES);
  await workspace.read(snapshot, ["web1"]);

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
    // With references in names, and with mappings, any class can be meant.
    [FILES, []],
    [{ ...sure, ...mapped }, []],
  ] as const) {
    const { workspace, snapshot, read } = counted(files);
    const inventory = await workspace.nodesInventory(snapshot);
    const whole = counted(files);

    expect(Object.keys(files).filter((path) => !read().includes(path))).toEqual(unread);
    expect(told(workspace.resolve(inventory))).toEqual(
      told(whole.workspace.resolve(await whole.workspace.inventory(whole.snapshot))),
    );
  }
});

test("a class whose name holds a reference is read when resolving asks for it", async () => {
  const { workspace, snapshot, read } = counted(FILES);
  await workspace.read(snapshot, ["web2"]);

  expect(read()).toContain("classes/site/one.yml");
  expect(read()).not.toContain("classes/site/two.yml");
  expect(read()).not.toContain("nodes/web1.yml");
});

test("a query about other nodes reads everything", async () => {
  const { workspace, snapshot, read } = counted(FILES);
  await workspace.read(snapshot, ["asking"]);

  expect(read().sort()).toEqual(Object.keys(FILES).sort());
});

test("two files for one name are found without reading the others", async () => {
  const { workspace, snapshot, read } = counted({ ...FILES, "nodes/more/web1.yml": "classes: [base]\n" });
  const inventory = await workspace.read(snapshot, ["web1"]);

  expect(inventory.diagnostics.map(({ code }) => code)).toEqual(["duplicate-name"]);
  expect(read().sort()).toEqual(["heir.yml", "nodes/more/web1.yml", "nodes/web1.yml"]);
});

test.each(["web1", "web2", "asking", "failing"])("%s resolves as it does when all is read", async (name) => {
  const { workspace, snapshot } = counted(FILES);
  const [partial] = [...workspace.resolve(await workspace.read(snapshot, [name]), [name])];
  const all = counted(FILES);
  const [whole] = [...all.workspace.resolve(await all.workspace.inventory(all.snapshot), [name])];

  expect(text(partial)).toEqual(text(whole));
});

test("what was read for one node is not read again for all", async () => {
  const { workspace, snapshot, read } = counted(FILES);
  await workspace.read(snapshot, ["web1"]);
  const inventory = await workspace.inventory(snapshot);

  expect(inventory.nodeNames.flatMap((name) => inventory.node(name) ?? [])).toHaveLength(4);
  expect(read().sort()).toEqual(Object.keys(FILES).sort());
});

test("what work asks for beyond that is read, and the work begun again", async () => {
  const { workspace, snapshot, read } = counted(FILES);
  let begun = 0;
  const names = await workspace.asking(snapshot, ["web1"], (inventory) => {
    begun += 1;
    return [inventory.class("unused")?.name, inventory.class("site.two")?.name];
  });

  expect(names).toEqual(["unused", "site.two"]);
  expect(begun).toBe(3);
  expect(read()).not.toContain("nodes/web2.yml");
});

test("work that goes through all classes is begun a few times only", async () => {
  const many = Array.from({ length: 50 }, (_, index) => [`classes/c${index}.yml`, `parameters: {k: ${index}}\n`]);
  const { workspace, snapshot, batches } = counted({ ...FILES, ...Object.fromEntries(many) });
  let begun = 0;
  const count = await workspace.asking(snapshot, ["web1"], ({ classNames, class: define }) => {
    begun += 1;
    return classNames.flatMap((name) => define(name) ?? []).length;
  });

  expect(count).toBe(56);
  expect(begun).toBeLessThanOrEqual(6);
  expect(batches().length).toBeLessThanOrEqual(12);
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
  const read: Snapshot["read"] = (ids, options) => {
    batches.push([...ids].map((id) => paths.get(id) ?? ""));
    return snapshot.read(ids, options);
  };
  return {
    workspace: memoryWorkspace([]),
    snapshot: { ...snapshot, read },
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
