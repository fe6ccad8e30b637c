import { HeirError, orNone } from "../../../model/findings/failure.ts";
import { revisionsIn } from "../../../model/inventory/revision.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import { looseCommit } from "../../../source/merge/merge-tree.ts";
import type { States } from "../../../workspace/load/states.ts";
import { planMerge } from "../../../workspace/merge/ways.ts";
import type { ChangeRequest } from "../forge/forge.ts";

/**
 * The two commits that a review compares: a merge of the change with its target, so that nothing else differs, else
 * base and head (rule V19 in docs/concepts/review.md). The clone may lack them. Throws HeirError for an unknown base.
 */
export async function changeEnds(
  { source }: Pick<States, "source">,
  { merges, base, head }: Pick<ChangeRequest, "merges" | "base" | "head">,
  options: Abortable = {},
): Promise<readonly [string, string]> {
  for (const { revision, merged } of merges) {
    const commit = await source.resolve(revision, options).catch(orNone);
    const [first, second, ...more] = commit?.parents ?? [];
    if (commit === undefined || first === undefined || second === undefined || more.length > 0) continue;
    if (merged === undefined || merged === second) return [first, commit.id];
  }
  if (base !== undefined) return [base, head];
  const message = "this job does not say which commit the change goes into";
  throw new HeirError("environment", message, "heir review A B names both");
}

/** The two commits that a review compares, and the files of which git cannot merge the text. */
export type MergedEnds = Awaited<ReturnType<typeof mergedEnds>>;

/**
 * A, and git's merge of A and B (a commit without refs): what B does to A now. B itself if it contains A, or shares no
 * history. Of `A..B` the two as they are. Throws HeirError unless two states are named, and as the merge does.
 */
export async function mergedEnds(
  { source }: Pick<States, "source">,
  words: readonly string[],
  options: Abortable = {},
): Promise<{ readonly ends: readonly [string, string]; readonly conflicts: readonly string[] }> {
  const [into, branch] = words.flatMap(revisionsIn);
  if (into === undefined || branch === undefined) {
    throw new HeirError("usage", "review compares two states, but one is named", "heir review A B, or A...B");
  }
  if (words.length === 1 && !words[0]?.includes("...")) return { ends: [into, branch], conflicts: [] };
  const [ours, theirs] = [await source.resolve(into, options), await source.resolve(branch, options)];
  const { program, mergeBase } = source;
  const base = await mergeBase(ours.id, theirs.id, options);
  if (program === undefined || base === undefined || base === ours.id) return { ends: [into, branch], conflicts: [] };
  const { tree, conflicts } = await planMerge(source, { branch: theirs.id, into: ours.id, ...options });
  const subject = `merge of ${branch} into ${into}`;
  const made = await looseCommit(program, { tree, parents: [ours.id, theirs.id], subject }, options);
  return { ends: [into, made], conflicts };
}
