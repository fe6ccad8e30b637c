import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { noSecrets } from "../../src/model/secrets/secrets.ts";
import type { ParameterPath } from "../../src/model/values/parameter-path.ts";
import type { Value } from "../../src/model/values/value.ts";
import { valueAt } from "../../src/model/values/value-at.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { BruteHistory } from "../support/arbitrary/brute-history.ts";
import { drawer } from "../support/arbitrary/drawn-history.ts";
import * as reference from "./reference.ts";

/** So many nodes are drawn from each corpus, and so many of the values of each. */
const NODES = reference.amount(1, 4);
const LEAVES = 7;

/** Logs and blames in real histories, against every commit resolved from scratch. Skipped without the corpora. */
describe.skipIf(!reference.hasCorpora)("real histories", () => {
  let folder = "";

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "heir-log-"));
    for (const name of ["mk-lab", "system"]) {
      const bundle = join(reference.corpora, `${name}.bundle`);
      await reference.output("git", ["clone", "-q", "--bare", bundle, join(folder, name)]).catch(() => "");
    }
  }, 120_000);

  afterAll(() => rm(folder, { recursive: true, force: true }));

  // Of system the end of the history: 60 commits of the first line and what was merged into them, 85 with 25 merges.
  test.each([
    ["mk-lab", "HEAD"],
    ["system", "HEAD~60..HEAD"],
  ])(
    `%s %s: ${NODES * LEAVES} drawn values, and the nodes that have them`,
    async (name, range) => {
      const cwd = join(folder, name);
      const listed = await reference.output("git", ["-C", cwd, "rev-list", "--topo-order", "--parents", range]);
      const workspace = await openWorkspace({ cwd });
      const brute = new BruteHistory(workspace, listed.trim());
      await brute.read();
      const draw = drawer(7);
      const inventory = { secrets: noSecrets };
      const newest = brute.commits[0]?.id ?? "";
      const snapshot = await workspace.formerSnapshot(newest);
      for (const node of drawn(brute.names(newest), NODES, draw)) {
        const resolved = brute.node(newest, node);
        if (resolved === undefined) continue;
        expect(await logIds(workspace, { range, node })).toEqual(brute.log(node));
        for (const path of drawn(leavesOf(resolved.parameters, ["parameters"]), LEAVES, draw)) {
          const found = await logIds(workspace, { range, node, path });
          expect({ node, path, found }).toEqual({ node, path, found: brute.log(node, path) });
          if (range !== "HEAD") continue;
          const value = valueAt(resolved.parameters, path.slice(1));
          if (value === undefined) throw new Error(`${node} has no ${path.join(":")}`);
          const { leaves } = await workspace.blame({
            snapshot,
            inventory,
            node: resolved,
            path,
            value,
            commit: newest,
            causes: false,
          });
          expect({ node, path, since: leaves[0]?.since?.id }).toEqual({ node, path, since: brute.blame(node, path) });
          expect(found).toContain(leaves[0]?.since?.id);
        }
        const whole = {
          snapshot,
          inventory,
          node: resolved,
          path: ["parameters"],
          value: resolved.parameters,
          commit: newest,
          causes: false,
        };
        for (const { path, since } of (await workspace.blame(whole)).leaves) {
          const id = brute.commits.some((commit) => commit.id === since?.id) ? since?.id : undefined;
          expect({ node, path, id }).toEqual({ node, path, id: brute.blame(node, path) });
        }
      }
      await workspace.close();
    },
    1_200_000,
  );
});

interface Asked {
  readonly range: string;
  readonly node: string;
  readonly path?: ParameterPath;
}

async function logIds(workspace: Workspace, { range, node, path }: Asked): Promise<readonly string[]> {
  const found: string[] = [];
  const { entries } = await workspace.log({ revisions: [range], node, ...(path && { path }) });
  for await (const { commit } of entries) found.push(commit.id);
  return found;
}

function leavesOf(value: Value, path: ParameterPath): readonly ParameterPath[] {
  if (value.kind !== "map" || value.entries.length === 0) return [path];
  return value.entries.flatMap((entry) => leavesOf(entry.value, [...path, entry.key]));
}

function drawn<T>(items: readonly T[], count: number, draw: (below: number) => number): readonly T[] {
  const left = [...items];
  const picked: T[] = [];
  while (picked.length < count && left.length > 0) picked.push(...left.splice(draw(left.length), 1));
  return picked;
}
