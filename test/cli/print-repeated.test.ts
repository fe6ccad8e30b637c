import { chmodSync, mkdirSync, readdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { begin } from "../../src/cli/begin.ts";
import { openFolder } from "../../src/cli/host.ts";
import { askedRepo, type TestRepo, tempDir } from "../support/git/repo.ts";
import { type HostParts, heir, sink } from "../support/host.ts";

const ENV = { PAGER: "cat", ...process.env };

type Terminal = NonNullable<HostParts["terminal"]>;

interface Answer {
  readonly code: number;
  readonly out: string;
  readonly err: string;
}

/** Asks as the program does: what is begun first, then the rest. `isAgain` says whether the rest was needed. */
async function ask(
  repo: TestRepo,
  argv: readonly string[],
  cwd = repo.dir,
  terminal?: Terminal,
): Promise<{ readonly answer: Answer; readonly isAgain: boolean }> {
  const [stdout, stderr] = [sink(terminal), sink()].map((each) => Object.assign(each, { on: () => undefined }));
  if (stdout === undefined || stderr === undefined) throw new TypeError("two streams");
  const self = { env: ENV, cwd: () => cwd, stdout, stderr, exit: (): never => expect.unreachable() };
  const begun = await begin(argv, self);
  if (begun.kind === "done") {
    return { answer: { code: begun.code, out: stdout.text(), err: stderr.text() }, isAgain: true };
  }
  const { prefetch } = begun;
  const { code, out, err } = await heir(argv, {
    cwd,
    env: ENV,
    open: openFolder,
    ...(prefetch && { prefetch }),
    ...(terminal && { terminal }),
  });
  return { answer: { code, out, err }, isAgain: false };
}

const SHOW = ["show", "web1", "--json"];

const FILES = {
  "classes/a.yml": "parameters: {a: 1, b: '${a}'}\n",
  "classes/c/init.yml": "parameters: {c: 1}\n",
  "nodes/web1.yml": "classes: [a]\n",
  "nodes/deep/web2.yml": "classes: [c]\n",
  "notes.txt": "one\n",
};

/** All files are older than the index, as they are some time after a checkout. */
function settle(repo: TestRepo): void {
  // Another time each time: git does not look at parts of a second.
  settled += 1;
  for (const name of readdirSync(repo.dir, { recursive: true, encoding: "utf8" })) {
    const isGit = name === ".git" || name.startsWith(".git/");
    if (!isGit) tryTo(() => utimesSync(join(repo.dir, name), OLD + settled, OLD + settled));
  }
  tryTo(() => repo.git("update-index", "-q", "--refresh"));
}

let settled = 0;

const OLD = 1_500_000_000;

function inventory(files: Readonly<Record<string, string>> = FILES): TestRepo {
  const repo = askedRepo();
  repo.commit("all", files);
  settle(repo);
  return repo;
}

test.each([SHOW, ["show", "web1", "a"], ["nodes"], ["inventory", "--format", "json"], ["show", "web1", "--sources"]])(
  "heir %s %s %s: what was printed is printed again before the program is loaded",
  async (...words) => {
    const repo = inventory();
    const argv = words.filter((word) => word !== undefined);
    const first = await ask(repo, argv);
    const second = await ask(repo, argv);

    expect([first.isAgain, second.isAgain]).toEqual([false, true]);
    expect(second.answer).toEqual(first.answer);
    expect(second.answer).toEqual((await ask(repo, [...argv, "--no-cache"])).answer);
  },
);

test("it is asked in the folder of an inventory, and below it, as at the top", async () => {
  const inside = Object.fromEntries(Object.entries(FILES).map(([path, text]) => [`deep/inventory/${path}`, text]));
  const repo = inventory({ ...inside, "nodes.txt": "" });
  for (const folder of ["deep/inventory", "deep/inventory/nodes/deep"]) {
    await ask(repo, SHOW, join(repo.dir, folder));
    expect((await ask(repo, SHOW, join(repo.dir, folder))).isAgain).toBe(true);
  }
});

test("files that are as old as the index are known again, and told from those that are edited at that time", async () => {
  const repo = askedRepo();
  repo.commit("all", FILES);
  const now = Date.now() / 1000;
  for (const path of Object.keys(FILES)) utimesSync(join(repo.dir, path), now, now);
  await ask(repo, SHOW);
  const { answer, isAgain } = await ask(repo, SHOW);
  // With the size and the time that it had.
  repo.write("classes/a.yml", FILES["classes/a.yml"].replaceAll("1", "7"));
  utimesSync(join(repo.dir, "classes/a.yml"), now, now);
  const edited = await ask(repo, SHOW);

  expect([isAgain, edited.isAgain]).toEqual([true, false]);
  expect(edited.answer.out).not.toBe(answer.out);
});

test("a terminal gets what it got, one with another width what fits there", async () => {
  const repo = inventory();
  const [wide, narrow] = [
    { columns: 100, rows: 40 },
    { columns: 30, rows: 40 },
  ];
  const first = await ask(repo, ["show", "web1"], repo.dir, wide);
  const second = await ask(repo, ["show", "web1"], repo.dir, wide);

  expect([first.isAgain, second.isAgain]).toEqual([false, true]);
  expect(second.answer).toEqual(first.answer);
  expect((await ask(repo, ["show", "web1"])).isAgain).toBe(false);
  expect((await ask(repo, ["show", "web1"], repo.dir, narrow)).isAgain).toBe(false);
});

test("the pager that a repository names is none", async () => {
  const repo = inventory();
  repo.git("config", "core.pager", "more");
  const terminal = { columns: 100, rows: 40 };
  await ask(repo, ["show", "web1"], repo.dir, terminal);
  // What a repository names is no pager.
  expect((await ask(repo, ["show", "web1"], repo.dir, terminal)).isAgain).toBe(true);
});

test("another file that no inventory has takes one run through the program, and no more", async () => {
  const repo = inventory();
  await ask(repo, SHOW);
  repo.write("more.txt", "");
  await ask(repo, SHOW);
  expect((await ask(repo, SHOW)).isAgain).toBe(true);
  repo.write("more.txt", "edited");
  expect((await ask(repo, SHOW)).isAgain).toBe(true);
});

test("what is printed with an error is printed by the program each time", async () => {
  const repo = inventory({ ...FILES, "nodes/web1.yml": "classes: [nowhere]\n" });
  const first = await ask(repo, SHOW);
  expect(await ask(repo, SHOW)).toEqual({ answer: first.answer, isAgain: false });
});

const PATHS = [
  "classes/a.yml",
  "classes/a/init.yml",
  "classes/b.yml",
  "classes/c/init.yml",
  "classes/c.yml",
  "nodes/web1.yml",
  "nodes/other/web1.yml",
  "nodes/deep/web2.yml",
  "groups/g.yml",
  "globals.yml",
  "heir.yml",
  "reclass-config.yml",
  "notes.txt",
  "more.txt",
  ".gitignore",
  ".gitattributes",
  "classes/.gitattributes",
  ".git/info/exclude",
  ".git/info/attributes",
];

const TEXTS = [
  "",
  "classes: [a]\n",
  "classes: [b]\n",
  "classes: [c]\n",
  "parameters: {a: 2, b: '${a}'}\n",
  "parameters: {a: 1, b: '${a}'}\r\n",
  "properties: {g: 1}\nmatch: {all: [{property: a}]}\n",
  "compose_node_name: true\n",
  "nodes_uri: nodes/deep\n",
  "*.yml\n",
  "more.txt\n",
  "*.yml text eol=crlf\n",
  "*.yml filter=x\n",
  "*.yml ident\n",
];

type Act = (repo: TestRepo) => void;

const path = fc.constantFrom(...PATHS);
const text = fc.constantFrom(...TEXTS);
const tracked = fc.constantFrom(...Object.keys(FILES));
const target = fc.constantFrom("a.yml", "../classes", "../nodes/web1.yml", "/etc/hostname", "nowhere", "c");

function at(repo: TestRepo, name: string): string {
  return join(repo.dir, name);
}

const act: fc.Arbitrary<Act> = fc.oneof(
  fc.tuple(path, text).map(
    ([name, content]) =>
      (repo: TestRepo) =>
        repo.write(name, content),
  ),
  tracked.map((name) => (repo: TestRepo) => rmSync(at(repo, name))),
  fc.tuple(tracked, path).map(([from, to]) => (repo: TestRepo) => {
    mkdirSync(dirname(at(repo, to)), { recursive: true });
    renameSync(at(repo, from), at(repo, to));
  }),
  tracked.map((name) => (repo: TestRepo) => utimesSync(at(repo, name), OLD, OLD)),
  tracked.map((name) => (repo: TestRepo) => chmodSync(at(repo, name), 0o755)),
  // With the size and the time that it had.
  tracked.map((name) => (repo: TestRepo) => {
    writeFileSync(at(repo, name), FILES[name as keyof typeof FILES].replaceAll("1", "7"));
    utimesSync(at(repo, name), OLD + settled, OLD + settled);
  }),
  fc.tuple(path, target).map(([name, to]) => (repo: TestRepo) => {
    rmSync(at(repo, name), { force: true });
    mkdirSync(dirname(at(repo, name)), { recursive: true });
    symlinkSync(to, at(repo, name));
  }),
  fc.constantFrom("groups", "contracts", "classes/more").map((name) => (repo: TestRepo) => mkdirSync(at(repo, name))),
  fc.constant((repo: TestRepo) => {
    renameSync(at(repo, "classes"), at(repo, "moved"));
    symlinkSync("moved", at(repo, "classes"));
  }),
  ...[
    ["add", "-A"],
    ["add", "-N", "."],
    ["commit", "-qam", "edited"],
    ["reset", "-q", "--hard"],
    ["rm", "-q", "--cached", "classes/a.yml"],
    ["update-index", "--assume-unchanged", "classes/a.yml"],
    ["update-index", "--skip-worktree", "classes/a.yml"],
    ["update-index", "--no-assume-unchanged", "--no-skip-worktree", "classes/a.yml"],
    ["update-index", "--add", "--cacheinfo", `160000,${"1".repeat(40)},classes/sub`],
    ["sparse-checkout", "set", "--no-cone", "/*", "!/nodes/deep/"],
    ["config", "heir.folder", "deep"],
    ["config", "heir.defaultSettings", "heir.yml"],
    ["config", "--unset-all", "heir.folder"],
    ["config", "include.path", "more"],
    ["config", "core.autocrlf", "true"],
    ["config", "core.excludesFile", "../more.txt"],
  ].map((words) => fc.constant((repo: TestRepo) => void repo.git(...words))),
  fc.constant(unmerge),
  fc.constant(settle),
);

/** The index has several versions of a file. */
function unmerge(repo: TestRepo): void {
  const id = repo.git("hash-object", "-w", "notes.txt");
  repo.write(".git/unmerged", `0 ${"0".repeat(40)}\tclasses/a.yml\n100644 ${id} 2\tclasses/a.yml\n`);
  repo.git("-c", "alias.unmerge=!git update-index --index-info < .git/unmerged", "unmerge");
}

function tryTo(edit: () => unknown): void {
  try {
    edit();
  } catch {
    // Nothing to do it with: the file is not there any more, or something is in the way.
  }
}

/** How many histories of edits are drawn. */
const RUNS = Number(process.env["HEIR_FUZZ"] ?? 5);

test("whatever is done to a work tree, what is printed again is what the program prints", async () => {
  let again = 0;
  const step = fc.tuple(fc.boolean(), fc.array(act, { minLength: 1, maxLength: 2 }));
  const story = fc.array(step, { minLength: 1, maxLength: 4 });
  const holds = fc.asyncProperty(story, async (steps) => {
    const repo = inventory();
    await ask(repo, SHOW);
    for (const [isStaged, acts] of steps) {
      for (const each of acts) tryTo(() => each(repo));
      const stage = () => {
        if (isStaged) tryTo(() => repo.git("add", "-A"));
        settle(repo);
      };
      for (const prepared of [() => undefined, stage, () => undefined]) {
        prepared();
        const { answer, isAgain } = await ask(repo, SHOW);
        if (isAgain) again += 1;
        // The program itself need not be asked about its own answer.
        if (isAgain) expect(answer).toEqual((await ask(repo, [...SHOW, "--no-cache"])).answer);
      }
    }
  });
  await fc.assert(holds, { numRuns: RUNS });
  expect(again).toBeGreaterThan(0);
});

test("what another folder, other words and other variables print is told apart", async () => {
  const repo = inventory({ ...FILES, "heir.yml": "secrets: []\n" });
  await ask(repo, SHOW);
  const elsewhere = tempDir();

  expect((await ask(repo, ["show", "web1"])).isAgain).toBe(false);
  expect((await ask(repo, SHOW, join(repo.dir, "nodes"))).isAgain).toBe(false);
  expect((await ask(repo, SHOW, elsewhere)).isAgain).toBe(false);
  expect((await ask(repo, SHOW)).isAgain).toBe(true);
});
