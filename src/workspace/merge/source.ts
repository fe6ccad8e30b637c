import { HeirError } from "../../model/findings/failure.ts";
import { relativePathsBelow } from "../../model/inventory/folder-paths.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { noCommonAncestor } from "../../source/git/unknown-revision.ts";
import { noInventory } from "../../source/inventory/finder.ts";
import { countLoneCommits } from "../../source/merge/merge-tree.ts";
import { mergeBaseState, mergedState } from "../../source/merge/merged-files.ts";
import type { Source } from "../../source/open.ts";
import { fileMerger } from "../merge-files/driver.ts";
import type { MergeTask } from "./merge.ts";

export interface MergeRequest extends Abortable {
  readonly branch: string;
  readonly into: string;
  /** The commit from which both began; absent for their merge base. */
  readonly base?: string | undefined;
  /** What was made of both; absent for what git makes of them. */
  readonly made?: string | undefined;
}

/** Finds a merge's four states; writes only objects. Throws HeirError outside git, for unknown or unrelated commits. */
export async function planMerge(source: Source, { branch, into, signal, ...given }: MergeRequest) {
  const options = { signal };
  const { program } = source;
  const named = async (revision: string) => (await source.resolve(revision, options)).id;
  if (source.expectMerge !== undefined) await source.expectMerge([await named(into), await named(branch)], options);
  const [ours, theirs] = [await source.commit(into, options), await source.commit(branch, options)];
  if (program === undefined) throw new HeirError("environment", "merging needs the git program", "add git to PATH");
  if (ours.place.missing !== undefined && theirs.place.missing !== undefined) throw noInventory(ours);
  const repository = { ...source, program, merger: fileMerger(source, program) };
  const ids = { ours: ours.commit.id, theirs: theirs.commit.id, base: given.base && (await named(given.base)) };
  const base = await mergeBaseState(repository, ids, options);
  if (base.kind === "none") throw noCommonAncestor([into, branch], source.git, UNRELATED);
  const byGit = await mergedState(repository, ids, options);
  const made = given.made === undefined ? undefined : await source.commit(given.made, options);
  const merged = made ?? byGit.snapshot;
  const conflicts = made === undefined ? byGit.conflicts : [];
  const [lone, commits] = await countLoneCommits(program, [ids.base ?? ids.ours, ids.theirs], options);
  const task: MergeTask = {
    states: { base: base.snapshot, ours, theirs, merged },
    base: base.kind,
    conflicts: new Set(relativePathsBelow(conflicts, merged.place.folder)),
    byGit: made === undefined ? undefined : async () => byGit.snapshot,
  };
  return {
    task,
    /** How many commits the branch has that the other side does not have; with none there is nothing to merge. */
    commits,
    /** Whether the other side has no commit of its own, so that git only fast-forwards it. */
    isFastForward: made === undefined && ids.base === undefined && lone === 0,
    /** Paths from the top of the repository that git cannot merge. */
    conflicts,
    /** What nodes get from each side of some of them. */
    reasons: byGit.reasons ?? new Map<string, string>(),
    /** The id of the merged tree, from the top of the repository. */
    tree: byGit.tree,
  };
}

const UNRELATED = "git merges such branches only with --allow-unrelated-histories";
