import { judge, type Verdict } from "../../workspace/gate/judge.ts";
import type { JudgedTree, TreeState } from "../../workspace/hook-repository.ts";
import { gateOf, type HookWork } from "./work.ts";

/** Judges the step from one state to another where the change reaches; undefined if neither has an inventory. */
export function judgeStep(work: HookWork, before: TreeState, after: TreeState): Promise<Verdict | undefined> {
  return judge(gateOf(work, "change"), { before, after });
}

/** The first parent; undefined if it is missing, as in a shallow clone. */
export async function firstParent(
  { repository, signal }: HookWork,
  { parents }: TreeState,
): Promise<TreeState | undefined> {
  const [parent] = parents;
  if (parent === undefined) return repository.empty;
  const [there] = await repository.commitIds([parent], { signal });
  return there === undefined ? undefined : repository.commit(there, { signal });
}

/** Records an accepted step, so that later hooks need not check it again. */
export async function rememberStep(work: HookWork, step: Verdict): Promise<void> {
  const { before, after, reach } = step;
  await work.repository.remember({ tree: after.tree, parent: treeName(before), nodes: reach, key: judgedKey(work) });
}

/** The tree of a state in the record; there is none before the first commit. */
export function treeName({ tree }: TreeState): string {
  return tree || "-";
}

/** The record of a tree, if it is still valid: by this version of heir and under the same settings. */
export async function rememberedTree(work: HookWork, tree: string): Promise<JudgedTree | undefined> {
  const key = judgedKey(work);
  return (await work.repository.judged()).findLast((judged) => judged.tree === tree && judged.key === key);
}

/** Everything but the tree that a verdict depends on. */
function judgedKey({ version, repository }: HookWork): string {
  const level = repository.settings.get("faillevel") ?? "error";
  return [version, level, encodeURIComponent(repository.search)].join("/");
}
