import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { FileCache } from "../../../src/cache/file-cache.ts";
import type { Snapshot } from "../../../src/model/inventory/snapshot.ts";
import { placeOf, placeText, type Span } from "../../../src/model/values/value.ts";
import { work } from "../../../src/speed/work.ts";
import { changeFindings, type Judgement, judgeChange, splitFindings } from "../../../src/workspace/judge/judgement.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import type { Finding, Workspace } from "../../../src/workspace/workspace.ts";
import { drawnContracts, drawnHistory } from "../../support/arbitrary/drawn-history.ts";
import { askedRepo, type TestRepo } from "../../support/git/repo.ts";

const SEEDS = 4;
const LENGTH = 16;

test("what is known of nodes changes no verdict, be it kept, fresh or damaged", { timeout: 300_000 }, async () => {
  let found = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const repo = drawnHistory(seed, LENGTH, drawnContracts);
    for (const [before, after] of steps(repo)) {
      const expected = await judged(repo, { before, after }, { judge: judgedInFull, cache: false });
      const at = { seed, before, after };
      expect({ ...at, ...(await judged(repo, { before, after })) }).toEqual({ ...at, ...expected });
      expect({ ...at, ...(await judged(repo, { before, after })) }).toEqual({ ...at, ...expected });
      expect({ ...at, ...(await judged(repo, { before, after }, { cache: false })) }).toEqual({ ...at, ...expected });
      if (found % 3 === 0) damage(repo);
      found += expected.fresh.length + expected.older.length;
    }
  }
  expect(found).toBeGreaterThan(SEEDS * LENGTH);
});

test("only nodes that a change can reach are resolved again, and only on the side that nobody has judged", async () => {
  const repo = askedRepo();
  const nodes = Array.from({ length: 12 }, (_, at) => [`nodes/n${at}.yml`, `classes: [a, b, c${at % 3}]\n`] as const);
  const classes = [0, 1, 2].map((at) => [`classes/c${at}.yml`, "parameters: { y: '${x}' }\n"] as const);
  const unrelated = { "classes/a.yml": "parameters: { x: 1 }\n", "classes/b.yml": "parameters: { x: 2 }\n" };
  repo.commit("first", { ...unrelated, ...Object.fromEntries([...nodes, ...classes]) });
  repo.commit("second", { "classes/c0.yml": "parameters: { y: '${x}', z: 1 }\n" });
  repo.commit("third", { "classes/c1.yml": "parameters: { y: '${x}', z: 1 }\n" });

  const first = await foldsOf(() => judged(repo, { before: "HEAD~2", after: "HEAD~1" }));
  const second = await foldsOf(() => judged(repo, { before: "HEAD~1", after: "HEAD" }));

  // 5 layers each: automatic parameters, three classes, the node. First the 4 nodes that the change reaches on both sides,
  // to be compared and to be looked at, and the 8 others; then the 4 that the second change reaches, of which the earlier side
  // was looked at.
  expect([first.folds, second.folds]).toEqual([5 * (2 * 4 + 2 * 4 + 8), 5 * (2 * 4 + 4)]);
  expect(second.told.older).toHaveLength(1);
});

test("after a judgement no file is parsed but what a change reaches", async () => {
  const repo = askedRepo();
  const nodes = ["n1", "n2", "n3"].map(
    (name) => [`nodes/${name}.yml`, `classes: [a, of_${name}] # ${name}\n`] as const,
  );
  const classes = nodes.map(([path]) => [path.replace("nodes/", "classes/of_"), `parameters: { p: 1 } # ${path}\n`]);
  repo.commit("first", { "classes/a.yml": "parameters: { x: 1 }\n", ...Object.fromEntries([...nodes, ...classes]) });
  repo.commit("second", { "classes/a.yml": "parameters: { x: 2 }\n" });
  repo.commit("third", { "classes/of_n1.yml": "parameters: { p: 2 }\n" });
  await judged(repo, { before: "HEAD~2", after: "HEAD~1" });
  const file = vi.spyOn(FileCache.prototype, "file");

  await judged(repo, { before: "HEAD~1", after: "HEAD" });

  const read = new Set(file.mock.calls.map(([path]) => path));
  expect([...read].sort()).toEqual(["classes/a.yml", "classes/of_n1.yml", "nodes/n1.yml"]);
});

test("a comment goes on allowing what was found earlier", async () => {
  const repo = askedRepo();
  repo.commit("first", {
    "nodes/n1.yml": "classes: [a, b]\n",
    "nodes/n2.yml": "classes: [c]\n",
    "classes/a.yml": "parameters: { x: 1 }\n",
    "classes/b.yml": "parameters:\n  x: 2 # heir: allow order-fragile (b is the later one)\n",
    "classes/c.yml": "parameters: { z: 1 }\n",
  });
  repo.commit("second", { "classes/c.yml": "parameters: { z: 2 }\n" });
  repo.commit("third", { "classes/c.yml": "parameters: { z: 3 }\n" });

  await judged(repo, { before: "HEAD~2", after: "HEAD~1" });

  expect((await judged(repo, { before: "HEAD~1", after: "HEAD" })).older).toEqual([]);
});

interface Interval {
  readonly before: string;
  readonly after: string;
}

interface Judging {
  readonly judge?: typeof judgeChange;
  readonly cache?: boolean;
}

/** A verdict as people and machines see it; each in a run of its own. */
async function judged(
  repo: TestRepo,
  { before, after }: Interval,
  { judge = judgeChange, cache = true }: Judging = {},
) {
  const workspace = await openWorkspace({ cwd: repo.dir, cache });
  const states = { before: await workspace.snapshot(before), after: await workspace.snapshot(after) };
  const { comparison, fresh, older = [] } = await judge(workspace, states);
  const { changes, nodes, lookedAt } = comparison;
  const changed = changes.map(({ change, nodes: names }) => [change.kind, change.path, names]);
  const [failing, still] = [nodes.newlyFailing, nodes.stillFailing].map((some) => some.map(({ name }) => name));
  const told = {
    changed,
    nodes: { ...nodes, newlyFailing: failing, stillFailing: still },
    lookedAt,
    fresh: fresh.map(text),
    older: older.map(text),
  };
  await workspace.close();
  return told;
}

/** The verdict by its definition: everything is compared, and everything is looked for on both sides. */
async function judgedInFull(
  workspace: Workspace,
  { before, after }: { readonly before: Snapshot; readonly after: Snapshot },
): Promise<Judgement> {
  const comparison = await workspace.compare(before, after);
  const { files } = comparison.lookedAt;
  const listing = ({ folders, lost = new Map() }: Snapshot) =>
    [...["nodes", "classes"].filter((path) => folders.has(path)), ...lost.keys()].join();
  if (files.length === 0 && listing(before) === listing(after)) {
    if (before.diagnostics.length + after.diagnostics.length === 0) return { comparison, fresh: [], older: undefined };
  }
  const scope = { unused: new Set(files) };
  const [later, earlier] = [await workspace.check(after, scope), await workspace.check(before, scope)];
  const renamed = new Map(comparison.nodes.renamed.map(({ from, to }) => [to, from]));
  const { fresh, older } = splitFindings(earlier.findings, later.findings, {
    renamed,
    isGone: (path) => !after.blobs.has(path),
  });
  return { comparison, fresh: [...(await changeFindings(workspace, { before, after })), ...fresh], older };
}

function text({ diagnostic, nodes }: Finding): unknown {
  const { span, related, contract, ...rest } = diagnostic;
  const place = (each: Span | undefined) => each && [placeText(placeOf(each)), each.end, each.file.hidden ?? []];
  const named = contract && { ...contract, span: place(contract.span) };
  return {
    ...rest,
    contract: named,
    nodes,
    place: place(span),
    related: related.map((each) => [place(each.span), each.caption]),
  };
}

function steps(repo: TestRepo): readonly (readonly [string, string])[] {
  const listed = repo.git("rev-list", "--topo-order", "--reverse", "--parents", "main").trim().split("\n");
  return listed.flatMap((line): readonly (readonly [string, string])[] => {
    const [commit = "", parent] = line.split(" ");
    return parent === undefined ? [] : [[parent, commit]];
  });
}

/** Turns a byte in the middle of everything that is kept. */
function damage(repo: TestRepo): void {
  const folder = join(repo.git("rev-parse", "--absolute-git-dir").trim(), "heir/answers");
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const bytes = readFileSync(join(folder, name));
    const middle = bytes.length >> 1;
    bytes[middle] = (bytes[middle] ?? 0) ^ 1;
    writeFileSync(join(folder, name), bytes);
  }
}

async function foldsOf<T>(run: () => Promise<T>): Promise<{ readonly folds: number; readonly told: T }> {
  const before = work.merges;
  const told = await run();
  return { folds: work.merges - before, told };
}
