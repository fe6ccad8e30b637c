import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { openSource } from "../../../src/source/open.ts";
import { nodeOutcome } from "../../../src/workspace/load/outcome.ts";
import { OpenStates, settingsReader } from "../../../src/workspace/load/states.ts";
import { workspaceOf } from "../../../src/workspace/open.ts";
import type { Workspace } from "../../../src/workspace/workspace.ts";
import { countedGit, newRepo, repoAt, type TestRepo, tempDir } from "../../support/git/repo.ts";
import { type Printed, runHeir } from "../../support/scenario/run.ts";

/** A repository whose reader agrees to this value of `heir.runFilter`, as by `git -c`. */
interface Agreeing extends TestRepo {
  readonly consent?: string;
}

async function heir({ dir, consent }: Agreeing, ...args: readonly string[]): Promise<Printed> {
  const variables = consent === undefined ? {} : settings({ "heir.runFilter": consent });
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  try {
    return await runHeir(args, { cwd: dir });
  } finally {
    for (const name of Object.keys(variables)) vi.stubEnv(name, undefined);
  }
}

/** Variables by which git has these settings for one command. */
function settings(values: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const added = Object.entries(values).flatMap(([name, value], at) => [
    [`GIT_CONFIG_KEY_${at}`, name],
    [`GIT_CONFIG_VALUE_${at}`, value],
  ]);
  return { ...Object.fromEntries(added), GIT_CONFIG_COUNT: `${Object.keys(values).length}` };
}

/** The JSON that is printed before notices. */
function json<T>({ text }: Printed): T {
  return JSON.parse(text.slice(0, text.lastIndexOf("}") + 1)) as T;
}

/** An inventory whose class `a` has a filter that swaps letters and leaves a mark wherever it is run. */
function filtered({ attributes = "classes/a.yml filter=rot\n", k = "secret" } = {}): TestRepo & { marks(): number } {
  const repo = newRepo();
  const mark = join(tempDir(), "mark");
  repo.write(".git/rot", `#!/bin/sh\necho >> '${mark}'\ntr a-zA-Z n-za-mN-ZA-M\n`);
  chmodSync(join(repo.dir, ".git/rot"), 0o755);
  for (const part of ["clean", "smudge"]) repo.git("config", `filter.rot.${part}`, "./.git/rot");
  repo.write(".gitattributes", attributes);
  repo.commit("one", {
    "nodes/n1.yml": "classes: [a]\n",
    "nodes/n2.yml": "parameters: {k: bee}\n",
    "classes/a.yml": `parameters: {k: ${k}}\n`,
  });
  rmSync(mark, { force: true });
  return { ...repo, marks: () => (existsSync(mark) ? 1 : 0) };
}

test("no command runs a filter, not even for a file whose times changed", async () => {
  const repo = filtered();
  repo.commit("two", { "nodes/n3.yml": "classes: [a]\n" });
  rmSync(join(repo.dir, "nodes/n3.yml"));
  utimesSync(join(repo.dir, "classes/a.yml"), 1_500_000_000, 1_500_000_000);
  const before = repo.marks();
  for (const words of ["show n1", "check", "check INDEX", "diff HEAD", "log n1", "blame n2", "inventory -r HEAD~1"]) {
    await heir(repo, ...words.split(" "));
  }
  expect(repo.marks()).toBe(before);
  expect(await heir(repo, "show", "n2", "k")).toEqual({ code: 0, text: "bee\n" });
});

test("with consent every state is read through the filter, which runs at the top", async () => {
  const repo = { ...filtered(), consent: "rot=./.git/rot" };
  // Temporary folders of other tests and programs come and go.
  const own = tempDir();
  vi.stubEnv("TMPDIR", own);
  for (const state of ["HEAD", "INDEX", "WORKTREE"]) {
    expect(await heir(repo, "show", "n1", "k", "-r", state), state).toEqual({ code: 0, text: "secret\n" });
  }
  expect(repo.git("cat-file", "-p", "HEAD:classes/a.yml")).toBe("cnenzrgref: {x: frperg}");
  expect((await heir(repo, "diff", "HEAD", "--exit-code")).code).toBe(0);
  repo.write("classes/a.yml", "parameters: {k: other}\n");
  expect((await heir(repo, "diff", "HEAD")).text).toContain('k  "secret" -> "other"');
  expect(readdirSync(own)).toEqual([]);
});

test("the configuration of a repository agrees to nothing: not by its own files, nor by those that they include", async () => {
  const ways: readonly ((repo: TestRepo) => void)[] = [
    (repo) => repo.git("config", "heir.runFilter", "rot"),
    (repo) => repo.git("config", "heir.runFilter", "rot=./.git/rot"),
    (repo) => {
      repo.write(".git/more", "[heir]\n\trunFilter = rot\n");
      repo.git("config", "include.path", "more");
    },
    (repo) => {
      repo.git("config", "extensions.worktreeConfig", "true");
      repo.git("config", "--worktree", "heir.runFilter", "rot");
    },
  ];
  for (const agree of ways) {
    const repo = filtered();
    agree(repo);
    expect(await codesOf("n1", repo)).toEqual(["filtered-file"]);
    expect(repo.marks()).toBe(0);
  }
});

test.each([
  ["the name, and the command in the repository alone", { "heir.runFilter": "rot" }, false],
  ["the name and the command", { "heir.runFilter": "rot", "filter.rot.smudge": "./.git/rot" }, true],
  ["the command that the repository has", { "heir.runFilter": "rot=./.git/rot" }, true],
  ["another command than the repository has", { "heir.runFilter": "rot=./.git/other" }, false],
  ["another filter", { "heir.runFilter": "ro", "filter.ro.smudge": "./.git/rot" }, false],
])("the reader agrees to %s", async (_, values, runs) => {
  const repo = filtered();
  const codes = await codesOf("n1", { ...repo, env: { ...repo.env, ...settings(values) } });

  expect([codes, repo.marks()]).toEqual(runs ? [[], 1] : [["filtered-file"], 0]);
});

test("a program that the reader did not agree to is not run in place of the one agreed to", async () => {
  const repo = filtered();
  repo.write(".git/evil", `#!/bin/sh\necho >> '${join(repo.dir, "ran")}'\ncat\n`);
  chmodSync(join(repo.dir, ".git/evil"), 0o755);
  for (const part of ["smudge", "process"]) repo.git("config", `filter.rot.${part}`, "./.git/evil");
  const consent = settings({ "heir.runFilter": "rot", "filter.rot.smudge": "./.git/rot" });

  expect(await codesOf("n1", { ...repo, env: { ...repo.env, ...consent } })).toEqual([]);
  expect([repo.marks(), existsSync(join(repo.dir, "ran"))]).toEqual([1, false]);
});

test("a path means itself, whatever characters it has", async () => {
  const repo = { ...filtered({ attributes: "nodes/*.yml filter=rot\n" }), consent: "rot=./.git/rot" };
  repo.commit("two", { 'nodes/[x]* \\ "y".yml': "parameters: {z: odd}\n" });
  expect(await heir(repo, "nodes", "--with", "z", "-r", "HEAD")).toEqual({ code: 0, text: '[x]* \\ "y"\n' });
});

test("a filter that fails ends the command, and is named with the path", async () => {
  const repo = { ...filtered(), consent: "rot=echo half; false" };
  repo.git("config", "filter.rot.smudge", "echo half; false");
  const { code, text } = await heir(repo, "check", "HEAD");
  expect(code).toBe(2);
  expect(text).toContain("the filter rot fails on classes/a.yml");
  expect(await heir(repo, "show", "n2", "k", "-r", "HEAD")).toEqual({ code: 0, text: "bee\n" });
});

test("a filter without a command for checkouts gives what is stored, as git does", async () => {
  const repo = { ...filtered(), consent: "rot" };
  repo.git("config", "--unset", "filter.rot.smudge");
  repo.git("config", "filter.rot.clean", "cat");
  repo.commit("two", { "classes/a.yml": "parameters: {k: stored}\n" });
  expect(await heir(repo, "show", "n1", "k", "-r", "HEAD", "-q")).toEqual({ code: 0, text: "stored\n" });
});

test("what is pushed is judged without running anything", async () => {
  const repo = filtered();
  const consent = settings({ "heir.runFilter": "rot", "filter.rot.smudge": "./.git/rot" });
  const env = { ...repo.env, ...consent, GIT_QUARANTINE_PATH: join(repo.dir, ".git/objects") };
  expect(await codesOf("n1", { ...repo, env })).toEqual(["filtered-file"]);
  expect(repo.marks()).toBe(0);
});

test("neither texts nor answers are cached with consent", async () => {
  const repo = { ...filtered({ k: "verysecretword" }), consent: "rot=./.git/rot" };
  for (let run = 0; run < 3; run += 1) expect((await heir(repo, "show", "n1", "-r", "HEAD")).code).toBe(0);
  const folder = join(repo.dir, ".git/heir");
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true, withFileTypes: true }) : [];
  const texts = files.filter((each) => each.isFile()).map((each) => readFileSync(join(each.parentPath, each.name)));
  expect(texts.length).toBeGreaterThan(0);
  expect(texts.filter((text) => text.includes("verysecretword"))).toEqual([]);
});

test("a skipped file takes its nodes out of the answer, with all that is said of them alone", async () => {
  const repo = filtered();
  repo.commit("two", { "nodes/n1.yml": "classes: [a, nowhere]\n", "nodes/n3.yml": "classes: [gone]\n" });
  repo.git("config", "heir.skipFilter", "rot");
  const printed = await heir(repo, "check", "HEAD", "--format", "json");
  const found = json<{ findings: { nodes: string[] }[]; looked_at: { left_out: unknown } }>(printed);
  expect([printed.code, found.findings.map(({ nodes }) => nodes)]).toEqual([1, [["n3"]]]);
  expect(found.looked_at.left_out).toEqual([{ kind: "filter", file: "classes/a.yml", nodes: ["n1"] }]);
  expect((await heir(repo, "diff", "HEAD~1", "HEAD", "--json")).text).toContain('"kind":"filter"');
});

test("a skipped settings file leaves all nodes out", async () => {
  const repo = filtered({ attributes: "heir.yml filter=rot\n" });
  repo.commit("two", { "heir.yml": "strict: true\n" });
  repo.git("config", "heir.skipFilter", "rot");
  const { code, text } = await heir(repo, "check", "HEAD");
  expect(code).toBe(0);
  expect(text).toContain("2 nodes not judged: heir.yml is not read (heir.skipFilter)");
});

test("a commit is read by its own attributes, along a history too", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/n1.yml": "classes: [a]\n", "classes/a.yml": "parameters: {k: 1}\n" });
  repo.commit("two", { ".gitattributes": "classes/a.yml filter=vault\n" });
  repo.commit("three", { "classes/a.yml": "parameters: {k: 2}\n" });
  repo.git("rm", "-q", ".gitattributes");
  repo.commit("four");
  repo.commit("five", { "classes/.gitattributes": "b.yml filter=vault\n", "classes/a.yml": "parameters: {k: 3}\n" });
  repo.git("mv", "classes/a.yml", "classes/b.yml");
  repo.commit("six", { "nodes/n1.yml": "classes: [b]\n" });
  const values = await Promise.all(
    ["HEAD~5", "HEAD~4", "HEAD~2", "HEAD~1", "HEAD"].map((rev) => heir(repo, "show", "n1", "k", "-r", rev)),
  );
  expect(values.map(({ code, text }) => (code === 0 ? text : code))).toEqual(["1\n", 3, "2\n", "3\n", 3]);
  // The third commit changes a file that neither it nor the one before it reads: what it does is not compared.
  const { commits } = json<{ commits: { subject: string }[] }>(await heir(repo, "log", "n1", "k", "--json"));
  expect(commits.map(({ subject }) => subject)).toEqual(["six", "five", "four", "three", "two", "one"]);
});

test("attributes above the inventory count, and those of the git directory", async () => {
  const repo = newRepo();
  const files = { "nodes/n1.yml": "classes: [a]\n", "classes/a.yml": "parameters: {k: 1}\n" };
  for (const [path, text] of Object.entries(files)) repo.write(`deep/inv/${path}`, text);
  repo.commit("one");
  expect(await heir(repo, "show", "n1", "k", "-r", "HEAD", "-q")).toEqual({ code: 0, text: "1\n" });
  repo.write(".git/info/attributes", "a.yml filter=vault\n");
  for (const state of ["HEAD", "WORKTREE"]) expect((await heir(repo, "show", "n1", "-r", state)).code).toBe(3);
  repo.write(".git/info/attributes", "");
  repo.commit("two", { "deep/.gitattributes": "a.yml filter=vault\n" });
  const inside = { ...repo, dir: join(repo.dir, "deep/inv") };
  for (const state of ["HEAD", "WORKTREE"]) expect((await heir(inside, "show", "n1", "-r", state)).code).toBe(3);
  expect(json<{ commits: unknown[] }>(await heir(inside, "log", "n1", "k", "--json")).commits.length).toBe(2);
});

test("a submodule has its own attributes, and none of its filters runs", async () => {
  const sub = filtered({ attributes: "base.yml filter=rot\n" });
  sub.commit("two", { "base.yml": "parameters: {k: 1}\n", "free.yml": "parameters: {z: 2}\n" });
  const repo = newRepo();
  repo.commit("one", { "nodes/n1.yml": "classes: [system.base]\n", "nodes/n2.yml": "classes: [system.free]\n" });
  repo.git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", sub.dir, "classes/system");
  repo.commit("two");
  const checkout = repoAt(join(repo.dir, "classes/system"));
  for (const part of ["clean", "smudge"]) checkout.git("config", `filter.rot.${part}`, `'${sub.dir}/.git/rot'`);
  const before = sub.marks();
  utimesSync(join(checkout.dir, "base.yml"), 1_500_000_000, 1_500_000_000);
  for (const state of ["HEAD", "WORKTREE"]) {
    expect((await heir(repo, "show", "n1", "-r", state)).text, state).toContain(
      "classes/system/base.yml has the filter",
    );
    expect(await heir(repo, "show", "n2", "z", "-r", state), state).toEqual({ code: 0, text: "2\n" });
  }
  expect(sub.marks()).toBe(before);
});

test("git is asked for attributes only where one of the words is there, once for many states", async () => {
  const repo = newRepo();
  repo.commit("one", { "nodes/n1.yml": "{}\n", ".gitattributes": "*.yml text\n" });
  const counted = countedGit();
  const asked = async (work: (workspace: Workspace) => Promise<unknown>) => {
    const before = counted.commands().length;
    const workspace = await opened({ ...repo, env: { ...repo.env, PATH: counted.path } });
    await work(workspace).finally(() => workspace.close());
    const names = counted.commands().slice(before);
    return names.filter((name) => name === "check-attr").length;
  };
  const compared = async (workspace: Workspace) => {
    const [from, to] = await workspace.ends(["HEAD"], false);
    await workspace.compare(from, to);
  };
  expect(await asked(compared)).toBe(0);
  repo.commit("two", { ".gitattributes": "*.png filter=lfs\n" });
  expect(await asked(compared)).toBe(2);
  for (let at = 0; at < 5; at += 1) repo.commit(`more ${at}`, { "nodes/n1.yml": `parameters: {k: ${at}}\n` });
  const logged = async (workspace: Workspace) => {
    const log = await workspace.log({ revisions: ["HEAD"] });
    for await (const entry of log.entries) expect(entry).toBeDefined();
  };
  expect(await asked(logged)).toBe(1);
});

async function opened({ dir: cwd, env }: TestRepo): Promise<Workspace> {
  const source = await openSource({ cwd, env, reader: settingsReader([]) });
  return workspaceOf(new OpenStates(source, { cache: false }));
}

async function codesOf(node: string, repo: TestRepo): Promise<readonly string[]> {
  const workspace = await opened(repo);
  try {
    const inventory = await workspace.load(await workspace.snapshot("HEAD"));
    return nodeOutcome(inventory, node).diagnostics.map(({ code }) => code);
  } finally {
    await workspace.close();
  }
}
