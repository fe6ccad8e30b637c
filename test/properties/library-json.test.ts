import { expect, test } from "vitest";
import { openFolder } from "../../src/cli/host.ts";
import { HeirError, open } from "../../src/index.ts";
import { drawer, drawnHistory } from "../support/arbitrary/drawn-history.ts";
import { heir } from "../support/host.ts";

const SEEDS = 3;
const LENGTH = 16;
const NODES = ["n1", "n2", "n3"];
const PATHS = ["x", "z", "own", "ref", "asked", "p", "exports:e"];

/** A drawn repository without secrets, which the library does not mask: its commits, and both ways to ask. */
async function asking(seed: number) {
  const repo = drawnHistory(seed, LENGTH);
  const commits = repo.git("rev-list", "--all").split("\n");
  const draw = drawer(seed);
  return {
    repository: await open(repo.dir, { settings: { secrets: [] } }),
    commit: () => commits[draw(commits.length)] ?? "main",
    /** What a command prints as JSON; undefined where it prints none. */
    printed: async (...argv: readonly string[]): Promise<unknown> => {
      const { out } = await heir([...argv, "--json", "--set", "secrets=[]"], { cwd: repo.dir, open: openFolder });
      return out === "" ? undefined : JSON.parse(out);
    },
  };
}

/** A result of the library as JSON; undefined where it throws. */
async function returned(result: Promise<unknown>): Promise<unknown> {
  try {
    return JSON.parse(JSON.stringify(await result));
  } catch (error) {
    if (error instanceof HeirError) return undefined;
    throw error;
  }
}

async function forEachSeed(ask: (asked: Awaited<ReturnType<typeof asking>>, seed: number) => Promise<void>) {
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const asked = await asking(seed);
    await ask(asked, seed);
    await asked.repository.close();
  }
}

test("the library's diff is what diff --json prints", { timeout: 120_000 }, async () => {
  let changes = 0;
  await forEachSeed(async ({ repository, printed, commit }, seed) => {
    for (let draw = 0; draw < 6; draw += 1) {
      const [from, to] = [commit(), commit()];
      const ours = await returned(repository.diff(from, to));
      expect({ seed, from, to, ours }).toEqual({ seed, from, to, ours: await printed("diff", from, to) });
      changes += (ours as { changes: readonly unknown[] } | undefined)?.changes.length ?? 0;
    }
  });
  expect(changes).toBeGreaterThan(SEEDS);
});

test("the library's check is what check --json prints", { timeout: 120_000 }, async () => {
  let findings = 0;
  await forEachSeed(async ({ repository, printed, commit }, seed) => {
    for (let draw = 0; draw < 4; draw += 1) {
      const at = commit();
      const ours = await returned(repository.check({ at }));
      expect({ seed, at, ours }).toEqual({ seed, at, ours: await printed("check", at) });
      findings += (ours as { findings: readonly unknown[] } | undefined)?.findings.length ?? 0;
    }
  });
  expect(findings).toBeGreaterThan(SEEDS);
});

test("the library's explanation is what explain --json prints", { timeout: 120_000 }, async () => {
  let contributions = 0;
  await forEachSeed(async ({ repository, printed, commit }, seed) => {
    for (const node of NODES) {
      const at = commit();
      for (const path of PATHS) {
        const ours = await returned(repository.explain(node, path, { at }));
        const theirs = await printed("explain", node, path, "-r", at);
        if (theirs !== undefined) {
          // The library also names the layer of the place, and the node's findings.
          expect({ seed, at, ...withoutMore(ours) }).toEqual({ seed, at, ...withoutMore(theirs) });
          contributions += (ours as { contributions: readonly unknown[] }).contributions.length;
        } else if (ours !== undefined) expect({ seed, at, ours }).toMatchObject({ ours: { contributions: [] } });
      }
    }
  });
  expect(contributions).toBeGreaterThan(SEEDS);
});

test("an entry of log --json holds the library's diff of the commit with its parent", {
  timeout: 120_000,
}, async () => {
  let entries = 0;
  await forEachSeed(async ({ repository, printed }, seed) => {
    const log = (await printed("log")) as { commits: readonly LogEntry[] };
    for (const { commit, parents, ...entry } of log.commits) {
      const [parent, ...others] = parents;
      if (parent === undefined || others.length > 0) continue;
      const ours = (await returned(repository.diff(parent, commit))) as Changes;
      expect({ seed, commit, ...changesOf(entry) }).toEqual({ seed, commit, ...changesOf(ours) });
      entries += 1;
    }
  });
  expect(entries).toBeGreaterThan(SEEDS);
});

interface Changes {
  readonly changes: readonly unknown[];
  readonly nodes: Readonly<Record<string, readonly unknown[]>>;
}

interface LogEntry extends Changes {
  readonly commit: string;
  readonly parents: readonly string[];
}

/** Nodes that fail before and after are not part of an entry. */
function changesOf({ changes, nodes: { still_failing: _, ...nodes } }: Changes): object {
  return { changes, nodes };
}

test("blame --json holds the values that the library resolves", { timeout: 120_000 }, async () => {
  let leaves = 0;
  await forEachSeed(async ({ repository, printed }, seed) => {
    for (const name of NODES) {
      const blame = (await printed("blame", name, "-r", "main")) as { leaves: readonly Leaf[] } | undefined;
      if (blame === undefined) continue;
      const node = await repository.resolve(name, { at: "main" });
      for (const { path, value } of blame.leaves) {
        const [section = "", ...keys] = path;
        const ours = !node.ok ? undefined : node.value(section === "parameters" ? keys : path);
        expect({ seed, name, path, value: ours }).toEqual({ seed, name, path, value });
        leaves += 1;
      }
    }
  });
  expect(leaves).toBeGreaterThan(SEEDS);
});

interface Leaf {
  readonly path: readonly string[];
  readonly value: unknown;
}

function withoutMore(explanation: unknown): object {
  const { place: _, diagnostics: __, ...rest } = explanation as Record<string, unknown>;
  return rest;
}
