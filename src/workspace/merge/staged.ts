import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { FoldedMergedValue, MergeComparison } from "../../model/results/branch-merge.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { inventoryLike } from "../../source/snapshot/parts.ts";
import type { HookRepository } from "../hook-repository.ts";
import type { CompareOptions, Workspace } from "../workspace.ts";
import { compareMerge } from "./merge.ts";

/** Ids of the commits that are being merged into HEAD, by MERGE_HEAD; none when no merge waits to be concluded. */
export async function mergedHeads(repository: Pick<HookRepository, "gitText">): Promise<readonly string[]> {
  return ((await repository.gitText("MERGE_HEAD")) ?? "").split("\n").filter((id) => id !== "");
}

/** The values of the setting `heir.strictMerge`; the first one is the default. */
export const strictMergeWords = ["false", "true", "no", "yes", "off", "on", "0", "1"] as const;

/** Whether semantic conflicts stop a merge. */
export function isStrictMerge(word: string | undefined): boolean {
  return word !== undefined && ["true", "yes", "on", "1"].includes(word);
}

/** A merge that is about to be committed. */
export interface StagedMerge {
  /** HEAD, and what would be committed. */
  readonly before: Snapshot;
  readonly after: Snapshot;
  /** The commit that is merged. */
  readonly head: string;
  /** Whether files may have been edited to resolve conflicts: values from such files are intended. */
  readonly isByHand: boolean;
}

/** The semantic conflicts of a staged merge. Throws what reading the states throws. */
export async function compareStagedMerge(
  { repository, workspace }: { readonly repository: HookRepository; readonly workspace: Workspace },
  { before, after, head, isByHand }: StagedMerge,
  options: CompareOptions = {},
): Promise<Masked<MergeComparison>> {
  const { folder } = after.place;
  const sides = { ours: "HEAD", theirs: head, folder };
  const [theirs, base] = [await repository.commit(head, options), await repository.mergeBase(sides, options)];
  const states = { base: base.snapshot, ours: before, theirs: inventoryLike(theirs.snapshots, folder), merged: after };
  const task = { states, base: base.kind, conflicts: new Set<string>() };
  const comparison = await compareMerge(workspace, task, options);
  if (!isByHand || comparison.values.length === 0) return comparison;
  const edited = differing(after, await repository.mergedByGit(sides, options));
  return derived(comparison, ({ values, ...rest }) => ({
    ...rest,
    values: values.filter((value) => !isFrom(value, edited)),
  }));
}

/** Paths whose content differs between two states. */
function differing(one: Snapshot, other: Snapshot): ReadonlySet<string> {
  const paths = new Set([...one.blobs.keys(), ...other.blobs.keys()]);
  return new Set([...paths].filter((path) => one.blobs.get(path) !== other.blobs.get(path)));
}

/** Whether a merged value is defined in one of some files; for a removed value, whether a side defines it in one. */
function isFrom({ values }: FoldedMergedValue, files: ReadonlySet<string>): boolean {
  const origins = values.merged === undefined ? [values.ours, values.theirs] : [values.merged];
  return origins.some((value) => {
    if (value === undefined) return false;
    const target = value.kind === "template" ? undefined : value.via?.target;
    return files.has(value.origin.file.path) || files.has(target?.file.path ?? "");
  });
}
