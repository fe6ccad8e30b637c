import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { MergeBase } from "../../model/results/branch-merge.ts";
import type { GitProgram } from "../git/program/call.ts";
import { looseCommit, type MergeSides, mergeBases, mergeTree, type TextMerge } from "../git/program/merge-tree.ts";
import type { GitStore } from "../git/store.ts";
import { type FileMerger, mergeOpenFiles } from "./merged-files.ts";
import { missingAt, missingSnapshot } from "./parts.ts";
import type { TreeOptions } from "./tree.ts";

/** What a partial clone needs before git merges two commits; nothing elsewhere. */
export type PromisedMerges = Pick<GitStore, "expectMerge" | "haveExpected">;

/** The part of a store. */
export function promisedMerges({ expectMerge, haveExpected }: PromisedMerges = {}): PromisedMerges {
  return { ...(expectMerge !== undefined && { expectMerge }), ...(haveExpected !== undefined && { haveExpected }) };
}

/** The repository of a merge: how to start git in it, and its inventory folder in any commit or tree. */
export interface MergeRepository extends PromisedMerges {
  readonly program: GitProgram;
  commit(revision: string, options?: Abortable): Promise<Snapshot>;
  tree(id: string, title: string, options?: TreeOptions): Promise<Snapshot>;
  /** What merges files that git cannot. */
  readonly merger: FileMerger;
}

/** The base of two sides. */
export interface FoundBase {
  readonly kind: MergeBase;
  readonly snapshot: Snapshot;
}

/**
 * The base state of both sides: the commit that is given, else their merge base. Of two bases, as after a criss-cross merge, it is the merge of both,
 * as in git itself; if that has conflicts, or there are more, the first that git names. Without any it is an empty
 * tree. Throws HeirError when git fails.
 */
export async function mergeBaseState(
  repository: MergeRepository,
  { ours, theirs, base }: MergeSides,
  options: Abortable = {},
): Promise<FoundBase> {
  if (base) return { kind: "commit", snapshot: await repository.commit(base, options) };
  if (base === "") return { kind: "none", snapshot: missingSnapshot("nothing", missingAt("")) };
  const [first, second, ...more] = await mergeBases(repository.program, [ours, theirs], options);
  if (first === undefined) return { kind: "none", snapshot: missingSnapshot("nothing", missingAt("")) };
  if (second === undefined) return { kind: "commit", snapshot: await repository.commit(first, options) };
  if (more.length === 0) {
    const { tree, conflicts } = await mergedTree(repository, { ours: first, theirs: second }, options);
    const title = `merge of ${first.slice(0, 7)} and ${second.slice(0, 7)}`;
    if (conflicts.length === 0) return { kind: "merged", snapshot: await repository.tree(tree, title, options) };
  }
  return { kind: "first", snapshot: await repository.commit(first, options) };
}

/**
 * The tree of git's merge of two sides, and the paths from the top that git cannot merge. Throws HeirError when git
 * fails.
 */
export async function mergedState(
  repository: MergeRepository,
  sides: MergeSides,
  options: Abortable = {},
): Promise<TextMerge & { readonly snapshot: Snapshot }> {
  const merge = await mergedTree(repository, sides, options);
  const { tree, submodules } = merge;
  return { ...merge, snapshot: await repository.tree(tree, "merge", { ...options, unmerged: submodules }) };
}

/** A commit, which nothing refers to, of git's merge of two others. Throws HeirError when git fails. */
export async function mergedCommit(
  repository: MergeRepository,
  sides: MergeSides,
  options: Abortable = {},
): Promise<string> {
  const { tree } = await mergedTree(repository, sides, options);
  return looseCommit(repository.program, { tree, parents: [sides.ours, sides.theirs] }, options);
}

/** The merge of two commits by git, which fetches nothing itself, and by what git would ask for some files. */
export async function mergedTree(
  { program, expectMerge, haveExpected, merger }: Omit<MergeRepository, "commit" | "tree">,
  sides: MergeSides,
  options: Abortable,
): Promise<TextMerge> {
  await expectMerge?.([sides.ours, sides.theirs], options);
  await haveExpected?.(options);
  const byGit = await mergeTree(program, sides, options);
  if (byGit.conflicts.length === 0) return byGit;
  return mergeOpenFiles(program, byGit, { ...options, merger, sides });
}
