import { expect, test, vi } from "vitest";
import { FileCache } from "../../src/cache/file-cache.ts";
import { SettingsCache } from "../../src/cache/states/settings-cache.ts";
import type { Snapshot } from "../../src/model/inventory/snapshot.ts";
import { createInventory } from "../../src/parse/inventory.ts";
import { memorySnapshot } from "../../src/source/snapshot/parts.ts";
import { compareSides } from "../../src/workspace/compare/comparison.ts";
import type { Side } from "../../src/workspace/load/outcome.ts";
import type { Files } from "../support/side.ts";

/** Opens snapshots that share their caches, and counts what is read and parsed on the way. */
class CountedSides {
  readonly read: string[] = [];
  readonly parsed: string[] = [];
  private readonly files = new FileCache();
  private readonly settings = new SettingsCache(this.files, []);

  async of(files: Files): Promise<Side> {
    const snapshot = this.counted(memorySnapshot(Object.entries(files)));
    await this.files.prefetch(snapshot, snapshot.blobs.keys());
    const { blobs, folders } = snapshot;
    const file = (...asked: Parameters<FileCache["file"]>) => {
      this.parsed.push(asked[0]);
      return this.files.file(...asked);
    };
    return { snapshot, inventory: createInventory({ blobs, folders, ...this.settings.of(snapshot), file }) };
  }

  private counted(snapshot: Snapshot): Snapshot {
    const paths = new Map([...snapshot.blobs].map(([path, blob]) => [blob, path]));
    return {
      ...snapshot,
      read: (ids, options) => {
        const wanted = [...ids];
        for (const id of wanted) this.read.push(paths.get(id) ?? "");
        return snapshot.read(wanted, options);
      },
    };
  }
}

const files: Files = {
  "heir.yml": "default_environment: dev\n",
  "classes/a.yml": "parameters: { a: 1 }\n",
  "classes/b.yml": "parameters: { b: 1 }\n",
  "nodes/n1.yml": "classes: [a]\n",
  "nodes/n2.yml": "classes: [b]\n# 2\n",
  "nodes/n3.yml": "classes: [a, b]\n",
  "nodes/n4.yml": "classes: [c]\n",
};

test("between two states only what differs is read and parsed again, and only what it can touch is resolved", async () => {
  const sides = new CountedSides();
  const before = await sides.of(files);
  await compareSides(before, before);
  sides.read.length = 0;
  sides.parsed.length = 0;

  const after = await sides.of({ ...files, "classes/b.yml": "parameters: { b: 2 }\n" });
  const comparison = await compareSides(before, after);

  expect(sides.read).toEqual(["classes/b.yml"]);
  expect(sides.parsed.filter((path) => path === "classes/a.yml")).toHaveLength(1);
  expect(comparison.lookedAt).toEqual({ nodes: 4, resolvedAgain: 2, files: ["classes/b.yml"], leftOut: [] });
  expect(comparison.changes.map(({ nodes }) => nodes)).toEqual([["n2", "n3"]]);
});

test("each file is parsed once, however many nodes and comparisons use it", async () => {
  const sides = new CountedSides();
  const before = await sides.of(files);
  const after = await sides.of({ ...files, "classes/b.yml": "parameters: { b: 2 }\n" });

  await compareSides(before, after);
  await compareSides(after, before);
  await compareSides(before, after);

  expect(sides.parsed.toSorted()).toEqual([...new Set(sides.parsed), "classes/b.yml"].toSorted());
});

test("a class that is new is felt by the nodes that missed it, and by no other", async () => {
  const sides = new CountedSides();

  const comparison = await compareSides(
    await sides.of(files),
    await sides.of({ ...files, "classes/c.yml": "{}\n", "classes/d.yml": "{}\n" }),
  );

  expect(comparison.lookedAt.resolvedAgain).toBe(1);
  expect(comparison.nodes.newlyResolving).toEqual(["n4"]);
});

test("files that no node uses resolve nothing, and settings that differ resolve everything", async () => {
  const sides = new CountedSides();
  const before = await sides.of(files);

  const unused = await compareSides(before, await sides.of({ ...files, "classes/unused.yml": "{}\n" }));
  const settings = await compareSides(before, await sides.of({ ...files, "heir.yml": "default_environment: x\n" }));

  expect(unused.lookedAt).toEqual({ nodes: 4, resolvedAgain: 0, files: ["classes/unused.yml"], leftOut: [] });
  expect(settings.lookedAt.resolvedAgain).toBe(4);
});

test("a comparison that is stopped resolves no further node", async () => {
  const sides = new CountedSides();
  const before = await sides.of(files);
  const { snapshot, inventory } = await sides.of({ ...files, "heir.yml": "default_environment: x\n" });
  const resolved: string[] = [];
  const node: typeof inventory.node = (name) => {
    if (resolved.at(-1) !== name) resolved.push(name);
    return inventory.node(name);
  };
  const stop = new AbortController();
  const progress = (done: number): void => (done === 2 ? stop.abort() : undefined);
  // Every node takes so long that it is looked whether to go on.
  let now = 0;
  const clock = vi.spyOn(performance, "now").mockImplementation(() => (now += 1000));

  const stopped = compareSides(
    before,
    { snapshot, inventory: { ...inventory, node } },
    { signal: stop.signal, progress },
  );

  await expect(stopped).rejects.toThrow(expect.objectContaining({ name: "AbortError" }));
  clock.mockRestore();
  expect(resolved).toEqual(["n1", "n2"]);
});
