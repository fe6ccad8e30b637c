import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { grouped } from "../../base/text-order.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { MergeBase } from "../../model/results/branch-merge.ts";
import { setIndexEntries, storeBlobs } from "../act/index-entries.ts";
import { inTemporaryFolder } from "../disk/temporary.ts";
import { objectsNow } from "../git/binary/cat-file.ts";
import { git } from "../git/program/process.ts";
import type { GitProgram } from "../git/program/program.ts";
import { type GitStore, missingObject } from "../git/store.ts";
import { missingAt, missingSnapshot } from "../snapshot/parts.ts";
import type { TreeOptions } from "../snapshot/tree.ts";
import { looseCommit, type MergeSides, mergeBases, mergeTree, type TextMerge } from "./merge-tree.ts";

/** A file in conflict: its path from the top, and where its states are on the disk; an empty file for a base without it. */
export interface ConflictedFile {
  readonly path: string;
  readonly files: Readonly<Record<"base" | "ours" | "theirs", string>>;
  /** How many characters a marker of a conflict has; as usual if absent. */
  readonly size?: number | undefined;
}

/** Two commits that are merged, and the tree of the merge as far as files could be merged one by one. */
export interface MergedSides extends MergeSides {
  readonly tree: string;
}

/** How such a file was merged, over that of ours. */
export interface MergedFile {
  readonly isMerged: boolean;
  /** What a node gets from each side of a conflict. */
  readonly reason?: string | undefined;
  /** Of a conflict: writes it again by what nodes say about it in each merge that it may be in. */
  readonly ask?: (
    among: (options: Abortable) => Promise<readonly MergedSides[]>,
    options?: Abortable,
  ) => Promise<MergedFile>;
}

export interface FileMerger {
  /** Those of some paths from the top that it merges. */
  merges(paths: readonly string[], options?: Abortable): Promise<ReadonlySet<string>>;
  merge(file: ConflictedFile, options?: Abortable): Promise<MergedFile>;
}

/** The entries of a path: mode and id by stage, of files alone. */
type Stages = ReadonlyMap<string, { readonly mode: string; readonly id: string }>;

/** git's merge with files in conflict merged by `merger`. Throws HeirError when git fails, and as `merger`. */
async function mergeOpenFiles(
  program: GitProgram,
  merge: TextMerge,
  { merger, sides, ...options }: Abortable & { readonly merger: FileMerger; readonly sides: MergeSides },
): Promise<TextMerge> {
  const byPath = grouped(merge.stages, (line) => line.slice(line.indexOf("\t") + 1));
  const open = new Map([...byPath].map(([path, lines]) => [path, stagesOf(lines)]));
  const files = [...open].flatMap(([path, stages]) => (isFile(stages) ? [path] : []));
  const merged = files.length === 0 ? new Set<string>() : await merger.merges(files, options);
  if (merged.size === 0) return merge;
  return inTemporaryFolder("merge", async (folder) => {
    const files = writeStages(program, folder, merged, open);
    const alone = { ...program, env: { ...program.env, GIT_INDEX_FILE: join(folder, "index") } };
    const places = files.map((file) => file.files.ours);
    const treeNow = async () => {
      const ids = await storeBlobs(program, places);
      const entries = files.map(({ path }, at) => [path, `${open.get(path)?.get("2")?.mode} ${ids[at]}`] as const);
      await git(alone, ["read-tree", merge.tree]);
      await setIndexEntries(alone, entries);
      return (await git(alone, ["write-tree", "--missing-ok"])).toString().trim();
    };
    const results = new Map<string, MergedFile>();
    for (const file of files) results.set(file.path, await merger.merge(file, options));
    const tree = await treeNow();
    const asking = [...results].flatMap(([path, { ask }]) => (ask === undefined ? [] : [{ path, ask }]));
    for (const { path, ask } of asking) results.set(path, await ask(async () => [{ ...sides, tree }], options));
    return {
      ...merge,
      tree: asking.length === 0 ? tree : await treeNow(),
      conflicts: merge.conflicts.filter((path) => results.get(path)?.isMerged !== true),
      reasons: new Map([...results].flatMap(([path, { reason }]) => (reason === undefined ? [] : [[path, reason]]))),
    };
  });
}

/** Writes all stages of files into a folder. Throws HeirError for content that is not in the repository. */
function writeStages(
  program: GitProgram,
  folder: string,
  paths: Iterable<string>,
  open: ReadonlyMap<string, Stages>,
): readonly ConflictedFile[] {
  const ids = [...new Set([...paths].flatMap((path) => [...(open.get(path)?.values() ?? [])].map(({ id }) => id)))];
  const contents = new Map<string | undefined, Uint8Array>();
  for (const [at, reply] of objectsNow(program, ids).entries()) {
    if (reply.kind !== "object") throw missingObject(ids[at] ?? "");
    contents.set(ids[at], reply.body);
  }
  return [...paths].map((path, at) => {
    const stage = (number: string) => {
      const file = join(folder, `${at}-${number}`);
      writeFileSync(file, contents.get(open.get(path)?.get(number)?.id) ?? "");
      return file;
    };
    return { path, files: { base: stage("1"), ours: stage("2"), theirs: stage("3") } };
  });
}

function stagesOf(lines: readonly string[]): Stages {
  const entries = lines.map((line) => (line.split("\t", 1)[0] ?? "").split(" "));
  return new Map(entries.map(([mode = "", id = "", stage = ""]) => [stage, { mode, id }]));
}

/** Whether both sides have a file, of the same mode. */
function isFile(stages: Stages): boolean {
  const [ours, theirs] = [stages.get("2")?.mode, stages.get("3")?.mode];
  return ours !== undefined && ours === theirs && ours.startsWith("100");
}

/** What a partial clone needs before git merges two commits; nothing elsewhere. */
export type PromisedMerges = Pick<GitStore, "expectMerge" | "haveExpected">;

/** The repository of a merge: how to start git in it, and its inventory folder in any commit or tree. */
export interface MergeRepository extends PromisedMerges {
  readonly program: GitProgram;
  commit(revision: string, options?: Abortable): Promise<Snapshot>;
  tree(id: string, title: string, options?: TreeOptions): Promise<Snapshot>;
  /** What merges files that git cannot. */
  readonly merger: FileMerger;
}

/**
 * The base of both sides: the given commit, else the merge base; of two, git's merge of them or, if that has conflicts
 * or there are more, the first. Without any it is an empty tree. Throws HeirError when git fails.
 */
export async function mergeBaseState(
  repository: MergeRepository,
  { ours, theirs, base }: MergeSides,
  options: Abortable = {},
): Promise<{ readonly kind: MergeBase; readonly snapshot: Snapshot }> {
  if (base) return { kind: "commit", snapshot: await repository.commit(base, options) };
  const found = base === "" ? [] : await mergeBases(repository.program, [ours, theirs], options);
  const [first, second, ...more] = found;
  if (first === undefined) return { kind: "none", snapshot: missingSnapshot("nothing", missingAt("")) };
  if (second === undefined) return { kind: "commit", snapshot: await repository.commit(first, options) };
  if (more.length === 0) {
    const { tree, conflicts } = await mergedTree(repository, { ours: first, theirs: second }, options);
    const title = `merge of ${first.slice(0, 7)} and ${second.slice(0, 7)}`;
    if (conflicts.length === 0) return { kind: "merged", snapshot: await repository.tree(tree, title, options) };
  }
  return { kind: "first", snapshot: await repository.commit(first, options) };
}

/** The tree of git's merge, and the paths from the top that it cannot merge. Throws HeirError when git fails. */
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
