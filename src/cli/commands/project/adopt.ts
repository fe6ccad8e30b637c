import { relative } from "node:path";
import { createInterface } from "node:readline";
import { command } from "../../../base/command.ts";
import { documentJson } from "../../../encoding/json.ts";
import { hookAdoption } from "../../../hooks/install/adoption.ts";
import { installHooks } from "../../../hooks/install/install.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { counted } from "../../../report/text/count.ts";
import { type Adoption, adoptionOf, makeGit, writePlanned } from "../../../workspace/adopt/adoption.ts";
import { type ExitCode, exit } from "../../exit.ts";
import { isJson } from "../../words/options.ts";
import type { Arguments, Context } from "../command.ts";

/** The folder that `heir init` was asked for. */
export interface AskedFolder {
  /** As given; `.` if it was not. */
  readonly shown: string;
  readonly path: string;
}

/** Something to be agreed to, and how it is done; `do` gives what was written. */
interface Step {
  readonly what: string;
  readonly why: string;
  /** Without this one it cannot be done. */
  readonly needs?: Step | undefined;
  readonly do: () => Promise<readonly string[]>;
}

type Hooks = { readonly kind: "install" | "none" } | { readonly kind: "paste"; readonly lines: readonly string[] };

/**
 * `heir init` in a folder with files: says what it found and what it would write, and writes it once somebody agreed. Throws
 * HeirError where nobody can be asked.
 */
export async function adopt(args: Arguments, context: Context, folder: AskedFolder): Promise<ExitCode> {
  const { signal } = context;
  const options = { cwd: context.cwd, path: folder.path, isNamed: args.operands.length > 0, signal };
  const adoption = await adoptionOf({ ...options, ci: !args.has("no-ci"), baseline: !args.has("no-baseline") });
  const hooks: Hooks = args.has("no-hooks")
    ? { kind: "none" }
    : await hookAdoption(adoption.look.top, adoption.look.isGit);
  const next = nextCommands(adoption, context.cwd);
  const steps = stepsOf(adoption, hooks);
  const isDry = args.has("dry-run");
  const say = isJson(args) ? async () => {} : context.print;
  await printFound(adoption, say);
  const isAsked = !isDry && !args.has("yes") && steps.length > 0;
  const agreed = isAsked ? await agreedSteps(steps, context, say) : steps;
  for (const step of agreed) {
    if (isDry) await say(proposal(step));
    else for (const what of await step.do()) await say(`wrote  ${what}   ${step.why}`);
  }
  if (steps.length === 0) await say("nothing to write");
  if (isJson(args)) {
    await context.print(documentJson(planData(adoption, hooks, next), 2));
    return exit.ok;
  }
  for (const line of pasted(adoption, hooks)) await say(line);
  const width = Math.max(...next.map((line) => line.length));
  const lines = next.map((line, at) => `  ${line.padEnd(width)}   ${MEANINGS[at]}`);
  context.note(["next:", ...lines].join("\n"));
  return exit.ok;
}

type Say = (line: string) => Promise<void>;

function proposal({ what, why }: Step): string {
  return `would write  ${what}   ${why}`;
}

/** Of the commands to try next, in their order. */
const MEANINGS = ["list the nodes", "the resolved values of a node", "what is wrong, on all nodes"];

function stepsOf(adoption: Adoption, hooks: Hooks): readonly Step[] {
  const { look, plan } = adoption;
  const repository: Step = {
    what: "a git repository",
    why: "history, diff and hooks need one",
    do: async () => made(adoption),
  };
  const install: Step = {
    what: "git hooks",
    why: "checks each commit, merge and push",
    needs: plan.makesRepository ? repository : undefined,
    do: async () => installed(look.top),
  };
  const files = plan.writes.map((planned) => ({
    what: planned.file,
    why: planned.why,
    do: () => writePlanned(adoption, [planned]),
  }));
  const isNew = plan.makesRepository || plan.writes.length > 0;
  return [
    ...(plan.makesRepository ? [repository] : []),
    ...files,
    ...(hooks.kind === "install" && isNew ? [install] : []),
  ];
}

async function made(adoption: Adoption): Promise<readonly string[]> {
  await makeGit(adoption);
  return [".git"];
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
    if (kind !== "ansible" && resolving !== undefined)
      await say(
        `${resolving} of ${counted(nodes, "node resolves", "nodes resolve")}: no baseline excuses what was not read`,
      );
    if (kind === "ansible") await say("nothing of Ansible's is converted: heir help ansible");
  }
  if (look.found.length === 0) await say("found  no inventory");
  for (const folder of look.notRead)
    await say(`not read  ${folder}: copy what counts, such as class_mappings and ignore_class_notfound, into heir.yml`);
}

/** Asks for each step on a terminal. Throws HeirError elsewhere, once the plan is printed. */
async function agreedSteps(steps: readonly Step[], context: Context, say: Say): Promise<readonly Step[]> {
  if (context.width === undefined || process.stdin.isTTY !== true) {
    for (const step of steps) await say(proposal(step));
    throw new HeirError("usage", "nothing was written: there is no terminal to ask on", "heir init --yes");
  }
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const ended = new Promise<string>((end) => asking.once("close", () => end("")));
  const agreed: Step[] = [];
  for (const step of steps) {
    if (step.needs !== undefined && !agreed.includes(step.needs)) continue;
    const asked = new Promise<string>((answer) => asking.question(`write ${step.what}? ${step.why} [y/n] `, answer));
    if (/^y(?:es)?$/i.test((await Promise.race([asked, ended])).trim())) agreed.push(step);
  }
  asking.close();
  return agreed;
}

function pasted({ plan }: Adoption, hooks: Hooks): readonly string[] {
  const gitlab =
    plan.gitlab.length > 0 ? ["paste into .gitlab-ci.yml:", ...plan.gitlab.map((line) => `  ${line}`)] : [];
  const tool = hooks.kind === "paste" ? ["hooks: another tool has them; let it run heir:", ...hooks.lines] : [];
  return [...gitlab, ...tool];
}

/** Commands that work where the user is. */
function nextCommands({ look, plan }: Adoption, cwd: string): readonly string[] {
  const isInside = !relative(look.top, cwd).startsWith("..");
  const start = ["heir", ...(isInside ? [] : ["-C", relative(cwd, look.top)])];
  return plan.next.map((words) => command([...start, ...words]));
}

function planData({ look, plan }: Adoption, hooks: Hooks, next: readonly string[]): object {
  return {
    v: 1,
    found: look.found,
    writes: plan.writes.map(({ file, why }) => ({ file, why })),
    secrets: plan.secrets,
    hooks: hooks.kind,
    ...(plan.makesRepository && { git: "init" }),
    next,
  };
}
