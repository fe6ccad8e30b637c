import { relative } from "node:path";
import { createInterface } from "node:readline";
import { command } from "../../../base/terminal-text.ts";
import { grouped } from "../../../base/text-order.ts";
import { documentJson } from "../../../encoding/json.ts";
import { hookAdoption, installHooks } from "../../../hooks/install/install.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { counted } from "../../../report/text/row.ts";
import type { Adoption } from "../../../workspace/adopt/adoption.ts";
import { adoptionOf, makeGit, missingIdentity, writePlanned } from "../../../workspace/adopt/adoption.ts";
import { isJson } from "../../words/options.ts";
import { type Arguments, type Context, type ExitCode, exit, type TableRow } from "../command.ts";

const YES: ReadonlySet<string> = new Set(["", "y", "yes"]);
const NEEDS_GIT = "history, diff and hooks need one";
const NO: ReadonlySet<string> = new Set(["n", "no"]);

/** Something to be agreed to, and how it is done; `do` gives what was written. */
interface Step {
  readonly what: string;
  readonly why: string;
  readonly do: () => Promise<readonly string[]>;
  /** Not asked about, and not done, unless this one is. */
  readonly needs?: Step | undefined;
}

type Hooks = Awaited<ReturnType<typeof hookAdoption>> | { readonly kind: "none" };

/** `heir init`: writes what is agreed to. Throws HeirError if nobody can be asked, except in a folder with nothing. */
export async function adopt(args: Arguments, context: Context, path: string): Promise<ExitCode> {
  const options = { path, isNamed: args.operands.length > 0, signal: context.signal };
  const adoption = await adoptionOf({ ...options, ci: !args.has("no-ci"), baseline: !args.has("no-baseline") });
  const { look, plan } = adoption;
  const hooks: Hooks =
    args.has("no-hooks") || look.git === "above" ? { kind: "none" } : await hookAdoption(look.top, look.git === "own");
  const next = plan.next.map(({ words, meaning }) => [commandAt(look.top, context.cwd, words), meaning] as const);
  const steps = stepsOf(adoption, hooks);
  const say = isJson(args) ? async () => {} : context.print;
  await printFound(adoption, say);
  const agreed = args.has("dry-run") || args.has("yes") ? steps : await agreedSteps(steps, adoption, context, say);
  for (const step of agreed ?? []) {
    if (args.has("dry-run")) await say(proposal(step));
    else for (const what of await step.do()) await say(`wrote  ${what}   ${step.why}`);
  }
  if (agreed === undefined || (agreed.length === 0 && steps.length > 0)) {
    (agreed === undefined ? context.warn : context.note)("nothing was written");
    if (agreed === undefined) process.kill(process.pid, "SIGINT");
    return agreed === undefined ? exit.interrupted : exit.ok;
  }
  if (isJson(args)) {
    await context.print(documentJson(planData(adoption, hooks, next), 2));
    return exit.ok;
  }
  if (steps.length === 0) await say("nothing to write");
  for (const line of pasted(adoption, hooks)) await say(line);
  const all = [...(args.has("dry-run") ? [] : await identitySteps(look.top)), ...next];
  noteNext(context, all);
  return exit.ok;
}

/** Prints commands to try next. */
export function noteNext(context: Context, steps: readonly TableRow[]): void {
  const width = Math.max(...steps.map(([line]) => line.length));
  const lines = steps.map(([line, meaning]) => `  ${line.padEnd(width)}   ${meaning}`.trimEnd());
  context.note(["next:", ...lines].join("\n"));
}

/** How git learns the name that a commit needs, where it has none. */
async function identitySteps(top: string): Promise<readonly TableRow[]> {
  const values = { "user.name": "$(id -un)", "user.email": "$(id -un)@$(uname -n)" };
  const missing = await missingIdentity(top);
  return missing.map((key) => [`${command(["git", "config", "--global", key])} "${values[key]}"`, "commits need one"]);
}

type Say = (line: string) => Promise<void>;

function proposal({ what, why }: Step): string {
  return `would write  ${what}   ${why}`;
}

function stepsOf(adoption: Adoption, hooks: Hooks): readonly Step[] {
  const { look, plan } = adoption;
  const repository = { what: "a git repository", why: NEEDS_GIT, do: () => makeGit(adoption).then(() => [".git"]) };
  const needs = plan.makesRepository ? repository : undefined;
  const why = "checks each commit, merge and push";
  const install = { what: "git hooks", why, do: () => installed(look.top), needs };
  // The files of a starter go together, as each needs the others.
  const files = [...grouped(plan.writes, (each) => each.why)].map(([reason, planned]) => {
    return { what: planned.map(({ file }) => file).join(", "), why: reason, do: () => writePlanned(adoption, planned) };
  });
  const isNew = plan.makesRepository || plan.writes.length > 0;
  return [...(needs ? [needs] : []), ...files, ...(hooks.kind === "install" && isNew ? [install] : [])];
}

async function installed(top: string): Promise<readonly string[]> {
  const { written } = await installHooks({ cwd: top, force: false, more: [], node: process.execPath });
  return written.length === 0 ? [] : [`git hooks: ${written.join(", ")}`];
}

async function printFound({ look }: Adoption, say: Say): Promise<void> {
  for (const { kind, folder, nodes, classes, errors } of look.found) {
    const { ansible } = look;
    const counts =
      kind === "ansible" && ansible !== undefined
        ? [counted(ansible.hostsFiles, "hosts file"), counted(ansible.variables, "variable")]
        : [counted(nodes, "node"), counted(classes, "class", "classes"), counted(errors, "error")];
    await say(`found  ${kind} in ${folder}: ${counts.join(", ")}`);
    const { resolving } = look.inventory ?? {};
    const resolve = counted(nodes, "node resolves", "nodes resolve");
    if (kind !== "ansible" && resolving !== undefined)
      await say(`${resolving} of ${resolve}: no baseline excuses what was not read`);
    if (kind === "ansible") await say("nothing of Ansible's is converted: heir help ansible");
  }
  if (look.found.length === 0) await say("found  no inventory");
  for (const folder of look.notRead)
    await say(`not read  ${folder}: copy what counts, such as class_mappings and ignore_class_notfound, into heir.yml`);
}

/** The steps that are agreed to; undefined if the user interrupted. Throws HeirError where there is no terminal to ask on. */
async function agreedSteps(steps: readonly Step[], { look }: Adoption, context: Context, say: Say) {
  if (steps.length === 0) return steps;
  if (context.width !== undefined && process.stdin.isTTY === true) return askAll(steps);
  if (look.isEmpty) return steps;
  for (const each of steps) await say(proposal(each));
  throw new HeirError("usage", "nothing was written: there is no terminal to ask on", "heir init --yes");
}

function pasted({ plan: { gitlab: lines } }: Adoption, hooks: Hooks): readonly string[] {
  const gitlab = lines.length > 0 ? ["paste into .gitlab-ci.yml:", ...lines.map((line) => `  ${line}`)] : [];
  const tool = hooks.kind === "paste" ? ["hooks: another tool has them; let it run heir:", ...hooks.lines] : [];
  return [...gitlab, ...tool];
}

/** A command that works where the user is. */
function commandAt(top: string, cwd: string, words: readonly string[]): string {
  const isInside = !relative(top, cwd).startsWith("..");
  return command(["heir", ...(isInside ? [] : ["-C", relative(cwd, top)]), ...words]);
}

function planData({ look, plan }: Adoption, hooks: Hooks, next: readonly TableRow[]): object {
  const writes = plan.writes.map(({ file, why }) => ({ file, why }));
  const git = { file: ".git", why: NEEDS_GIT };
  return {
    v: 1,
    found: look.found,
    writes: plan.makesRepository ? [git, ...writes] : writes,
    secrets: plan.secrets,
    hooks: hooks.kind,
    next: next.map(([line]) => line),
  };
}

/** Enter is yes, the end of input no to all that follow; other answers are asked again. Undefined if interrupted. */
async function askAll(steps: readonly Step[]): Promise<readonly Step[] | undefined> {
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  // One reader for all: what is typed ahead answers the next question.
  const lines = asking[Symbol.asyncIterator]();
  let isInterrupted = false;
  asking.once("SIGINT", () => {
    isInterrupted = true;
    asking.close();
  });
  const agreed: Step[] = [];
  for (const each of steps) {
    if (each.needs !== undefined && !agreed.includes(each.needs)) continue;
    for (let isAnswered = false; !isAnswered; ) {
      asking.setPrompt(`write ${each.what}? ${each.why} [Y/n] `);
      asking.prompt();
      const { value, done } = await lines.next();
      if (isInterrupted) return undefined;
      if (done) return agreed;
      const answer = String(value).trim().toLowerCase();
      if (YES.has(answer)) agreed.push(each);
      isAnswered = YES.has(answer) || NO.has(answer);
    }
  }
  asking.close();
  return agreed;
}
