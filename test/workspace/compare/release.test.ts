import { expect, test, vi } from "vitest";
import { compareSides } from "../../../src/workspace/compare/comparison.ts";
import { compareGradually } from "../../../src/workspace/compare/gradual.ts";
import type { Side } from "../../../src/workspace/load/outcome.ts";
import { Loader } from "../../../src/workspace/loader.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import { newRepo } from "../../support/git/repo.ts";
import { Sides } from "../../support/side.ts";

/** One more than the number of nodes whose files stay. */
const AFFECTED = 1001;

const names = Array.from({ length: AFFECTED }, (_, index) => `n${String(index).padStart(4, "0")}`);
const sides = new Sides();
const nodes = Object.fromEntries(names.map((name) => [`nodes/${name}.yml`, "classes: [base]\n"]));
const before = await sides.of({ ...nodes, "nodes/other.yml": "", "classes/base.yml": "parameters: {x: 1}\n" });
const after = await sides.of({ ...nodes, "nodes/other.yml": "", "classes/base.yml": "parameters: {x: 2}\n" });

test("files of nodes that cannot differ, and of the many that can, are dropped once they are compared", async () => {
  const dropped: string[] = [];
  const prefetched: number[] = [];
  const note = ({ snapshot }: Pick<Side, "snapshot">, some: readonly string[]) => {
    for (const name of some) dropped.push(`${name} ${snapshot === before.snapshot ? "before" : "after"}`);
  };
  const prefetch = async (_side: unknown, some: readonly string[]) => void prefetched.push(some.length);
  const found = await compareSides(before, after, { release: note, prefetch });

  const last = names.at(-1);
  expect(dropped).toEqual([`${last} before`, "other before", `${last} before`, `${last} after`]);
  expect(Math.max(...prefetched)).toBeLessThan(AFFECTED);
  expect(found.changes.map(({ nodes: on }) => on.length)).toEqual([AFFECTED]);
});

test("what is prefetched node by node is the same as in one go", async () => {
  const both = new Map([before, after].map(({ snapshot }) => [snapshot, [] as string[]]));
  const prefetch = async ({ snapshot }: Pick<Side, "snapshot">, some: readonly string[]) =>
    void both.get(snapshot)?.push(...some);
  const gradual = await compareGradually(before, after, { release: () => undefined, prefetch });
  while (!(await gradual.more(0)));

  expect([...both.values()]).toEqual([[...names, "other", ...names], names]);
});

test("without a cache files are held for the next comparison, unless there is none", async () => {
  const repo = newRepo();
  const [old, now] = ["1", "2"].map((x) =>
    repo.commit(x, { "nodes/web1.yml": `parameters: {x: ${x}}\n`, "nodes/other.yml": "", "classes/a.yml": "" }),
  );
  const workspace = await openWorkspace({ cwd: repo.dir, cache: false });
  const ends = [await workspace.snapshot(old ?? ""), await workspace.snapshot(now ?? "")] as const;
  const dropped = vi.spyOn(Loader.prototype, "drop");
  await workspace.compare(...ends);
  expect(dropped).not.toHaveBeenCalled();
  await workspace.compare(...ends, { once: true });

  expect(dropped.mock.calls.flatMap(([, names]) => [...names])).toContain("other");
  dropped.mockRestore();
  await workspace.close();
});
