import { spawn } from "node:child_process";
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { commands } from "../../../../src/cli/commands/table.ts";
import { fakeForge, TOKEN } from "../../../support/forge/fake-forge.ts";
import { newRepo, repoAt, type TestRepo, tempDir } from "../../../support/git/repo.ts";

const root = join(import.meta.dirname, "../../../..");
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

interface Step {
  readonly id?: string;
  readonly uses?: string;
  readonly run?: string;
  readonly shell?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface Action {
  readonly inputs: Readonly<Record<string, { readonly description: string; readonly default: string }>>;
  readonly outputs: Readonly<Record<string, { readonly value: string }>>;
  readonly runs: { readonly using: string; readonly steps: readonly Step[] };
}

interface Workflow {
  readonly on: Readonly<Record<string, unknown>>;
  readonly permissions: Readonly<Record<string, string>>;
  readonly jobs: { readonly review: { readonly steps: readonly Step[] } };
}

interface Component {
  readonly script: readonly string[];
  readonly variables: Readonly<Record<string, string>>;
  readonly artifacts: { readonly expose_as: string; readonly paths: readonly string[] };
}

interface Spec {
  readonly spec: { readonly inputs: Readonly<Record<string, { readonly default: string | number | boolean }>> };
}

const action: Action = parse(textOf("action.yml"));
const forks: Workflow = parse(textOf("integrations/github/review-forks.yml"));
const [spec, jobs] = parseAllDocuments(textOf("integrations/gitlab/review/template.yml")).map((each) =>
  each.toJS(),
) as [Spec, Readonly<Record<"heir-review", Component>>];

test("actions of others are named by the full id of a commit", () => {
  const uses = [...action.runs.steps, ...forks.jobs.review.steps].flatMap((step) => step.uses ?? []);
  expect(uses).toHaveLength(5);
  for (const each of uses) expect(each).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40}$/);
});

test("the action takes and gives what the page about it lists", () => {
  const table = /\| input \|[\s\S]*?\n\n/.exec(textOf("docs/review-in-ci.md"))?.[0] ?? "";
  expect([...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name)).toEqual([
    ...["folder", "key", "author", "status", "max-bytes", "fail", "version", "token"],
  ]);
  expect(Object.keys(action.inputs)).toEqual([...table.matchAll(/^\| `([\w-]+)`/gm)].map(([, name]) => name));
  expect(Object.keys(action.outputs)).toEqual(["verdict", "blocks", "newly-failing", "page"]);
});

test("no text of an event, and no input, is part of a script", () => {
  for (const { run = "" } of [...action.runs.steps, ...forks.jobs.review.steps]) expect(run).not.toContain("${{");
  expect(jobs["heir-review"].script.join("\n")).not.toContain("$[[");
});

test("the workflow for forks may read and comment, and never checks a fork out", () => {
  expect(Object.keys(forks.on)).toEqual(["pull_request_target"]);
  expect(forks.permissions).toEqual({ contents: "read", "pull-requests": "write" });
  const text = textOf("integrations/github/review-forks.yml");
  expect(text).not.toMatch(/\bref:|git (checkout|switch|merge|reset|worktree|restore)|npm (ci|install)(?! --global)/);
});

test("the component has an input for each variable, and links the page", () => {
  const named = Object.values(jobs["heir-review"].variables).flatMap((text) => /inputs\.(\w+)/.exec(text)?.[1] ?? []);
  expect([...named, "stage", "image"].toSorted()).toEqual(Object.keys(spec.spec.inputs).toSorted());
  expect(jobs["heir-review"].artifacts.expose_as).toMatch(/^[\w -]+$/);
});

/** Programs of a runner: npm, which has nothing to do, and heir. */
function programs(): string {
  const folder = tempDir();
  const heir = `exec '${process.execPath}' '${join(root, "dist/cli.js")}' "$@"`;
  for (const [name, line] of Object.entries({ npm: ":", heir })) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

interface Ran {
  readonly code: number | null;
  readonly text: string;
}

/** Runs a script as a runner does; not synchronously, since the forge is in this process. */
function run(shell: readonly [string, ...string[]], script: string, dir: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const [program, ...words] = shell;
  return new Promise((resolve) => {
    const child = spawn(program, [...words, script], { cwd: dir, env });
    let text = "";
    for (const stream of [child.stdout, child.stderr]) stream.on("data", (data) => (text += String(data)));
    child.on("close", (code) => resolve({ code, text }));
  });
}

/** A server with a change, a clone of one commit of it, as a runner makes, and the ids of three commits. */
function cloned(checkout: "main" | "merge") {
  const server = newRepo();
  server.commit("before", {
    "heir.yml": "secrets: [password]\n",
    "classes/base.yml": "parameters: { workers: 4, password: hunter22222 }\n",
    "nodes/web1.yml": "classes: [base]\n",
  });
  server.git("checkout", "-q", "-b", "topic");
  server.commit("topic", {
    "heir.yml": "{}\n",
    "classes/base.yml": "parameters: { workers: 8, password: hunter33333 }\n",
  });
  server.git("checkout", "-q", "-b", "merge", "main");
  server.git("merge", "-q", "--no-ff", "-m", "merge", "topic");
  server.git("update-ref", "refs/pull/7/merge", "merge");
  server.git("config", "uploadpack.allowAnySHA1InWant", "true");
  const clone = repoAt(tempDir());
  clone.git("clone", "-q", "--depth", "1", "--branch", checkout, `file://${server.dir}`, ".");
  const id = (name: string) => server.git("rev-parse", name);
  return { server, clone, base: id("main"), head: id("topic"), merge: id("merge") };
}

/** The variables of a workflow run for a pull request, without those of its steps. */
function runner(repo: TestRepo, ids: { base: string; head: string }, url: string): NodeJS.ProcessEnv {
  const folder = tempDir();
  const event = join(folder, "event.json");
  const side = (sha: string, name: string) => ({ sha, repo: { full_name: name } });
  const pull = { number: 7, head: side(ids.head, "mallory/fleet"), base: side(ids.base, "acme/fleet") };
  writeFileSync(event, JSON.stringify({ pull_request: pull }));
  return {
    ...repo.env,
    PATH: [programs(), process.env["PATH"]].join(delimiter),
    GITHUB_ACTIONS: "true",
    GITHUB_ACTION_PATH: root,
    GITHUB_API_URL: url,
    GITHUB_REPOSITORY: "acme/fleet",
    GITHUB_EVENT_PATH: event,
    GITHUB_RUN_ID: "500",
    GITHUB_OUTPUT: join(folder, "output"),
    GITHUB_PATH: join(folder, "path"),
    GITHUB_STEP_SUMMARY: join(folder, "summary.md"),
    RUNNER_TEMP: folder,
    // What expressions of the steps stand for.
    NUMBER: "7",
    BASE: ids.base,
    HEAD: ids.head,
    FOLDER: ".",
    MAX_BYTES: "60000",
    FAIL: "errors",
  };
}

const bash = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"] as const;

test("the steps of the action, in a clone of one commit, post the review and write the page", async () => {
  const { clone, merge, ...ids } = cloned("merge");
  const forge = await fakeForge("github");
  const job = runner(clone, ids, forge.url);
  const env = {
    ...job,
    GITHUB_REF: "refs/pull/7/merge",
    GITHUB_SHA: merge,
    GITHUB_TOKEN: TOKEN,
  };
  const scripts = action.runs.steps.flatMap((step) => (step.run === undefined ? [] : [step.run]));
  const [install = "", fetch = "", review = "", page = ""] = scripts;

  for (const script of [install, fetch]) expect(await run(bash, script, clone.dir, env)).toMatchObject({ code: 0 });
  expect(await run(bash, review, clone.dir, env)).toMatchObject({
    code: 1,
    text: expect.stringContaining("comment of request 7 created"),
  });
  expect(await run(bash, review, clone.dir, { ...env, FAIL: "never" })).toMatchObject({ code: 0 });
  const outputs = Object.fromEntries(
    readFileSync(String(job["GITHUB_OUTPUT"]), "utf8")
      .split("\n")
      .map((line) => line.split("=", 2)),
  );
  expect(outputs).toMatchObject({ blocks: "1", "newly-failing": "0", from: ids.base, to: merge });
  await run(bash, page, clone.dir, { ...env, FROM: outputs["from"], TO: outputs["to"] });
  expect(readFileSync(join(String(job["RUNNER_TEMP"]), "heir-review.html"), "utf8")).toMatch(/^<!doctype html>/i);
  expect(forge.comments.map(({ body }) => body.split("\n")[1])).toEqual([
    "**1 of 1 node changes; 1 new error: 1 block**",
  ]);
});

test("the workflow for forks comments, checks nothing out and shows nothing that the fork unmasks", async () => {
  const { clone, base, head } = cloned("main");
  const forge = await fakeForge("github");
  const env = { ...runner(clone, { base, head }, forge.url), GITHUB_REF: "refs/heads/main", GITHUB_SHA: base };
  const before = clone.git("rev-parse", "HEAD");
  const results: (number | null)[] = [];
  for (const { run: script } of forks.jobs.review.steps) {
    if (script !== undefined) results.push((await run(bash, script, clone.dir, { ...env, GITHUB_TOKEN: TOKEN })).code);
  }

  expect(results).toEqual([0, 0, 1]);
  expect([clone.git("rev-parse", "HEAD"), clone.git("status", "--porcelain")]).toEqual([before, ""]);
  expect(forge.comments.map(({ body }) => body)).toEqual([expect.stringContaining("(secret) -> (secret), changed")]);
  expect(forge.comments[0]?.body).not.toContain("hunter");
});

test.each([
  ["of merged results", "merge", { CI_MERGE_REQUEST_EVENT_TYPE: "merged_result" }],
  ["of the branch", "merge", { CI_MERGE_REQUEST_EVENT_TYPE: "detached" }],
] as const)("the component, in a pipeline %s, posts the review and writes the page", async (_, checkout, type) => {
  const { clone, base, merge } = cloned(checkout);
  const forge = await fakeForge("gitlab");
  const { "heir-review": job } = jobs;
  const given = Object.entries(job.variables).map(([name, text]) => {
    const input = /inputs\.(\w+)/.exec(text)?.[1];
    return [name, input === undefined ? text : String(spec.spec.inputs[input]?.default)];
  });
  const env = {
    ...clone.env,
    ...Object.fromEntries(given),
    PATH: [programs(), process.env["PATH"]].join(delimiter),
    GITLAB_CI: "true",
    CI_API_V4_URL: `${forge.url}/api/v4`,
    CI_PROJECT_ID: "42",
    CI_MERGE_REQUEST_IID: "7",
    CI_MERGE_REQUEST_DIFF_BASE_SHA: base,
    CI_COMMIT_SHA: merge,
    CI_PIPELINE_ID: "500",
    ...type,
  };
  const script = job.script.join("\n");
  const without = await run(["sh", "-e", "-c"], script, clone.dir, env);
  const result = await run(["sh", "-e", "-c"], script, clone.dir, {
    ...env,
    HEIR_GITLAB_TOKEN: TOKEN,
    REVIEW_FAIL: "never",
  });

  expect(without).toMatchObject({ code: 1, text: expect.stringContaining("**1 of 1 node changes; 1 new error") });
  expect(result).toMatchObject({ code: 0, text: expect.stringContaining("comment of request 7 created") });
  expect(forge.comments).toHaveLength(1);
  expect(existsSync(join(clone.dir, String(job.artifacts.paths[0])))).toBe(true);
});

test("the pages name the options of the command", async () => {
  const command = await commands.get("review")?.load();
  expect(Object.keys(command?.options ?? {})).toEqual(["post", "key", "author", "status", "max-bytes", "path"]);
});
