import { execFileSync } from "node:child_process";
import { chmodSync, copyFileSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { nodeOutcome } from "../../src/workspace/load/outcome.ts";
import { openWorkspace } from "../../src/workspace/open.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { newRepo, type TestRepo } from "../support/git/repo.ts";
import { plain } from "../support/value.ts";

const RUNS = 6;
const ID = "1".repeat(40);

/** Text that looks like what git prints, or like headers of a commit. */
const hostile = fc.constantFrom(
  "plain",
  `tree ${ID}`,
  `parent ${ID}\nauthor X <x@x> 0 +0000`,
  `:100644 100644 ${ID} ${ID} M\tclasses/a.yml`,
  `commit ${ID}\n\nclasses/a.yml`,
  "encoding ISO-8859-1",
  "\u0001\u001b[31m",
);

/** A commit: the value of a class, its message and further headers. */
const commit = fc.record({
  value: fc.nat({ max: 2 }),
  message: fc.array(hostile, { minLength: 1, maxLength: 3 }),
  headers: fc.array(hostile, { maxLength: 2 }),
});

interface History {
  readonly repo: TestRepo;
  /** By commit, the oldest first. */
  readonly ids: readonly string[];
  readonly values: readonly number[];
}

function written(repo: TestRepo, type: string, content: string | Uint8Array): string {
  const args = ["hash-object", "-w", "--literally", "-t", type, "--stdin"];
  return execFileSync("git", args, { cwd: repo.dir, env: { ...repo.env }, input: content })
    .toString()
    .trim();
}

/** A tree of these entries, each as git lists it: `MODE TYPE ID<TAB>NAME`. */
function tree(repo: TestRepo, entries: readonly Uint8Array[]): string {
  const input = Buffer.concat(entries.flatMap((entry) => [entry, Buffer.from("\0")]));
  return execFileSync("git", ["mktree", "-z"], { cwd: repo.dir, env: { ...repo.env }, input })
    .toString()
    .trim();
}

function inventory(repo: TestRepo, value: number, more: readonly Uint8Array[] = []): string {
  const file = (name: string, text: string) => Buffer.from(`100644 blob ${written(repo, "blob", text)}\t${name}`);
  const nodes = tree(repo, [file("n1.yml", "classes: [a]\n"), ...more]);
  const classes = tree(repo, [file("a.yml", `parameters: {k: ${value}}\n`)]);
  return tree(repo, [Buffer.from(`040000 tree ${classes}\tclasses`), Buffer.from(`040000 tree ${nodes}\tnodes`)]);
}

function history(
  commits: readonly { value: number; message: readonly string[]; headers: readonly string[] }[],
): History {
  const repo = newRepo();
  const ids: string[] = [];
  for (const [at, { value, message, headers }] of commits.entries()) {
    const parents = ids.slice(-1).map((id) => `parent ${id}\n`);
    const who = `A <a@example.org> ${1_600_000_000 + at} +0000\n`;
    const more = headers.map((text) => `x-more ${text.replaceAll("\n", "\n ")}\n`);
    const text = [`tree ${inventory(repo, value)}\n`, ...parents, `author ${who}`, `committer ${who}`, ...more];
    ids.push(written(repo, "commit", `${text.join("")}\n${message.join("\n")}\n`));
  }
  repo.git("update-ref", "refs/heads/main", ids.at(-1) ?? "");
  return { repo, ids, values: commits.map(({ value }) => value) };
}

async function inWorkspace<T>({ dir }: TestRepo, ask: (workspace: Workspace) => Promise<T>): Promise<T> {
  const workspace = await openWorkspace({ cwd: dir, cache: false });
  return ask(workspace).finally(() => workspace.close());
}

async function valueAt(workspace: Workspace, id: string): Promise<unknown> {
  const loaded = await workspace.load(await workspace.snapshot(id));
  const { node } = nodeOutcome(loaded, "n1");
  return node && (plain(node.parameters) as Record<string, unknown>)["k"];
}

async function changing(workspace: Workspace): Promise<readonly string[]> {
  const found: string[] = [];
  const log = await workspace.log({ revisions: ["main"], node: "n1", path: ["parameters", "k"] });
  for await (const { commit: each } of log.entries) found.push(each.id);
  return found.reverse();
}

const histories = fc.array(commit, { minLength: 2, maxLength: 4 });
const pairs = fc.array(fc.tuple(fc.nat(), fc.nat(), fc.constantFrom("", "^{tree}", ":classes/a.yml")), {
  maxLength: 4,
});

test("replaced objects, grafts and the text of commits change no answer", async () => {
  const property = fc.asyncProperty(histories, pairs, pairs, async (commits, replaced, grafts) => {
    const { repo, ids, values } = history(commits);
    const of = (at: number) => ids[at % ids.length] ?? "";
    for (const [one, other, part] of replaced) {
      const [old, now] = [one, other].map((at) => repo.git("rev-parse", `${of(at)}${part}`));
      if (old !== now) repo.git("update-ref", `refs/replace/${old}`, now ?? "");
    }
    repo.write(".git/info/grafts", grafts.map(([one, other]) => `${of(one)} ${of(other)}\n`).join(""));
    await inWorkspace(repo, async (workspace) => {
      expect(await Promise.all(ids.map((id) => valueAt(workspace, id)))).toEqual(values);
      expect(await changing(workspace)).toEqual(ids.filter((_, at) => at === 0 || values[at] !== values[at - 1]));
    });
  });
  await fc.assert(property, { numRuns: RUNS });
});

test("an object with the bytes of another one is an error wherever it is read, and no other value", async () => {
  const parts = fc.constantFrom("", ":classes/a.yml", ":nodes/n1.yml");
  const property = fc.asyncProperty(histories, fc.nat(), fc.nat(), parts, async (commits, one, other, part) => {
    const { repo, ids, values } = history(commits);
    const object = (at: number) => repo.git("rev-parse", `${ids[at % ids.length]}${part}`);
    const file = (id: string) => join(repo.dir, ".git/objects", id.slice(0, 2), id.slice(2));
    const [broken, source] = [object(one), object(other)];
    fc.pre(broken !== source);
    chmodSync(file(broken), 0o644);
    copyFileSync(file(source), file(broken));
    for (const [at, id] of ids.entries()) {
      const found = await inWorkspace(repo, (workspace) => valueAt(workspace, id)).catch(String);
      // A name for a commit that git itself does not believe names nothing.
      expect([
        values[at],
        expect.stringMatching(/is corrupt|is not here|unknown revision|broken repository/),
      ]).toContainEqual(found);
    }
  });
  await fc.assert(property, { numRuns: RUNS });
});

test("a name that is no UTF-8 is one finding, and neither a node nor a class", async () => {
  const bytes = fc.array(fc.constantFrom(0x20, 0x22, 0x27, 0x41, 0x5c, 0x80, 0xc3, 0xed, 0xf0), { maxLength: 5 });
  const property = fc.asyncProperty(bytes, bytes, async (before, after) => {
    const repo = newRepo();
    const blob = written(repo, "blob", "parameters: {k: 9}\n");
    const name = Buffer.from([...before, 0xff, ...after, ...Buffer.from(".yml")]);
    const entry = Buffer.concat([Buffer.from(`100644 blob ${blob}\t`), name]);
    const top = inventory(repo, 1, [entry]);
    repo.git("update-ref", "refs/heads/main", repo.git("commit-tree", "-m", "one", top));
    await inWorkspace(repo, async (workspace) => {
      const snapshot = await workspace.snapshot("main");
      expect((await workspace.load(snapshot)).nodeNames).toEqual(["n1"]);
      const codes = (await workspace.check(snapshot)).findings.map(({ diagnostic }) => diagnostic.code);
      expect(codes.filter((code) => code === "name-not-utf8")).toHaveLength(1);
    });
  });
  await fc.assert(property, { numRuns: RUNS });
});
