import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import type { Host } from "../../src/cli/commands/command.ts";
import { openFolder } from "../../src/cli/host.ts";
import { askedRepo, countedGit, type TestRepo, tempDir } from "../support/git/repo.ts";
import { type HostParts, heir, type RunResult } from "../support/host.ts";

const COMMANDS: readonly (readonly string[])[] = [
  ["inventory"],
  ["inventory", "--format", "json", "-r", "HEAD"],
  ["inventory", "web*"],
  ["show", "web1", "--sources", "--color=always"],
  ["nodes", "--columns", "name,status"],
  ["explain", "web1", "b"],
  ["uses", "class:a", "--json"],
  ["impact", "classes/a.yml"],
  ["grep", "1"],
  ["classes", "--columns", "name,nodes"],
  ["check", "--format", "json"],
  ["check", "HEAD", "--level", "error"],
  ["diff", "HEAD~1", "HEAD"],
  ["log", "web1", "b", "--json"],
  ["log", "HEAD~1..HEAD", "--oneline"],
];

test.each(COMMANDS)("heir %s %s %s %s: what was printed is printed again, and nothing is read", async (...argv) => {
  const repo = inventory();
  const first = await asked(repo, argv);
  const second = await asked(repo, argv);
  const without = await asked(repo, [...argv, "--no-cache"]);

  expect(second.printed).toEqual(first.printed);
  expect(second.printed).toEqual(without.printed);
  expect([first.read, second.read, without.read]).toEqual([true, false, true]);
});

test.each([
  ["show", "web1", "-r", "HEAD"],
  ["diff", "HEAD~1", "HEAD"],
  ["check", "HEAD"],
])("heir %s %s %s %s: an answer about commits is printed again without a listing of them", async (...words) => {
  const repo = inventory();
  const argv = words.filter((word) => word !== undefined);
  const first = await asked(repo, argv);
  const counted = countedGit();
  vi.stubEnv("PATH", counted.path);
  const second = await asked(repo, argv);
  vi.unstubAllEnvs();

  expect(second).toEqual({ printed: first.printed, read: false });
  expect(new Set(counted.commands())).toEqual(new Set(["rev-parse", "cat-file"]));
});

test("what a commit does not say itself is looked at each time: settings that git's configuration names", async () => {
  const repo = inventory();
  const defaults = join(tempDir(), "defaults.yml");
  writeFileSync(defaults, "version: 1\n");
  repo.git("config", "heir.defaultSettings", defaults);
  const argv = ["show", "web1", "b", "-r", "HEAD"];
  const first = await asked(repo, argv);
  writeFileSync(defaults, "version: 1\nsecrets: [b]\n");
  const second = await asked(repo, argv);

  // A secret is withheld from a program.
  expect([first.printed.code, second.printed.code]).toEqual([0, 4]);
});

test("nothing is kept of an untracked file, nor of an edit that is not staged", async () => {
  for (const path of ["nodes/new.yml", "classes/a.yml"]) {
    const repo = inventory();
    repo.write(path, "parameters: {note: never committed}\n");
    await asked(repo, ["inventory"]);
    expect((await asked(repo, ["inventory"])).read).toBe(true);
    const kept = ["answers", "parse"].flatMap((folder) => filesIn(join(repo.dir, ".git/heir", folder)));
    expect(kept.filter((file) => readFileSync(file).includes("never committed"))).toEqual([]);
  }
});

function filesIn(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

test("faults and the exit code come again, on standard error as at first", async () => {
  const repo = inventory();
  repo.write("nodes/bad.yml", "classes: [nowhere]\n");
  repo.git("add", "-A");
  const first = await asked(repo, ["inventory", "-v"]);
  const second = await asked(repo, ["inventory", "-v"]);

  expect(first.printed.code).toBe(3);
  expect(second.read).toBe(false);
  expect({ ...second.printed, err: withoutTime(second.printed.err) }).toEqual({
    ...first.printed,
    err: withoutTime(first.printed.err),
  });
  expect(second.printed.err).toContain("nowhere");
});

test.each<readonly [string, (repo: TestRepo) => unknown]>([
  ["a class", (repo) => repo.write("classes/a.yml", "parameters: {a: 2}\n")],
  ["a new class", (repo) => repo.write("classes/b.yml", "parameters: {b: 2}\n")],
  ["a file that moved", (repo) => renameSync(join(repo.dir, "nodes/web1.yml"), join(repo.dir, "nodes/web2.yml"))],
  ["settings", (repo) => repo.write("heir.yml", "automatic_parameters: false\n")],
  ["a runtime file", (repo) => repo.write("properties.d/web1/x.json", "{}")],
])("after an edit of %s all is worked out anew", async (_, edit) => {
  const repo = inventory();
  await asked(repo, ["inventory"]);
  edit(repo);
  const after = await asked(repo, ["inventory"]);

  expect(after.read).toBe(true);
  expect(after.printed).toEqual((await asked(repo, ["inventory", "--no-cache"])).printed);
});

test.each<readonly [string, (repo: TestRepo) => unknown]>([
  ["a further commit", (repo) => repo.commit("third", { "classes/a.yml": "parameters: {a: 2}\n" })],
  ["another message", (repo) => repo.git("commit", "--amend", "-m", "reworded")],
])("after %s a log is worked out anew", async (_, change) => {
  const repo = inventory();
  await asked(repo, ["log", "web1"]);
  change(repo);
  const after = await asked(repo, ["log", "web1"]);

  expect(after.read).toBe(true);
  expect(after.printed).toEqual((await asked(repo, ["log", "web1", "--no-cache"])).printed);
});

test("a replaced object leaves a log as it is", async () => {
  const repo = inventory();
  const before = await asked(repo, ["log", "web1"]);
  repo.git("replace", "HEAD", "HEAD~1");
  const after = await asked(repo, ["log", "web1"]);

  expect(after).toEqual({ ...before, read: false });
  expect(after.printed).toEqual((await asked(repo, ["log", "web1", "--no-cache"])).printed);
});

test("a log of commits by date or author is not kept", async () => {
  const repo = inventory();
  for (const word of ["--since=2020-01-01", "--until=2100-01-01", "--author=."]) {
    await asked(repo, ["log", "web1", word]);
    expect((await asked(repo, ["log", "web1", word])).read).toBe(true);
  }
});

test.each<readonly [string, readonly string[], HostParts]>([
  ["settings of one run", ["inventory", "--set", "automatic_parameters=false"], {}],
  ["colour", ["inventory", "--color=always"], {}],
  ["a terminal", ["inventory"], { terminal: { columns: 80, rows: 20 } }],
  ["another width", ["inventory"], { terminal: { columns: 60, rows: 20 } }],
  ["the environment's wish for colour", ["inventory"], { env: { FORCE_COLOR: "1" } }],
])("with %s nothing is taken from a run without", async (_, argv, parts) => {
  const repo = inventory();
  await asked(repo, ["inventory"]);

  expect((await asked(repo, argv, parts)).read).toBe(true);
});

test("an empty folder is seen though git lists none", async () => {
  const repo = askedRepo();
  repo.commit("nodes only", { "reclass-config.yml": "nodes_uri: nodes\n", "nodes/web1.yml": "{}\n" });
  const without = await asked(repo, ["inventory"]);
  mkdirSync(join(repo.dir, "classes"));
  const empty = await asked(repo, ["inventory"]);
  rmdirSync(join(repo.dir, "classes"));
  const again = await asked(repo, ["inventory"]);

  expect([without.printed.code, empty.printed.code, again.printed.code]).toEqual([3, 0, 3]);
  expect(again.printed).toEqual(without.printed);
});

test("a folder is seen that holds nothing but files of other names", async () => {
  const repo = askedRepo();
  repo.commit("nodes only", { "reclass-config.yml": "nodes_uri: nodes\n", "nodes/web1.yml": "{}\n" });
  const without = await asked(repo, ["inventory"]);
  repo.write("classes/README", "");
  const untracked = await asked(repo, ["inventory"]);
  repo.commit("a folder of classes");
  const tracked = await asked(repo, ["inventory"]);

  expect([without.printed.code, untracked.printed.code, tracked.printed.code]).toEqual([3, 0, 0]);
  expect([untracked.read, tracked.read]).toEqual([true, false]);
});

test.each<readonly [string, (repo: TestRepo) => unknown]>([
  [".gitignore", (repo) => repo.commit("ignored", { ".gitignore": "/classes/dep/\n" })],
  ["info/exclude", (repo) => repo.write(".git/info/exclude", "/classes/dep/\n")],
  [
    "the user's own file",
    (repo) => {
      repo.write(".git/ignored", "/classes/dep/\n");
      repo.git("config", "core.excludesFile", join(repo.dir, ".git/ignored"));
    },
  ],
])("a file that git ignores is in the hint if it is on disk now, not if it was: %s", async (_, ignore) => {
  const repo = askedRepo();
  repo.commit("one", { "classes/own.yml": "{}\n", "nodes/web1.yml": "classes: [dep.base]\n" });
  ignore(repo);
  const without = await asked(repo, ["check"]);
  repo.write("classes/dep/base.yml", "{}\n");
  const ignored = await asked(repo, ["check"]);
  rmSync(join(repo.dir, "classes/dep"), { recursive: true });
  const again = await asked(repo, ["check"]);

  expect(without.printed.out).not.toContain("git ignores it");
  expect(ignored.printed.out).toContain("classes/dep/base.yml is there, but git ignores it");
  expect(again.printed).toEqual(without.printed);
});

test("a file that git ignores no longer is read, and one that it ignores again is not", async () => {
  const repo = askedRepo();
  repo.commit("one", { "classes/own.yml": "{}\n", "nodes/web1.yml": "classes: [dep.base]\n" });
  const before = await asked(repo, ["check"]);
  repo.write("classes/dep/base.yml", "{}\n");
  const read = await asked(repo, ["check"]);
  repo.write(".git/info/exclude", "/classes/dep/\n");
  const ignored = await asked(repo, ["check"]);

  expect([before.printed.code, read.printed.code, ignored.printed.code]).toEqual([1, 0, 1]);
  expect(ignored.printed).toEqual((await asked(repo, ["check", "--no-cache"])).printed);
});

test("what shows secrets is not kept, and nothing of it comes where they are masked", async () => {
  const repo = inventory();
  repo.write("heir.yml", "secrets: [password]\n");
  repo.write("classes/a.yml", "parameters: {password: hunter2222}\n");
  const terminal = { terminal: { columns: 80, rows: 20 } };
  const shown = await asked(repo, ["show", "web1", "--show-secrets"], terminal);
  const again = await asked(repo, ["show", "web1", "--show-secrets"], terminal);
  const masked = await asked(repo, ["show", "web1"], terminal);

  expect(shown.printed.out).toContain("hunter2222");
  expect(again.read).toBe(true);
  expect(masked.printed.out).not.toContain("hunter2222");
});

test("a command line that is wrong is told as without the cache", async () => {
  const repo = inventory();
  for (const argv of [
    ["inventory", "-r", "nowhere"],
    ["show", "web9"],
    ["check", "HEAD", "--staged"],
    ["diff", "a", "b", "c"],
  ]) {
    expect((await asked(repo, argv)).printed).toEqual((await asked(repo, [...argv, "--no-cache"])).printed);
  }
});

interface Asked {
  readonly printed: Omit<RunResult, "opened">;
  /** Whether any file was read. */
  readonly read: boolean;
}

test("an answer in which the clock has a part is made each time, and what is kept of findings knows no clock", async () => {
  const repo = inventory();
  repo.commit("third", { "nodes/web1.yml": "classes: [a]\nparameters:\n  c: 1  # heir: until 2026-11-30 (r)\n" });
  const check = async (SOURCE_DATE_EPOCH: string) => {
    const { printed, read } = await asked(repo, ["check", "HEAD", "--json"], { env: { SOURCE_DATE_EPOCH } });
    const { findings }: { findings: readonly { code: string }[] } = JSON.parse(printed.out);
    return [read, ...findings.map(({ code }) => code)];
  };

  expect(await check("1796083199")).toEqual([true, "line-ends"]);
  expect(await check("1796083200")).toEqual([true, "line-ended"]);
  expect(await check("1790000000")).toEqual([true]);
  expect(await check("1796083199")).toEqual([true, "line-ends"]);
});

async function asked(repo: TestRepo, argv: readonly string[], parts: HostParts = {}): Promise<Asked> {
  let read = false;
  const open: Host["open"] = async (options) => {
    const { states, workspace } = await openFolder(options);
    return {
      states,
      workspace: () => {
        read = true;
        return workspace();
      },
    };
  };
  const { code, out, err } = await heir(argv, { cwd: repo.dir, open, ...parts });
  return { printed: { code, out, err }, read };
}

function withoutTime(text: string): string {
  return text.replace(/^\d+ ms$/m, "");
}

function inventory(): TestRepo {
  const repo = askedRepo();
  const files = { "classes/a.yml": "parameters: {a: 1, b: '${a}'}\n", "nodes/web1.yml": "classes: [a]\n" };
  repo.commit("first", { ...files, "classes/a.yml": "parameters: {a: 1}\n" });
  repo.commit("second", files);
  return repo;
}
