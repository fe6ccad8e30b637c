import { expect, test, vi } from "vitest";
import { FileCache } from "../../../src/cache/file-cache.ts";
import { differingNodes } from "../../../src/model/results/comparison.ts";
import type { LogEntry } from "../../../src/model/results/log.ts";
import { noSecrets } from "../../../src/model/secrets/secrets.ts";
import { exactFilter } from "../../../src/model/values/path-filter.ts";
import type { Log, LogRequest } from "../../../src/workspace/log/request.ts";
import { openWorkspace } from "../../../src/workspace/open.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";
import { BruteHistory } from "../../support/arbitrary/brute-history.ts";
import { drawnHistory } from "../../support/arbitrary/drawn-history.ts";
import { newRepo, tempDir } from "../../support/git/repo.ts";

const SEEDS = 4;
const LENGTH = 48;
/** So many questions are asked of one workspace: the first where nothing is known yet, the others where snapshots are. */
const TOGETHER = 6;

test("a log lists what resolving every commit from scratch finds", { timeout: 300_000 }, async () => {
  let listed = 0;
  for (let seed = 1; seed <= SEEDS; seed += 1) {
    const repo = drawnHistory(seed, LENGTH);
    const scratch = await openWorkspace({ cwd: repo.dir });
    const brute = new BruteHistory(scratch, repo.git("rev-list", "--topo-order", "--parents", "main"));
    await brute.read();
    const questions = await questionsOf(brute, scratch);
    // Other questions come first with other seeds.
    const rotated = [...questions.slice(seed), ...questions.slice(0, seed)];
    for (let at = 0; at < rotated.length; at += TOGETHER) {
      listed += await expectAnswers(repo.dir, rotated.slice(at, at + TOGETHER), seed);
    }
    const older = repo.git("rev-list", "--topo-order", "--parents", `main~${LENGTH / 4}`);
    for (const history of [brute, brute.part(older)]) await expectBlame(scratch, history);
    await scratch.close();
  }
  expect(listed).toBeGreaterThan(SEEDS * LENGTH);
});

test("commits that touch nothing that was read are not looked at", async () => {
  const repo = newRepo();
  repo.commit("first", { "nodes/n1.yml": "classes: [a]\n", "classes/a.yml": "parameters: { x: 1 }\n" });
  for (let at = 0; at < 60; at += 1) repo.commit(`other ${at}`, { [`classes/other${at % 7}.yml`]: `a: ${at}\n` });
  repo.commit("second", { "classes/a.yml": "parameters: { x: 2 }\n" });
  for (let at = 0; at < 40; at += 1) repo.commit(`text ${at}`, { "README.md": `${at}\n`, "nodes/README": `${at}\n` });
  const path = ["parameters", "x"];

  const { found, tally } = await logOf(repo.dir, { revisions: ["HEAD"], node: "n1", path });

  expect(found.map(({ commit }) => commit.subject)).toEqual(["second", "first"]);
  // The tip, and the parent of the one commit that changes what was read, with that commit and no commit for what is told.
  expect(tally).toEqual({ commits: 102, snapshots: 4, resolved: 2 });
});

test("only commits that edit what the node reads are listed", async () => {
  const repo = newRepo();
  const settings = { "heir.yml": "secrets: [word]\n" };
  repo.commit("first", {
    ...settings,
    "nodes/n1.yml": "classes: [a, b.c]\n",
    "classes/a.yml": "parameters: { x: 1 }\n",
  });
  repo.commit("more", { "classes/b/c.yml": "parameters: { y: '${x}' }\n", "classes/d.yml": "{}\n" });
  for (let at = 0; at < 10; at += 1) repo.commit(`z ${at}`, { "classes/a.yml": `parameters: { x: 1, z: ${at} }\n` });
  repo.git("mv", "classes/b/c.yml", "classes/d.yml", "nodes");
  repo.git("mv", "nodes/c.yml", "classes/b.yml");
  repo.commit("moved away", { "classes/b/c/init.yml": "parameters: { y: '${x}', z: 4 }\n" });
  for (let at = 0; at < 10; at += 1) repo.commit(`x ${at}`, { "classes/b.yml": `parameters: { x: ${at} }\n` });

  const { found, tally } = await logOf(repo.dir, { revisions: ["HEAD"], node: "n1", path: ["parameters", "y"] });

  expect(found.map(({ commit }) => commit.subject)).toEqual(["more", "first"]);
  // At first the class is missing, and the node fails. Listed are the tip, the move, the parent of it with its nine edits of
  // classes/a.yml, and the first; not the ten edits of classes/b.yml, a class that the node does not have.
  expect(tally).toMatchObject({ commits: 23, snapshots: 13 });
});

test("of the files that lie in a commit only those are read that the node leads to", async () => {
  const repo = newRepo();
  repo.commit("first", {
    "nodes/n1.yml": "classes: [a]\n",
    "nodes/n2.yml": "classes: [far]\n",
    "classes/a.yml": "parameters: { x: 1 }\n",
    "classes/far.yml": "parameters: { x: 2 }\n",
    "classes/late.yml": "parameters: { x: 3 }\n",
  });
  repo.commit("second", { "classes/a.yml": "parameters: { x: 2 }\n" });
  // Found where the listing of an older commit is that of a newer one, with edits.
  repo.commit("third", { "nodes/n1.yml": "classes: [late, a]\n" });
  const file = vi.spyOn(FileCache.prototype, "file");

  const { found } = await logOf(repo.dir, { revisions: ["HEAD"], node: "n1", path: ["parameters", "x"] });

  expect(found.map(({ commit }) => commit.subject)).toEqual(["second", "first"]);
  const read = new Set(file.mock.calls.map(([path]) => path));
  expect([...read].sort()).toEqual(["classes/a.yml", "classes/late.yml", "nodes/n1.yml"]);
  file.mockRestore();
});

test("a node that asks about others is followed where few files were read at first", async () => {
  const repo = newRepo();
  const others = Array.from(
    { length: 12 },
    (_, at) => [`nodes/o${at}.yml`, `exports: { e: ${at} } # ${at}\n`] as const,
  );
  repo.commit("first", {
    "heir.yml": "{}\n",
    "nodes/n1.yml": "parameters: { x: '$[ exports:e ]' }\n",
    ...Object.fromEntries(others),
  });
  repo.commit("second", { "README.md": "text\n" });
  repo.commit("third", { "nodes/o7.yml": "exports: { e: 70 }\n" });

  const { found } = await logOf(repo.dir, { revisions: ["HEAD"], node: "n1", path: ["parameters", "x"] });

  expect(found.map(({ commit }) => commit.subject)).toEqual(["third", "first"]);
});

test("what policies say is followed like any other value", async () => {
  const repo = newRepo();
  const directive = (fields: string) => `{ name: D, technique: t, sets: { ${fields} } }\n`;
  repo.commit("first", { "nodes/n1.yml": "{ groups: [g] }\n", "classes/a.yml": "{}\n", "groups/g.yml": "{}\n" });
  repo.commit("policies", {
    "techniques/t.yml": "{ name: T }\n",
    "directives/t/d.yml": directive("size: 1, other: 1"),
    "rules/10-r.yml": "{ name: R, directives: [t.d], targets: ['group:g'] }\n",
  });
  repo.commit("size", { "directives/t/d.yml": directive("size: 2, other: 1") });
  repo.commit("other", { "directives/t/d.yml": directive("size: 2, other: 2") });
  repo.commit("left", { "nodes/n1.yml": "{}\n" });
  const subjects = async (path: readonly string[]) => {
    const { found } = await logOf(repo.dir, { revisions: ["HEAD"], node: "n1", path });
    return found.map(({ commit }) => commit.subject);
  };

  expect(await subjects(["variables", "size"])).toEqual(["left", "size", "policies"]);
  expect(await subjects(["policies", "t"])).toEqual(["left", "policies"]);
  expect(await subjects(["variables"])).toEqual(["left", "other", "size", "policies"]);
});

test("a history that is not read to its end costs what was read", async () => {
  const repo = newRepo();
  for (let at = 0; at < 30; at += 1) {
    repo.commit(`x ${at}`, { "nodes/n1.yml": "classes: [a]\n", "classes/a.yml": `parameters: { x: ${at} }\n` });
  }
  const workspace = await openWorkspace({ cwd: repo.dir });
  const log = await workspace.log({ revisions: ["HEAD"], node: "n1" });

  for await (const { commit } of log.entries) {
    expect(commit.subject).toBe("x 29");
    break;
  }

  expect(log.tally).toEqual({ commits: 1, snapshots: 2, resolved: 2 });
  await workspace.close();
});

test("a node is followed through a rename, and told under the name that it has in each commit", async () => {
  const repo = newRepo();
  repo.commit("first", { "nodes/old.yml": "parameters: { x: 1 }\n", "nodes/n2.yml": "{}\n", "classes/a.yml": "{}\n" });
  repo.commit("x is 2", { "nodes/old.yml": "parameters: { x: 2 }\n" });
  repo.git("mv", "nodes/old.yml", "nodes/new.yml");
  repo.commit("rename");
  repo.commit("x is 3", { "nodes/new.yml": "parameters: { x: 3 }\n" });
  const told = ({ found }: Logged) =>
    found.map(({ commit, node, renamedFrom }) => [commit.subject, node, ...(renamedFrom ? [renamedFrom] : [])]);

  const value = await logOf(repo.dir, { revisions: ["HEAD"], node: "new", path: ["parameters", "x"] });
  const node = await logOf(repo.dir, { revisions: ["HEAD"], node: "new" });

  expect(told(value)).toEqual([
    ["x is 3", "new"],
    ["x is 2", "old"],
    ["first", "old"],
  ]);
  expect(told(node)).toEqual([
    ["x is 3", "new"],
    ["rename", "new", "old"],
    ["x is 2", "old"],
    ["first", "old"],
  ]);
});

test("a folder outside git has no history", async () => {
  const workspace = await openWorkspace({ cwd: tempDir() });

  await expect(workspace.log({ revisions: ["HEAD"] })).rejects.toThrow("this folder is not in a git repository");
});

interface Logged {
  readonly found: readonly LogEntry[];
  readonly tally: Log["tally"];
}

async function logOf(cwd: string, request: LogRequest): Promise<Logged> {
  const workspace = await openWorkspace({ cwd });
  try {
    const log = await workspace.log(request);
    return { found: await entriesOf(log), tally: log.tally };
  } finally {
    await workspace.close();
  }
}

/** Every value of every node that resolves in the newest commit is blamed on the commit that a plain search finds. */
async function expectBlame(workspace: Workspace, brute: BruteHistory): Promise<void> {
  const commit = brute.commits[0]?.id ?? "";
  const path = ["parameters"];
  const inventory = { secrets: noSecrets };
  const snapshot = await workspace.formerSnapshot(commit);
  for (const name of brute.names(commit)) {
    const node = brute.node(commit, name);
    if (node === undefined) continue;
    const request = { snapshot, inventory, node, path, value: node.parameters, commit, causes: false };
    const { leaves } = await workspace.blame(request);
    const found = leaves.map((leaf) => [leaf.path, leaf.since?.id]);
    expect(found).toEqual(leaves.map((leaf) => [leaf.path, brute.blame(name, leaf.path)]));
  }
}

interface Question {
  readonly request: LogRequest;
  /** The commits that change what is asked for. */
  readonly expected: readonly string[];
  /** The commits in which a node is not compared: of all nodes, among those with one parent. */
  readonly unknown?: readonly string[];
}

/** The commits with one parent whose comparison with it, of some nodes, leaves one of them out. */
async function failingTwice(
  workspace: Workspace,
  brute: BruteHistory,
  isMeant: (name: string) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  for (const { id, parents } of brute.commits) {
    const [parent, ...more] = parents;
    if (parent === undefined || more.length > 0) continue;
    const nodes = new Set([...brute.names(parent), ...brute.names(id)].filter(isMeant));
    const ends = [await workspace.formerSnapshot(parent), await workspace.formerSnapshot(id)] as const;
    const comparison = await workspace.compare(...ends, { nodes });
    if (comparison.nodes.stillFailing.length > 0) found.push(id);
  }
  return found;
}

/** Questions about each node and about several, with the ids of the commits that a plain search finds. */
async function questionsOf(brute: BruteHistory, workspace: Workspace): Promise<readonly Question[]> {
  const revisions = ["main"];
  const paths = [undefined, ["parameters", "x"], ["parameters", "p"], ["parameters", "asked"], ["classes"]];
  const ofNodes = ["n1", "n2", "n3"].flatMap((node) =>
    paths.map((path) => ({
      request: { revisions, node, ...(path && { path }) },
      expected: brute.log(node, path),
    })),
  );
  const isOther = (name: string) => name !== "n1";
  const ofSeveral = [
    { isMeant: () => true },
    { isMeant: () => true, path: ["parameters", "x"] },
    { isMeant: isOther, path: ["parameters", "p"] },
  ].map(async ({ isMeant, path }) => ({
    request: { revisions, isMeant, ...(path && { paths: [exactFilter(path)] }) },
    expected: brute.logOfAny(isMeant, path),
    unknown: await failingTwice(workspace, brute, isMeant),
  }));
  return [...ofNodes, ...(await Promise.all(ofSeveral))];
}

/** Asks one workspace all questions; gives how many commits it lists. */
async function expectAnswers(cwd: string, questions: readonly Question[], seed: number): Promise<number> {
  const workspace = await openWorkspace({ cwd });
  let listed = 0;
  for (const { request, expected, unknown } of questions) {
    const entries = await entriesOf(await workspace.log(request));
    const found = entries.filter(isKnown).map(({ commit }) => commit.id);
    expect({ seed, request, found }).toEqual({ seed, request, found: expected });
    const others = entries.filter((entry) => entry.comparison?.nodes.stillFailing.length !== 0);
    const ofOne = others.flatMap(({ commit: { id, parents } }) => (parents.length === 1 ? [id] : []));
    if (unknown !== undefined) expect({ seed, request, ofOne }).toEqual({ seed, request, ofOne: unknown });
    listed += found.length;
  }
  await workspace.close();
  return listed;
}

/** Whether more is known than that a node fails on both sides, perhaps under another name. */
function isKnown({ comparison, renamedFrom }: LogEntry): boolean {
  if (comparison === undefined) return false;
  const { changes, nodes } = comparison;
  const { newlyFailing, newlyResolving, stillFailing } = nodes;
  if (renamedFrom === undefined || stillFailing.length === 0) return differingNodes(comparison).size > 0;
  return changes.length + newlyFailing.length + newlyResolving.length > 0;
}

async function entriesOf({ entries }: Log): Promise<readonly LogEntry[]> {
  const found: LogEntry[] = [];
  for await (const entry of entries) found.push(entry);
  return found;
}
