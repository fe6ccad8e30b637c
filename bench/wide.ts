import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Case, Contender } from "./cases.ts";
import { quietEnvironment } from "./measure.ts";
import { git, gitFed } from "./repository.ts";

/** A repository of so many files that listing them is what takes time. */
export interface WideInput {
  readonly name: string;
  readonly about: string;
  readonly folder: string;
}

/** Many classes and few nodes, each with one class, in two commits: one class was edited. */
export function wideInput(files: number, parent: string): WideInput {
  const name = `wide-${files}`;
  const folder = join(parent, name);
  const nodes = files / 50;
  const put = (path: string, text: string) => `M 644 inline ${path}\ndata ${text.length}\n${text}\n`;
  const commitOf = (at: number, edits: readonly string[]) =>
    `commit refs/heads/main\ncommitter bench <bench@example.org> ${1_600_000_000 + at} +0000\ndata 1\n${at}\n${edits.join("")}`;
  const classes = Array.from({ length: files }, (_, at) =>
    put(`classes/d${at % 100}/c${at}.yml`, `parameters:\n  k${at}: ${at}\n`),
  );
  const listed = Array.from({ length: nodes }, (_, at) => put(`nodes/n${at}.yml`, `classes: [d${at % 100}.c${at}]\n`));
  const settings = put("reclass-config.yml", "nodes_uri: nodes\nclasses_uri: classes\n");
  const edit = put("classes/d1/c1.yml", "parameters:\n  k1: changed\n");
  git(parent, "init", "--quiet", "--initial-branch=main", folder);
  gitFed(commitOf(1, [settings, ...classes, ...listed]) + commitOf(2, [edit]), folder, "fast-import", "--quiet");
  git(folder, "reset", "--quiet", "--hard");
  return { name, about: `made-up: ${files} classes, ${nodes} nodes`, folder };
}

/** The title of each job, the words of heir and those of git. */
export const WIDE_JOBS = [
  ["what one class of many changed", ["diff", "HEAD~1", "HEAD"], ["diff-tree", "-r", "-z", "HEAD~1", "HEAD"]],
  ["one node of a commit of many files", ["show", "n1", "-r", "HEAD"], ["ls-tree", "-r", "-z", "HEAD"]],
  ["the names of some classes of many", ["classes", "d3.*", "-r", "HEAD"], ["ls-tree", "-r", "-z", "HEAD"]],
] as const;

/** What few files decide, among many: beside it what git takes to list them all, or to compare the trees. */
export function wideCases({ name, about, folder }: WideInput, heir: string): readonly Case[] {
  return WIDE_JOBS.map(([title, args, plumbing]) => {
    const run = (...argv: readonly string[]): Pick<Contender, "steps" | "incomparable"> => {
      return { steps: () => [{ argv, cwd: folder }], incomparable: new Set() };
    };
    const ours = [process.execPath, heir, ...args];
    let isAsked = false;
    const askOnce = (): void => {
      if (isAsked) return;
      // A first run writes nothing.
      mkdirSync(join(folder, ".git", "heir"), { recursive: true });
      execFileSync(process.execPath, [heir, ...args], { cwd: folder, env: quietEnvironment(), stdio: "ignore" });
      isAsked = true;
    };
    return {
      title,
      input: `${name} (${about})`,
      contenders: [
        { name: "heir", kept: "nothing", ...run(...ours, "--no-cache") },
        { name: "heir, asked again", kept: "answer", prepare: askOnce, ...run(...ours) },
        { name: `git ${plumbing[0]}`, ...run("git", ...plumbing) },
      ],
    };
  });
}
