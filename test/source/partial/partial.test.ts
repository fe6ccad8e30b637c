import { chmodSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSource } from "../../../src/source/open.ts";
import { nodeOutcome } from "../../../src/workspace/load/outcome.ts";
import { OpenStates, settingsReader } from "../../../src/workspace/load/states.ts";
import { compareMerge } from "../../../src/workspace/merge/merge.ts";
import { planMerge } from "../../../src/workspace/merge/ways.ts";
import { workspaceOf } from "../../../src/workspace/open.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";
import { countedGit, newRepo, repoAt, type TestRepo, tempDir } from "../../support/git/repo.ts";

/** A repository with an inventory in a folder, of several commits. */
function origin(folder = "", attributes = "*.yml text\n"): TestRepo {
  const repo = newRepo();
  for (const name of ["allowFilter", "allowAnySHA1InWant"]) repo.git("config", `uploadpack.${name}`, "true");
  repo.write(`${folder}nodes/n1.yml`, "classes: [a]\n");
  repo.write(`${folder}classes/a.yml`, "parameters: {k: 0}\n");
  if (attributes !== "") repo.write(".gitattributes", attributes);
  repo.commit("one", { "other/large.json": "{}\n" });
  for (let at = 1; at < 6; at += 1) repo.commit(`k ${at}`, { [`${folder}classes/a.yml`]: `parameters: {k: ${at}}\n` });
  return repo;
}

function cloneOf(repo: TestRepo, filter = "blob:none"): TestRepo {
  const dir = join(tempDir(), "clone");
  repo.git("clone", "-q", "--no-checkout", `--filter=${filter}`, `file://${repo.dir}`, dir);
  return repoAt(dir);
}

interface Options {
  readonly fetches?: boolean;
}

/** Works in a clone; returns how often git fetched, and the result. */
async function fetchesOf<T>(clone: TestRepo, work: (workspace: Workspace) => Promise<T>, options: Options = {}) {
  const counted = countedGit();
  const env = { ...clone.env, PATH: counted.path };
  const source = await openSource({ cwd: clone.dir, env, reader: settingsReader([]), ...options });
  const workspace = workspaceOf(new OpenStates(source, { cache: false }));
  const result = await work(workspace).finally(() => workspace.close());
  return { result, fetches: counted.commands().filter((name) => name === "fetch").length };
}

async function codes(workspace: Workspace, revision = "HEAD"): Promise<readonly string[]> {
  const inventory = await workspace.load(await workspace.snapshot(revision));
  return inventory.nodeNames.flatMap((name) => nodeOutcome(inventory, name).diagnostics.map(({ code }) => code));
}

async function logged(workspace: Workspace): Promise<number> {
  const log = await workspace.log({ revisions: ["HEAD"] });
  let count = 0;
  for await (const _ of log.entries) count += 1;
  return count;
}

test("a state is fetched at once, attributes included, and only once", async () => {
  const clone = cloneOf(origin());
  expect(await fetchesOf(clone, (workspace) => codes(workspace))).toEqual({ result: [], fetches: 1 });
  expect(await fetchesOf(clone, (workspace) => codes(workspace))).toEqual({ result: [], fetches: 0 });
});

test("a history is fetched at once, and trees before it where the clone lacks them", async () => {
  expect(await fetchesOf(cloneOf(origin()), logged)).toEqual({ result: 6, fetches: 1 });
  expect(await fetchesOf(cloneOf(origin(), "tree:0"), logged)).toEqual({ result: 6, fetches: 2 });
  const { result, fetches } = await fetchesOf(cloneOf(origin(), "tree:0"), (workspace) => codes(workspace));
  expect([result, fetches]).toEqual([[], 2]);
});

test("two states are fetched together", async () => {
  const compared = async (workspace: Workspace) => {
    const [from, to] = await workspace.ends(["HEAD~3", "HEAD"], false);
    return (await workspace.compare(from, to)).changes.length;
  };
  expect(await fetchesOf(cloneOf(origin("", "")), compared)).toEqual({ result: 1, fetches: 1 });
});

const LINES = Array.from({ length: 9 }, (_, at) => `  k${at}: 0`).join("\n");

/** A repository whose branches `main` and `topic` edit the same files, and each renames one that the other edits. */
function branched(attributes: string): TestRepo {
  const repo = origin("", attributes);
  const text = (name: string) => `parameters:\n${LINES.replaceAll("k", name)}\n`;
  const names = ["both", "ours", "theirs"];
  repo.commit("base", Object.fromEntries(names.map((name) => [`classes/${name}.yml`, text(name)])));
  repo.git("checkout", "-q", "-b", "topic");
  repo.git("mv", "classes/theirs.yml", "classes/moved.yml");
  repo.commit("topic", {
    "classes/both.yml": text("both").replace("both8: 0", "both8: 2"),
    "classes/ours.yml": text("ours").replace("ours8: 0", "ours8: 2"),
    "classes/moved.yml": text("theirs").replace("theirs8: 0", "theirs8: 2"),
  });
  repo.git("checkout", "-q", "main");
  repo.git("mv", "classes/ours.yml", "classes/renamed.yml");
  repo.commit("main", {
    "classes/both.yml": text("both").replace("both0: 0", "both0: 1"),
    "classes/theirs.yml": text("theirs").replace("theirs0: 0", "theirs0: 1"),
    "classes/renamed.yml": text("ours").replace("ours0: 0", "ours0: 1"),
    "other/large.json": "[1]\n",
  });
  return repo;
}

async function merged(workspace: Workspace) {
  const { task, conflicts } = await planMerge(workspace.source, { branch: "origin/topic", into: "HEAD" });
  const { lookedAt } = await compareMerge(workspace, task);
  return {
    conflicts,
    files: [...task.states.merged.blobs.keys()].filter((path) => /ed\./.test(path)),
    seen: lookedAt.files,
  };
}

test.each([
  ["blob:none", "", 1],
  ["blob:none", "*.yml text\n", 2],
  ["tree:0", "", 2],
])("a merge has what git reads for it, renames included: %s, attributes %j", async (filter, attributes, fetches) => {
  const repo = branched(attributes);
  const clone = cloneOf(repo, filter);
  const found = { conflicts: [], files: ["classes/moved.yml", "classes/renamed.yml"], seen: 6 };
  expect(await fetchesOf(clone, merged)).toEqual({ result: found, fetches });
  expect(await fetchesOf(clone, merged)).toEqual({ result: found, fetches: 0 });
});

test("what git would read for a merge is named where hooks do not fetch", async () => {
  const clone = cloneOf(branched(""));
  await expect(fetchesOf(clone, merged, { fetches: false })).rejects.toMatchObject({ hint: "hooks do not fetch" });
});

test("of a state with its inventory in a folder, nothing beside it is fetched", async () => {
  const repo = origin("inv/");
  const clone = cloneOf(repo);
  expect((await fetchesOf(clone, (workspace) => codes(workspace))).result).toEqual([]);
  const missing = clone.git("rev-list", "--objects", "--missing=print", "--no-walk", "HEAD");
  expect(missing).toContain(`?${repo.git("rev-parse", "HEAD:other/large.json")}`);
  expect(missing).not.toContain(`?${repo.git("rev-parse", "HEAD:inv/classes/a.yml")}`);
});

test("what cannot be had is an error, never a missing class", async () => {
  const repo = origin("", "");
  const clone = cloneOf(repo);
  renameSync(repo.dir, `${repo.dir}-away`);
  const works = [(workspace: Workspace) => codes(workspace), logged];
  for (const work of works) {
    await expect(fetchesOf<unknown>(clone, work)).rejects.toMatchObject({
      message: expect.stringMatching(
        /^\d+ objects are not in this partial clone; get them with: git fetch --refetch origin$/,
      ),
    });
  }
});

test("hooks do not fetch", async () => {
  const clone = cloneOf(origin("", ""));
  await expect(fetchesOf(clone, (workspace) => codes(workspace), { fetches: false })).rejects.toMatchObject({
    message: "3 objects are not in this partial clone; get them with: git fetch --refetch origin",
    hint: "hooks do not fetch",
  });
});

test("a program that the repository itself names for fetching is not started", async () => {
  const settings = [
    ["remote.origin.uploadpack", "PROGRAM"],
    ["remote.origin.vcs", "x"],
    ["remote.origin.url", "ext::PROGRAM %S"],
    ["url.ext::PROGRAM .insteadOf", "file://"],
    ["core.sshCommand", "PROGRAM"],
    ["core.gitProxy", "PROGRAM"],
    ["credential.helper", "PROGRAM"],
    ["credential.https://example.org.helper", "PROGRAM"],
  ] as const;
  for (const [name, value] of settings) {
    const clone = cloneOf(origin("", ""));
    const program = join(clone.dir, ".git/program");
    clone.write(".git/program", "#!/bin/sh\necho >> .git/ran\nexit 1\n");
    chmodSync(program, 0o755);
    clone.git("config", name.replace("PROGRAM", program), value.replace("PROGRAM", program));
    const found = fetchesOf(clone, (workspace) => codes(workspace));
    await expect(found, name).rejects.toMatchObject({ hint: expect.stringContaining("names a program") });
    await expect(found, name).rejects.toMatchObject({ message: expect.stringContaining("partial clone") });
  }
});
