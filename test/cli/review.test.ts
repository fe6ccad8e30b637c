import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ForgeName, Variables } from "../../src/annex/review/forge/forge.ts";
import { openFolder } from "../../src/cli/host.ts";
import { type FakeForge, fakeForge, TOKEN } from "../support/forge/fake-forge.ts";
import { newRepo, repoAt, type TestRepo, tempDir } from "../support/git/repo.ts";
import { heir } from "../support/host.ts";

const before = {
  "classes/base.yml": "parameters: { workers: 4 }\n",
  "nodes/web1.yml": "classes: [base]\n",
  "nodes/web2.yml": "classes: [base]\n",
};
const eight = { "classes/base.yml": "parameters: { workers: 8 }\n" };
const failing = { "nodes/web2.yml": "classes: [bse]\n" };

function changed(after: Readonly<Record<string, string>> = eight): TestRepo {
  const repo = newRepo();
  repo.commit("before", before);
  repo.commit("after", after);
  return repo;
}

interface Job {
  readonly head?: string;
  readonly base?: string;
  readonly isFork?: boolean;
  readonly env?: Variables;
}

/** The files of a job, and what a runner sets. */
function jobOf(kind: ForgeName, repo: TestRepo, url: string, job: Job = {}) {
  const folder = tempDir();
  const [summary, output, event] = ["summary.md", "output", "event.json"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  const id = (revision: string) => repo.git("rev-parse", revision);
  const [head, base] = [id(job.head ?? "HEAD"), id(job.base ?? "HEAD~1")];
  const repositories = { base: "acme/fleet", head: job.isFork === true ? "mallory/fleet" : "acme/fleet" };
  const side = (name: "base" | "head", sha: string) => ({ sha, repo: { full_name: repositories[name] } });
  writeFileSync(
    event,
    JSON.stringify({ pull_request: { number: 7, head: side("head", head), base: side("base", base) } }),
  );
  const github = {
    GITHUB_ACTIONS: "true",
    GITHUB_TOKEN: TOKEN,
    GITHUB_API_URL: url,
    GITHUB_REPOSITORY: "acme/fleet",
    GITHUB_EVENT_PATH: event,
    GITHUB_RUN_ID: "500",
    GITHUB_STEP_SUMMARY: summary,
    GITHUB_OUTPUT: output,
  };
  const gitlab = {
    GITLAB_CI: "true",
    HEIR_GITLAB_TOKEN: TOKEN,
    CI_API_V4_URL: `${url}/api/v4`,
    CI_PROJECT_ID: "42",
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_SOURCE_PROJECT_ID: "42",
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    CI_COMMIT_SHA: head,
    CI_PIPELINE_ID: "500",
  };
  const read = (path: string) => readFileSync(path, { encoding: "utf8", flag: "a+" });
  const env: Variables = { ...(kind === "github" ? github : gitlab), ...job.env };
  return { env, event, summary: () => read(summary), output: () => read(output) };
}

async function answer(repo: TestRepo, env: Variables, ...argv: readonly string[]) {
  const { code, out, err } = await heir(["review", ...argv], { cwd: repo.dir, open: openFolder, env });
  expect(out + err).not.toContain(TOKEN);
  return { code, out, err };
}

function onlyComment({ comments }: FakeForge): string {
  expect(comments).toHaveLength(1);
  return comments[0]?.body ?? "";
}

test("a review is the verdict, the blocks and what is newly wrong", async () => {
  const repo = changed({ ...eight, ...failing });
  const { code, out, err } = await answer(repo, {}, "HEAD~1", "HEAD");

  expect(code).toBe(1);
  expect(out.split("\n")[0]).toBe("**1 node newly fails; 2 of 2 nodes change; 1 new error: 2 blocks**");
  expect(out).toContain("error[class-not-found]: class bse is listed but has no file  nodes/web2.yml:1");
  expect(err).toBe("");
});

test.each([
  ["nothing but values", eight, 0],
  ["a node that newly fails", failing, 1],
  ["an error that no node has", { "classes/other.yml": "parameters: [\n" }, 1],
  ["nothing", { "README.md": "x\n" }, 0],
])("the exit code for %s", async (_, after, code) => {
  expect(await answer(changed(after), {}, "HEAD~1", "HEAD")).toMatchObject({ code });
});

test("where a node fails on both sides, the review is incomplete", async () => {
  const repo = newRepo();
  repo.commit("before", { ...before, ...failing });
  repo.commit("after", { "nodes/web2.yml": "classes: [bse]\nparameters: { a: 1 }\n" });
  expect(await answer(repo, {}, "HEAD~1", "HEAD")).toMatchObject({ code: 3 });
});

test.each(["github", "gitlab"] as const)("%s: the two states are found, and the review is posted", async (kind) => {
  const repo = changed();
  const forge = await fakeForge(kind);
  const job = jobOf(kind, repo, forge.url);

  expect(await answer(repo, job.env, "--post", kind, "--status")).toEqual({
    code: 0,
    out: "",
    err: "heir: comment of request 7 created\n",
  });
  expect(onlyComment(forge)).toContain("**2 of 2 nodes change: 1 block**");
  expect(forge.statuses).toMatchObject([{ state: "success", description: "2 of 2 nodes change" }]);
  expect(job.summary()).toBe("");
});

/** A merge of `topic`, which is behind `main`, checked out as `merge`. */
function merged(): TestRepo {
  const repo = changed();
  repo.git("checkout", "-q", "-b", "topic", "HEAD~1");
  repo.commit("topic", { "nodes/web1.yml": "classes: [base]\nparameters: { own: 1 }\n" });
  repo.git("checkout", "-q", "-b", "merge", "main");
  repo.git("merge", "-q", "--no-ff", "-m", "merge", "topic");
  return repo;
}

const own = /1 of 2 nodes changes[\s\S]*`own added in node web1`/;

test("a merge of the change is compared with what it goes into: HEAD, the run's own, or one that was fetched", async () => {
  const repo = merged();
  const job = (env: Variables = {}) =>
    jobOf("github", repo, "http://127.0.0.1:1", { head: "topic", base: "main", env });
  const sha = repo.git("rev-parse", "merge");

  expect((await answer(repo, job().env)).out).toMatch(own);
  repo.git("checkout", "-q", "main");
  const ofRun = job({ GITHUB_REF: "refs/pull/7/merge", GITHUB_SHA: sha });
  expect((await answer(repo, ofRun.env)).out).toMatch(own);
  expect((await answer(repo, job().env)).out).toContain("`workers edited in class base`");
  repo.git("update-ref", "refs/remotes/pull/7/merge", "merge");
  expect((await answer(repo, job().env)).out).toMatch(own);
});

test("a merge of another commit is none of the change: base and head of the event are compared", async () => {
  const repo = merged();
  const job = jobOf("github", repo, "http://127.0.0.1:1", { head: "main", base: "main~1" });
  expect((await answer(repo, job.env)).out).toContain("`workers edited in class base`");
});

test("in a pipeline for merged results its commit is compared with what it goes into", async () => {
  const repo = merged();
  const job = (type: string) =>
    jobOf("gitlab", repo, "http://127.0.0.1:1", {
      head: "merge",
      base: "main~1",
      env: { CI_MERGE_REQUEST_EVENT_TYPE: type },
    });
  expect((await answer(repo, job("merged_result").env)).out).toMatch(own);
  expect((await answer(repo, job("detached").env)).out).toContain("workers edited");
});

test("the commit that a shallow clone lacks is named with what fetches it", async () => {
  const repo = merged();
  const clone = repoAt(tempDir());
  clone.git("clone", "-q", "--depth", "1", "--branch", "merge", `file://${repo.dir}`, ".");
  const job = jobOf("github", repo, "http://127.0.0.1:1", { head: "topic", base: "main" });
  const missing = repo.git("rev-parse", "merge^1");
  const fetch = `git fetch --depth=1 origin ${missing}`;

  expect(await answer(clone, job.env)).toEqual({
    code: 2,
    out: "",
    err: `heir: commit ${missing} is not here\nhint: ${fetch}\n`,
  });
  clone.git(...fetch.split(" ").slice(1), "-q");
  expect((await answer(clone, job.env)).out).toMatch(own);
});

test("two inventories have two comments", async () => {
  const repo = newRepo();
  const inventory = (folder: string, files: Readonly<Record<string, string>>) => {
    return Object.fromEntries(Object.entries(files).map(([path, text]) => [`${folder}/${path}`, text]));
  };
  repo.commit("before", { ...inventory("infra/reclass", before), ...inventory("lab", before) });
  repo.commit("after", { ...inventory("infra/reclass", eight), ...inventory("lab", eight) });
  const forge = await fakeForge("github");
  const { env } = jobOf("github", repo, forge.url);
  for (const folder of ["infra/reclass", "lab", "lab"])
    await answer(repo, env, "-C", join(repo.dir, folder), "--post", "github");

  expect(forge.comments.map(({ body }) => / key=(\S+)/.exec(body)?.[1])).toEqual(["infra/reclass", "lab"]);
});

test.each([
  ["of the same repository", { after: eight, isFork: false }, 2, /pull-requests: write/],
  ["with a node that newly fails", { after: failing, isFork: false }, 1, /pull-requests: write/],
  ["of a fork", { after: eight, isFork: true }, 0, /fork/],
])("what may not be posted, %s, goes to the page of the run", async (_, { after, isFork }, code, said) => {
  const repo = changed(after);
  const forge = await fakeForge("github", { rules: [{ method: "POST", status: 403 }] });
  const { env, summary } = jobOf("github", repo, forge.url, { isFork });
  const result = await answer(repo, env, "--post", "github");

  expect(result).toMatchObject({ code, out: "" });
  expect(result.err).toMatch(said);
  expect(summary()).toMatch(/^\*\*.* nodes? (change|newly fail)s?/);
});

test("a merge request of another project is one of a fork", async () => {
  const repo = changed();
  const forge = await fakeForge("gitlab", { rules: [{ method: "POST", status: 403 }] });
  const codes: number[] = [];
  for (const id of ["42", "43", undefined]) {
    const { env } = jobOf("gitlab", repo, forge.url, { env: { CI_MERGE_REQUEST_SOURCE_PROJECT_ID: id } });
    codes.push((await answer(repo, env, "--post", "gitlab")).code);
  }
  expect(codes).toEqual([2, 0, 2]);
});

test("without a page of the run it goes to standard output", async () => {
  const repo = changed();
  const forge = await fakeForge("gitlab");
  const { env } = jobOf("gitlab", repo, forge.url, { env: { HEIR_GITLAB_TOKEN: "" } });
  const { code, out, err } = await answer(repo, env, "--post", "gitlab");

  expect(code).toBe(2);
  expect(out).toMatch(/^\*\*2 of 2 nodes change/);
  expect(err).toContain("heir: not posted: HEIR_GITLAB_TOKEN is not set\n");
  expect(forge.calls).toEqual([]);
});

test("a workflow gets the verdict as outputs", async () => {
  const repo = changed(failing);
  const forge = await fakeForge("github");
  const { env, output } = jobOf("github", repo, forge.url);
  await answer(repo, env, "--post", "github");
  const [from, to] = ["HEAD~1", "HEAD"].map((revision) => repo.git("rev-parse", revision));

  expect(output()).toBe(
    `verdict=1 node newly fails; 1 of 2 nodes changes; 1 new error\nstatus=fails\nblocks=1\nnewly-failing=1\nfrom=${from}\nto=${to}\n`,
  );
});

test("a change that takes a path out of `secrets` posts nothing of it, and no token", async () => {
  const repo = newRepo();
  repo.commit("before", {
    "classes/.gitkeep": "",
    "heir.yml": "secrets: [password]\n",
    "nodes/web1.yml": "parameters: { password: hunter22222 }\n",
  });
  repo.commit("after", {
    "heir.yml": "secrets: []\n",
    "nodes/web1.yml": `parameters: { password: hunter33333, copy: "a-$\{password}", key: ${TOKEN} }\n`,
  });
  const forge = await fakeForge("github");
  const { env } = jobOf("github", repo, forge.url);
  expect((await answer(repo, env, "--post", "github")).code).toBe(1);

  expect(onlyComment(forge)).toContain("(secret)");
  expect(onlyComment(forge)).not.toMatch(/hunter/);
  expect(onlyComment(forge)).not.toContain(TOKEN);
});

test("a comment has at most --max-bytes bytes", async () => {
  const repo = newRepo();
  const values = (count: number, value: number) => {
    return Object.fromEntries(
      Array.from({ length: count }, (_, at) => [`nodes/n${at}.yml`, `parameters: { p${at}: { v: ${value} } }\n`]),
    );
  };
  repo.commit("before", { "classes/.gitkeep": "", ...values(60, 1) });
  repo.commit("after", values(60, 2));
  const forge = await fakeForge("github");
  const { env } = jobOf("github", repo, forge.url);
  await answer(repo, env, "--post", "github", "--max-bytes", "3000");

  expect(Buffer.byteLength(onlyComment(forge))).toBeLessThanOrEqual(3000);
  expect(onlyComment(forge)).toMatch(/\d+ of 60 blocks left out/);
});

test.each<readonly [string, readonly string[], string, string]>([
  ["a size without room", ["A", "B", "--max-bytes", "1999"], "--max-bytes 1999 is too small", "at least 2000"],
  ["one state", ["HEAD"], "review compares two states", "heir review A B"],
  ["no job", [], "this is no CI job of a pull or merge request", "heir review A B"],
  ["--post outside a workflow", ["A", "B", "--post", "github"], "GITHUB_EVENT_PATH is not set", "pull_request"],
  ["--post outside a merge request", ["--post", "gitlab"], "this pipeline is not of a merge request", "merge request"],
  ["--status without --post", ["A", "B", "--status"], "--status goes with --post", "--post github"],
  ["an empty key", ["--post", "github", "--key", ""], "--key is empty", "leave it out"],
])("%s is one sentence and a hint", async (_, argv, said, hint) => {
  const { code, out, err } = await answer(changed(), {}, ...argv);
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^heir: .*\nhint: .*\n$/);
  expect(err).toContain(said);
  expect(err).toContain(hint);
});

test.each<readonly [string, (event: string) => string, Variables, string]>([
  ["not JSON", () => "{", {}, "not JSON"],
  ["of another event", () => '{"ref": "refs/heads/main"}', {}, "not about a pull request"],
  ["of a commit that is none", (event) => event.replace(/"sha":"\w+"/g, '"sha":"--upload-pack=x"'), {}, "no commit id"],
  ["of an address in the clear", (event) => event, { GITHUB_API_URL: "http://forge.example" }, "no https address"],
  ["of an address with a password", (event) => event, { GITHUB_API_URL: "https://a:b@forge.example" }, "no address"],
  ["of no repository", (event) => event, { GITHUB_REPOSITORY: "acme/fleet/../x" }, "no OWNER/NAME"],
])("a job %s is refused before anything is compared", async (_, edited, env, said) => {
  const repo = changed();
  const forge = await fakeForge("github");
  const job = jobOf("github", repo, forge.url, { env });
  writeFileSync(job.event, edited(readFileSync(job.event, "utf8")));
  const { code, out, err } = await answer(repo, job.env, "--post", "github");

  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toMatch(/^heir: .*\nhint: .*\n$/);
  expect(err).toContain(said);
  expect(forge.calls).toEqual([]);
});

test("of some paths, a review has their changes, and findings about them or about no value", async () => {
  const repo = newRepo();
  const contract = (path: string) => `  ${path}: {type: integer}\n`;
  const contracts = { "contracts/types.yml": `values:\n${contract("workers")}${contract("port")}` };
  repo.commit("before", { ...contracts, ...before, "classes/base.yml": "parameters: {workers: 4, port: 80}\n" });
  repo.commit("after", { "classes/base.yml": "parameters: {workers: many, port: http}\n" });
  const reviewed = (...words: readonly string[]) =>
    heir(["review", "HEAD~1", "HEAD", ...words], { cwd: repo.dir, open: openFolder });
  const both = await reviewed();
  expect(both.out).toContain("port is");
  const { code, out } = await reviewed("--path", "workers");
  expect(code).toBe(1);
  expect(out).toContain("workers is");
  expect(out).toContain("compared at workers");
  expect(out).not.toContain("port");
  expect((await reviewed("--path", "wrokers")).err).toContain("did you mean workers?");
});
