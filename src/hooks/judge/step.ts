import type { InventoryPlace, Snapshot } from "../../model/inventory/snapshot.ts";
import { differingNodes } from "../../model/results/comparison.ts";
import { fromTop } from "../../report/ci/finding.ts";
import { type Judgement, judgeChange } from "../../workspace/check/judgement.ts";
import type { JudgedTree, TreeState } from "../../workspace/hook-repository.ts";
import type { Finding } from "../../workspace/workspace.ts";
import { type InventoryPair, inventoryPairs, isMissing } from "./pairs.ts";
import { blockingRule, type HookWork } from "./work.ts";

/** The step from one state of the repository to the next, checked. */
export interface JudgedStep {
  readonly before: TreeState;
  readonly after: TreeState;
  /** One for each inventory. */
  readonly parts: readonly JudgedInventory[];
  /** Findings that the earlier state does not have; those that stop a commit come first. */
  readonly fresh: readonly Finding[];
  /** Findings that both states have; undefined when nothing changed, so that nothing was checked. */
  readonly older: readonly Finding[] | undefined;
  /** Why a commit that leaves nothing to judge is refused: `no inventory`, or `0 nodes`. */
  readonly emptied: string | undefined;
  /** Whether a new finding stops a commit, or it leaves nothing to judge. */
  readonly isBad: boolean;
  /** How many nodes differ. */
  readonly nodes: number;
}

/** The step of one inventory. */
export interface JudgedInventory extends Judgement, InventoryPair {}

/** Checks a step; undefined where neither state has an inventory. */
export async function judgeStep(work: HookWork, before: TreeState, after: TreeState): Promise<JudgedStep | undefined> {
  const pairs = inventoryPairs(before.snapshots, after.snapshots);
  if (pairs.length === 0) return undefined;
  const { workspace, signal } = work;
  const parts: JudgedInventory[] = [];
  for (const pair of pairs) parts.push({ ...pair, ...(await judgeChange(workspace, pair, { signal })) });
  const blocks = blockingRule(work);
  const all = parts.flatMap((part) => named(part.fresh, part.after.place, parts.length));
  const fresh = [...all.filter(blocks), ...all.filter((finding) => !blocks(finding))];
  const checked = parts.filter(({ older }) => older !== undefined);
  const older = checked.flatMap((part) => named(part.older ?? [], part.after.place, parts.length));
  const nodes = parts.reduce((sum, { comparison }) => sum + differingNodes(comparison).size, 0);
  const emptied = await emptiedBy(work, parts);
  const isBad = emptied !== undefined || fresh.some(blocks);
  return { before, after, parts, fresh, older: checked.length === 0 ? undefined : older, emptied, isBad, nodes };
}

/** Where there are several inventories, paths say which one a finding is in. */
export function named(findings: readonly Finding[], { folder }: InventoryPlace, count: number): readonly Finding[] {
  return count === 1 || folder === "" ? findings : findings.map((finding) => fromTop(finding, folder));
}

/** What a step leaves nothing of, where there was an inventory with nodes. */
export async function emptiedBy(
  { workspace, signal }: HookWork,
  parts: readonly InventoryPair[],
): Promise<string | undefined> {
  if (parts.every(({ after }) => isMissing(after))) return "no inventory";
  const count = async (snapshot: Snapshot): Promise<number> =>
    isMissing(snapshot) ? 0 : (await workspace.load(snapshot, { scope: "names", signal })).nodeNames.length;
  for (const { before, after } of parts) {
    if (!isMissing(after) && (await count(after)) === 0 && (await count(before)) > 0) return "0 nodes";
  }
  return undefined;
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
  return [version, level, encodeURIComponent(repository.search)].join("/");
}
