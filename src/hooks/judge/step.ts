import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { differingNodes } from "../../model/results/comparison.ts";
import { type Judgement, judgeChange } from "../../workspace/check/judgement.ts";
import type { JudgedTree, TreeState } from "../../workspace/hook-repository.ts";
import { blockingRule, type HookWork } from "./work.ts";

/** The step from one state of the repository to the next, checked. */
export interface JudgedStep extends Judgement {
  readonly before: TreeState;
  readonly after: TreeState;
  /** Whether a new finding stops a commit. */
  readonly isBad: boolean;
  /** How many nodes differ. */
  readonly nodes: number;
}

/** Checks a step; undefined where neither state has an inventory. New findings that stop a commit come first. */
export async function judgeStep(work: HookWork, before: TreeState, after: TreeState): Promise<JudgedStep | undefined> {
  if (!holdsInventory(before.snapshot) && !holdsInventory(after.snapshot)) return undefined;
  const { workspace, signal } = work;
  const snapshots = { before: before.snapshot, after: after.snapshot };
  const judgement = await judgeChange(workspace, snapshots, { signal });
  const blocks = blockingRule(work);
  const fresh = [...judgement.fresh.filter(blocks), ...judgement.fresh.filter((finding) => !blocks(finding))];
  const nodes = differingNodes(judgement.comparison).size;
  return { ...judgement, fresh, before, after, isBad: fresh.some(blocks), nodes };
}

/** Whether a tree has an inventory: a branch of documents only has none. */
export function holdsInventory({ blobs, folders }: Snapshot): boolean {
  return blobs.has("heir.yml") || blobs.has("reclass-config.yml") || folders.has("nodes");
}

/** Records an accepted step, so that later hooks need not check it again. */
export async function rememberStep(work: HookWork, step: JudgedStep): Promise<void> {
  const { before, after, nodes } = step;
  const verdict = (await isClean(work, step)) ? "clean" : "passed";
  await work.repository.remember({
    tree: after.tree,
    verdict,
    parent: treeName(before),
    nodes,
    key: judgedKey(work),
  });
}

/** The tree of a state in the record; there is none before the first commit. */
export function treeName({ tree }: TreeState): string {
  return tree || "-";
}

/** Whether no error is left: where nothing changed, the earlier verdict holds. */
async function isClean(work: HookWork, { before, older, fresh }: JudgedStep): Promise<boolean> {
  if (older === undefined) return (await rememberedTree(work, before.tree))?.verdict === "clean";
  return [...older, ...fresh].every(({ diagnostic }) => diagnostic.severity !== "error");
}

/** Records a tree that was checked as a whole and has no error. */
export async function rememberClean(work: HookWork, { tree }: TreeState): Promise<void> {
  await work.repository.remember({ tree, verdict: "clean", parent: "?", nodes: 0, key: judgedKey(work) });
}

/** The record of a tree, if it is still valid: by this version of heir and under the same settings. */
export async function rememberedTree(work: HookWork, tree: string): Promise<JudgedTree | undefined> {
  const key = judgedKey(work);
  return (await work.repository.judged()).findLast((judged) => judged.tree === tree && judged.key === key);
}

/** Everything but the tree that a verdict depends on. */
function judgedKey({ version, repository }: HookWork): string {
  const level = repository.settings.get("faillevel") ?? "error";
  return [version, level, encodeURIComponent(repository.folder)].join("/");
}
