import { expect, test } from "vitest";
import { openFolder } from "../../src/cli/host.ts";
import { newRepo, repoAt, type TestRepo, tempDir } from "../support/git/repo.ts";
import { heir } from "../support/host.ts";

const web1 = { "nodes/web1.yml": "classes: [ntp]\n" };
const server = (name: string) => ({ "classes/ntp.yml": `parameters: { ntp: { server: ${name} }, port: 123 }\n` });

/** A clone with the last commits of a repository; `base` of `file:` URLs, which alone are cut. */
function clonedFrom(repo: TestRepo, depth: number): TestRepo {
  const clone = repoAt(tempDir());
  clone.git("clone", "-q", "--depth", String(depth), `file://${repo.dir}`, ".");
  return clone;
}

/** Three values of ntp:server, one commit each, and a last commit that changes nothing. */
function original(): TestRepo {
  const repo = newRepo();
  repo.commit("first", { ...web1, ...server("a") });
  repo.commit("second", server("b"));
  repo.commit("third", server("c"));
  repo.commit("readme", { "README.md": "x\n" });
  return repo;
}

async function answer(repo: TestRepo, ...argv: readonly string[]) {
  const { code, out, err } = await heir(argv, { cwd: repo.dir, open: openFolder });
  return { code, out, err };
}

async function json(repo: TestRepo, ...argv: readonly string[]) {
  return JSON.parse((await answer(repo, ...argv, "--json")).out);
}

function subjects(log: { readonly commits: readonly { readonly subject: string }[] }): readonly string[] {
  return log.commits.map(({ subject }) => subject);
}

test("a log ends at the boundary and does not list it, even where every commit is listed", async () => {
  const repo = clonedFrom(original(), 3);
  const boundary = repo.git("rev-parse", "HEAD~2");
  const left = [{ kind: "shallow", commit: boundary }];

  const log = await json(repo, "log", "web1", "ntp:server");
  expect(subjects(log)).toEqual(["third"]);
  expect(log.looked_at.left_out).toEqual(left);
  expect(subjects(await json(repo, "log", "--show-quiet"))).toEqual(["readme", "third"]);
  expect((await answer(repo, "log", "-q", "--oneline")).err).toBe(
    `history ends at ${boundary.slice(0, 7)}: shallow clone (git fetch --unshallow)\n`,
  );
});

test("a log that does not reach the boundary does not name it", async () => {
  const repo = clonedFrom(original(), 3);

  for (const argv of [
    ["log", "-n", "1"],
    ["log", "HEAD~2..HEAD"],
    ["log", "--author", "nobody", "web1"],
  ]) {
    expect((await json(repo, ...argv)).looked_at.left_out).toEqual([]);
  }
  repo.git("fetch", "-q", "--unshallow");
  const log = await json(repo, "log", "web1", "ntp:server");
  expect(subjects(log)).toEqual(["third", "second", "first"]);
  expect(log.looked_at.left_out).toEqual([]);
});

test("a value that only the boundary has is found", async () => {
  const source = newRepo();
  source.commit("first", { ...web1, ...server("a") });
  source.commit("second", { "classes/ntp.yml": "parameters: { gone: 1 }\n" });
  source.commit("third", { "classes/ntp.yml": "parameters: {}\n" });
  const repo = clonedFrom(source, 2);

  expect(subjects(await json(repo, "log", "web1", "gone"))).toEqual(["third"]);
  expect((await answer(repo, "log", "web1", "ntp:server")).code).toBe(2);
});

test("each line of history has its own boundary", async () => {
  const source = original();
  source.git("checkout", "-q", "-b", "topic", "HEAD~1");
  source.commit("topic", { "nodes/web2.yml": "{}\n" });
  source.git("checkout", "-q", "main");
  source.git("merge", "-q", "--no-ff", "-m", "merge", "topic");
  const repo = clonedFrom(source, 2);

  const { left_out } = (await json(repo, "log")).looked_at;
  const ids = left_out.map(({ commit }: { readonly commit: string }) => commit);
  expect(new Set(ids)).toEqual(new Set([repo.git("rev-parse", "HEAD^1"), repo.git("rev-parse", "HEAD^2")]));
});

test("blame marks what is as old as the boundary, as git does, and nothing else", async () => {
  const repo = clonedFrom(original(), 1);
  repo.commit("fourth", { "classes/ntp.yml": "parameters: { ntp: { server: c }, port: 124 }\n" });
  const boundary = repo.git("rev-parse", "HEAD~1");

  const { leaves, looked_at } = await json(repo, "blame", "web1");
  const since = new Map(
    leaves.map((leaf: { readonly path: readonly string[]; readonly since: object }) => [
      leaf.path.join(":"),
      leaf.since,
    ]),
  );
  expect(since.get("parameters:ntp:server")).toMatchObject({ commit: boundary, boundary: true });
  expect(since.get("parameters:port")).toMatchObject({ subject: "fourth" });
  expect(since.get("parameters:port")).not.toHaveProperty("boundary");
  expect(looked_at.left_out).toEqual([{ kind: "shallow", commit: boundary }]);

  const { out, err } = await answer(repo, "blame", "web1", "ntp:server");
  expect(out).toMatch(new RegExp(`^\\^${boundary.slice(0, 7)}  `));
  expect(err).toContain("shallow clone");
  const port = await answer(repo, "blame", "web1", "port");
  expect(`${port.out}${port.err}`).not.toMatch(/\^|shallow/);
});

test("two branches that meet behind the boundary have no common ancestor there", async () => {
  const source = original();
  source.git("checkout", "-q", "-b", "topic", "HEAD~2");
  source.commit("topic", { "nodes/web2.yml": "{}\n" });
  const repo = repoAt(tempDir());
  repo.git("clone", "-q", "--depth", "1", "--no-single-branch", `file://${source.dir}`, ".");
  const err =
    "heir: origin/main and topic have no common ancestor in this shallow clone\nhint: git fetch --unshallow gets the whole history\n";

  expect(await answer(repo, "diff", "origin/main...topic")).toEqual({ code: 2, out: "", err });
  expect(await answer(repo, "merge-check", "topic", "--into", "origin/main")).toEqual({ code: 2, out: "", err });
});

test("a revision behind the boundary says so; any other unknown one does not", async () => {
  const repo = clonedFrom(original(), 2);
  const [behind, typo, reached] = [
    await answer(repo, "diff", "HEAD~2", "HEAD"),
    await answer(repo, "diff", "mian~1", "HEAD"),
    await answer(repo, "diff", "HEAD~1", "HEAD", "--exit-code"),
  ];

  expect(behind).toEqual({
    code: 2,
    out: "",
    err: 'heir: "HEAD~2" is not here: this clone is shallow\nhint: git fetch --deepen=2, or fetch-depth: 0 in CI\n',
  });
  expect(typo.err).toBe('heir: unknown revision "mian~1"\nhint: did you mean main?\n');
  expect(reached.code).toBe(0);
  const whole = original();
  expect((await answer(whole, "diff", "HEAD~9", "HEAD")).err).toBe('heir: unknown revision "HEAD~9"\n');
});
