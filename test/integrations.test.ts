import { spawnSync } from "node:child_process";
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { basename, delimiter, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { foreignHooksPath } from "../src/hooks/install/install.ts";
import { hookPlace } from "../src/hooks/install/place.ts";
import { builtInto } from "./support/built.ts";
import { newRepo, type TestRepo, tempDir } from "./support/git/repo.ts";

const root = join(import.meta.dirname, "..");
const programs = tempDir();

/** Where the examples say `npm install --global git-heir`, heir is there already: the one of this checkout. */
beforeAll(() => {
  builtInto(join(programs, "dist"));
  writeFileSync(join(programs, "package.json"), '{ "name": "git-heir" }\n');
  for (const [name, line] of Object.entries({ npm: ":", heir: `exec node '${join(programs, "dist/cli.js")}' "$@"` })) {
    writeFileSync(join(programs, name), `#!/bin/sh\n${line}\n`);
    chmodSync(join(programs, name), 0o755);
  }
});

test("the workflow for GitHub tells of a pull request what changes and what is newly wrong", () => {
  const repo = changedRepo();
  const [install, values, check] = stepsOf("pull-request").map((step) => run("bash", step, repo));

  expect([install?.code, values?.code, check?.code]).toEqual([0, 0, 1]);
  expect(readFileSync(join(repo.dir, "summary.md"), "utf8")).toContain("motd");
  expect(check?.out).toBe(
    "::error file=nodes/web2.yml,line=1,col=11,endColumn=14,title=heir class-not-found" +
      "::class bse is listed but has no file%0Anodes: 1 (web2)%0Ahelp: did you mean base?\n",
  );
});

test("the workflow for GitHub uploads all that is wrong on the main branch, and does not fail for it", () => {
  const repo = changedRepo();
  const codes = stepsOf("main").map((step) => run("bash", step, repo).code);

  expect(codes).toEqual([0, 0]);
  expect(JSON.parse(readFileSync(join(repo.dir, "heir.sarif"), "utf8")).runs[0].results).toHaveLength(2);
});

test("a step that writes a report fails if heir could not look", () => {
  const repo = newRepo();
  repo.commit("no inventory", { README: "nothing\n" });
  const step = stepsOf("main").at(-1) ?? "";

  expect(run("bash", step.replace("HEAD", "nowhere"), repo).code).not.toBe(0);
});

test.each([
  ["a merge request fails for what is new in it", "HEAD~1", 1, "1 error, 0 warnings; 1 older finding not shown"],
  ["a merge request without anything new passes", "HEAD", 0, "0 findings; 2 older findings not shown"],
  ["the main branch fails for all that is wrong", undefined, 1, "2 errors, 0 warnings"],
])("the job for GitLab: %s", (_, since, code, summary) => {
  const repo = changedRepo();
  const base: Record<string, string> =
    since === undefined ? {} : { CI_MERGE_REQUEST_DIFF_BASE_SHA: repo.git("rev-parse", since) };
  const result = run("sh", gitlab().heir.script.join("\n"), repo, base);

  expect(result.code).toBe(code);
  expect(result.out).toContain(`${summary}\n`);
  expect(JSON.parse(readFileSync(join(repo.dir, "heir-quality.json"), "utf8"))).toHaveLength(2);
  expect(readFileSync(join(repo.dir, "heir-junit.xml"), "utf8")).toContain('<testsuites name="heir" tests="3"');
});

test("the job for GitLab hands over the files that it writes", () => {
  const { script, artifacts } = gitlab().heir;
  const written = script.flatMap((line) => / > (\S+)/.exec(line)?.[1] ?? []);

  expect(Object.values(artifacts.reports)).toEqual(written);
});

test.each([
  ["husky", ".husky/pre-commit", ["commit-msg", "pre-commit", "pre-merge-commit", "pre-push"]],
  ["lefthook", "lefthook.yml", ["lefthook.yml"]],
  // Beside it only what .pre-commit-hooks.yaml needs.
  ["pre-commit", ".pre-commit-config.yaml", [".pre-commit-config.yaml", "pre-push"]],
])("what `heir hooks install` prints for %s is the ready piece, without comments", async (tool, sign, files) => {
  const repo = newRepo();
  repo.write(sign, "\n");
  const { hint = "" } = await foreignHooksPath(await hookPlace({ cwd: repo.dir }));
  const folder = `integrations/${tool}`;
  const told = hint.split(new RegExp(`^${tool}, in (.*):\\n`, "m")).slice(1);
  const pieces = told.flatMap((file, at) => (at % 2 === 0 ? [[basename(file), told[at + 1]] as const] : []));

  expect(readdirSync(join(root, folder)).toSorted()).toEqual(files);
  expect(pieces.map(([file]) => file).toSorted()).toEqual(files.slice(0, tool === "pre-commit" ? 1 : files.length));
  for (const [file, text = ""] of pieces) {
    const ready = textOf(`${folder}/${file}`).replaceAll(/^#.*\n/gm, "");
    expect(text.replace(/^or, to install.*$/ms, "").replaceAll(/^ {2}/gm, "")).toBe(ready);
  }
});

test(".pre-commit-hooks.yaml has the hooks of the ready piece, with entries that can be run in place", () => {
  const offered: readonly PreCommitHook[] = parse(textOf(".pre-commit-hooks.yaml"));
  const piece: PreCommitPiece = parse(textOf("integrations/pre-commit/.pre-commit-config.yaml"), { merge: true });
  const hooks = piece.repos.flatMap((repo) => repo.hooks);

  expect(offered.map(judged)).toEqual(hooks.map(judged));
  expect(hooks.flatMap(({ stages }) => stages)).toEqual(piece.default_install_hook_types);
  for (const { language, entry } of offered) {
    expect(language).toBe("script");
    expect(statSync(join(root, entry)).mode & 0o111, entry).toBe(0o111);
  }
});

interface PreCommitHook {
  readonly id: string;
  readonly name: string;
  readonly language: string;
  readonly entry: string;
  readonly stages: readonly string[];
  readonly pass_filenames?: boolean;
  readonly always_run?: boolean;
  readonly verbose?: boolean;
}

interface PreCommitPiece {
  readonly default_install_hook_types: readonly string[];
  readonly repos: readonly { readonly hooks: readonly PreCommitHook[] }[];
}

/** All of a hook but where heir comes from, with what pre-commit takes for granted. */
function judged({ id, name, stages, pass_filenames = true, always_run = false, verbose = false }: PreCommitHook) {
  return { id, name, stages, pass_filenames, always_run, verbose };
}

function textOf(path: string): string {
  return readFileSync(join(root, path), "utf8");
}

/** A commit with one error, and on it one with a value that changes and another error. */
function changedRepo(): TestRepo {
  const repo = newRepo();
  repo.commit("before", {
    "classes/base.yml": "parameters: { motd: hello }\n",
    "nodes/web1.yml": "classes: [base, bse]\n",
    "nodes/web3.yml": "classes: [base]\n",
  });
  repo.commit("after", {
    "classes/base.yml": "parameters: { motd: welcome }\n",
    "nodes/web2.yml": "classes: [bse]\n",
  });
  return repo;
}

/** Runs a script as CI does: it ends with the first command that fails. */
function run(shell: "bash" | "sh", script: string, repo: TestRepo, extra: Readonly<Record<string, string>> = {}) {
  const path = [programs, process.env["PATH"]].join(delimiter);
  const env = { ...repo.env, PATH: path, GITHUB_STEP_SUMMARY: "summary.md", ...extra };
  const { status, stdout } = spawnSync(shell, ["-e", "-c", script], { cwd: repo.dir, env, encoding: "utf8" });
  return { code: status, out: stdout };
}

interface Workflow {
  readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>;
}

/** The commands of a job of the workflow for GitHub. */
function stepsOf(job: string): readonly string[] {
  const workflow: Workflow = parse(readFileSync(join(root, "integrations/github/heir.yml"), "utf8"));
  return (workflow.jobs[job]?.steps ?? []).flatMap((step) => step.run ?? []);
}

interface GitlabJobs {
  readonly heir: {
    readonly script: readonly string[];
    readonly artifacts: { readonly reports: Readonly<Record<string, string>> };
  };
}

function gitlab(): GitlabJobs {
  return parse(readFileSync(join(root, "integrations/gitlab/heir.gitlab-ci.yml"), "utf8"));
}
