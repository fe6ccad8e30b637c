import { type JudgedTree, judgedTree, rememberTree } from "../../cache/judged-trees.ts";
import type { Theme } from "../../report/text/theme.ts";
import { commitIds } from "../../source/commits/commits.ts";
import { judge, openGate, type Verdict } from "../../workspace/gate/judge.ts";
import type { RepositoryReader, TreeState } from "../../workspace/repository/hook-repository.ts";
import type { HookName } from "../install/names.ts";

export interface HookWork extends RepositoryReader {
  readonly hook: HookName;
  /** The arguments from git after the name of the hook. */
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
  readonly theme: Theme;
  readonly version: string;
  /** What git wrote to the hook's standard input. */
  input(): Promise<string>;
  /** Shows lines, on standard error. */
  say(text: string): void;
}

/** The result of a hook: whether git may continue. For a hook that cannot stop git, whether it found something. */
export type HookVerdict = "passed" | "refused";

const BEFORE_THE_MESSAGE: readonly HookName[] = ["pre-commit", "pre-merge-commit", "pre-applypatch"];

export type HookGate = ReturnType<typeof openGate>;

/** The gate of a hook, by the settings of its repository. Throws HeirError for a setting that is not valid. */
export function gateOf({ hook, workspace, repository, signal }: HookWork, depth: HookGate["depth"]): HookGate {
  const firmness = BEFORE_THE_MESSAGE.includes(hook) ? "warns" : "refuses";
  const gate = openGate({ workspace, repository, depth, firmness, signal });
  // In a clone it is a courtesy: every trailer counts.
  return hook === "pre-push" ? { ...gate, accepted: "all", isSigned: false } : gate;
}

/** Judges the step from one state to another where the change reaches; undefined if neither has an inventory. */
export function judgeStep(work: HookWork, before: TreeState, after: TreeState): Promise<Verdict | undefined> {
  return judge(gateOf(work, "change"), { before, after });
}

/** The first parent; undefined if it is missing, as in a shallow clone. */
export async function firstParent({ repository, signal }: HookWork, { parents: [parent] }: TreeState) {
  if (parent === undefined) return repository.empty;
  const [there] = await commitIds(repository.program, [parent], { signal });
  return there === undefined ? undefined : repository.commit(there, { signal });
}

/** Records an accepted step, so that later hooks need not check it again. */
export async function rememberStep(work: HookWork, { before, after, reach }: Verdict): Promise<void> {
  const judged = { tree: after.tree, parent: treeName(before), nodes: reach, key: judgedKey(work) };
  await rememberTree(work.repository.gitDir, judged);
}

/** The tree of a state in the record; there is none before the first commit. */
export function treeName({ tree }: TreeState): string {
  return tree || "-";
}

/** The record of a tree, if it is still valid: by this version of heir and under the same settings. */
export async function rememberedTree(work: HookWork, tree: string): Promise<JudgedTree | undefined> {
  return judgedTree(work.repository.gitDir, { tree, key: judgedKey(work) });
}

/** Everything but the tree that a verdict depends on. */
function judgedKey({ version, repository }: HookWork): string {
  const level = repository.settings.get("faillevel") ?? "error";
  return [version, level, encodeURIComponent(repository.search)].join("/");
}
