import { join, resolve } from "node:path";
import { type JudgedTree, judgedTrees, type LastRun, rememberRun, rememberTree } from "../cache/judged-trees.ts";
import { HeirError } from "../model/findings/failure.ts";
import type { Abortable, InventoryPlace } from "../model/inventory/snapshot.ts";
import { replaceText } from "../source/disk/hook-files.ts";
import { regularFileText } from "../source/disk/regular-file.ts";
import type { GitProgram } from "../source/git/program/call.ts";
import type { MergeSides } from "../source/git/program/merge-tree.ts";
import type { GitFacts } from "../source/git/store.ts";
import { NoCommits } from "../source/git/unknown-revision.ts";
import type { ListedCommit } from "../source/history/commit-ids.ts";
import {
  commitIds,
  commitsBeyond,
  commitTrailers,
  isSignedCommit,
  messageTrailers,
  objectType,
  trailersBetween,
} from "../source/history/commit-ids.ts";
import { differingPaths, linkedFiles, renamedFiles } from "../source/history/file-history.ts";
import type { Source } from "../source/open.ts";
import { noRepository } from "../source/repository/locate.ts";
import { heirSettings, settingOrigin } from "../source/repository/settings.ts";
import { revisionsIn } from "../source/revision.ts";
import type { MergeRepository } from "../source/snapshot/merged-files.ts";
import { mergedCommit } from "../source/snapshot/merged-files.ts";
import { beforeTheFirst, inventoryLike, type Snapshots } from "../source/snapshot/parts.ts";
import { fileMerger } from "./merge-files/driver.ts";

export type { JudgedTree, ListedCommit };

/** A tree that a hook checks. */
export interface TreeState {
  /** The inventories in it; one that is missing where it has none. */
  readonly snapshots: Snapshots;
  /** Id of the whole tree; "" for the state before the first commit. */
  readonly tree: string;
  /** Ids of the parents; none for a tree that is not committed. */
  readonly parents: readonly string[];
  /** Id of the commit, if it is one. */
  readonly id?: string;
}

/** The commits that `now` reaches and `old` does not; all that it reaches without `old`. */
export interface CommitRange {
  readonly old: string | undefined;
  readonly now: string;
}

/**
 * The repository of a source, for hooks: everything that git passes to them (index, quarantine, settings) counts. Paths of
 * files are relative to `cwd`. Throws HeirError outside git, and without a git program.
 */
export async function openHookRepository(source: Source, cwd: string): Promise<HookRepository> {
  const { git: facts, program } = source;
  if (facts === undefined) throw noRepository();
  if (program === undefined) throw new HeirError("environment", "hooks need the git program", "add git to PATH");
  return repositoryAt({ source, cwd, program, facts });
}

/** The repository that a hook was called for, as git's environment names it. */
export type HookRepository = ReturnType<typeof repositoryAt>;

interface Place {
  readonly source: Source;
  readonly cwd: string;
  readonly program: GitProgram;
  readonly facts: GitFacts;
}

function repositoryAt(place: Place) {
  return { ...settingsOf(place), ...statesOf(place), ...historyOf(place), ...filesOf(place) };
}

function settingsOf({ program, facts }: Place) {
  const all = heirSettings(program);
  const settings: ReadonlyMap<string, string> = new Map([...all].map(([name, values]) => [name, values.at(-1) ?? ""]));
  const lists = ["folder", "runfilter", "skipfilter"].map((name) => all.get(name) ?? []);
  return {
    settings,
    /** All values of such a setting, the strongest last. */
    settingValues: (name: string): readonly string[] => all.get(name.toLowerCase()) ?? [],
    /** Any other setting of git; undefined when it is not set. */
    gitSetting: async (name: string) => (await settingOrigin(program, name))?.value,
    /** Equal where the same inventories are looked for, and files with a filter are read alike. */
    search: JSON.stringify([facts.start, settings.get("defaultsettings") ?? "", ...lists]),
  };
}

function statesOf({ source, program }: Place) {
  const commit = async (revision: string, options?: Abortable): Promise<TreeState> => {
    const snapshots = await source.all.commit(revision, options);
    const { id, tree, parents } = snapshots[0].commit;
    return { snapshots, tree, parents, id };
  };
  const merges = (folder: string): MergeRepository => ({
    ...source,
    program,
    commit: async (revision, options) => inventoryLike(await source.all.commit(revision, options), folder),
    tree: async (id, title, options) => inventoryLike(await source.all.tree(id, title, options), folder),
    merger: fileMerger(source, program),
  });
  return {
    /** What a commit made now would contain. Throws HeirError for unmerged paths. */
    staged: (options?: Abortable) => stagedState(source, options),
    /** The commit that a revision names. Throws HeirError when there is none. */
    commit,
    /** The state before the first commit. */
    empty,
    /** HEAD, or the empty state where it has no commit yet. */
    head: (options?: Abortable) => commit("HEAD", options).catch(emptyUnlessBroken),
    /** What merges commits, as far as the inventory in one folder is concerned. */
    merges,
    /** The id of a commit, which nothing refers to, of the merge of two commits by git itself. */
    mergedCommit: async (sides: MergeSides, options?: Abortable) => {
      const [ours, theirs] = [await source.resolve(sides.ours, options), await source.resolve(sides.theirs, options)];
      return mergedCommit(merges(""), { ...sides, ours: ours.id, theirs: theirs.id }, options);
    },
    /** Whether a folder of a state is an inventory by itself, whatever else the state has. */
    hasInventory: ({ tree }: Pick<TreeState, "tree">, folder: string, options?: Abortable) =>
      source.hasInventory(tree, folder, options),
    /** The folder of an inventory of another state as a state has it, whether it is an inventory there or not. */
    treeAt: ({ tree }: Pick<TreeState, "tree">, place: InventoryPlace, options?: Abortable) =>
      source.treeAt(tree, place, options),
  };
}

function historyOf({ source, program }: Place) {
  return {
    /** Paths from the top that differ between two trees or commits. */
    differingPaths: (old: string, now: string, options?: Abortable) => differingPaths(program, { old, now }, options),
    /** The commit ids of names; undefined for a name that is no commit. */
    commitIds: (names: readonly string[], options?: Abortable) => commitIds(program, names, options),
    /** What an object is, tags peeled: `commit`, `tree` or `blob`; undefined if it is not there. */
    objectType: (id: string, options?: Abortable) => objectType(program, id, options),
    /** The commits at both ends of `OLD..NEW`. Throws HeirError for anything else, and for a name of no commit. */
    commitRange: (words: string, options?: Abortable) => commitRange(source, words, options),
    /** The best common ancestor of two commits; undefined if they have none. */
    commonAncestor: (one: string, other: string, options?: Abortable) => source.mergeBase(one, other, options),
    /** Commits that some revisions reach and others do not, the newest first. */
    commitsBeyond: (
      revisions: readonly string[],
      known: readonly string[],
      options?: Abortable & { readonly most?: number },
    ) => commitsBeyond(program, { revisions, known }, options),
    commitTrailers: (commit: string, trailer: string) => commitTrailers(program, commit, trailer),
    /** The trailers of some names in the commits that a commit adds to another one; in all its history without that. */
    trailersBetween: (old: string | undefined, now: string, names: readonly string[]) =>
      trailersBetween(program, { old, now, names }),
    messageTrailers: (message: string, trailer: string) => messageTrailers(program, message, trailer),
    /** Whether `git verify-commit` accepts the signature of a commit. */
    isSigned: (commit: string) => isSignedCommit(program, commit),
    /** Those of some files of a tree that are symbolic links; none if git has no such tree. */
    linkedFiles: (tree: string, paths: readonly string[], options?: Abortable) =>
      linkedFiles(program, { tree, paths }, options),
    /** Files that git finds renamed between two trees, old path to new; none if git has no such tree. */
    renamedFiles: (old: string, now: string, options?: Abortable) => renamedFiles(program, { old, now }, options),
  };
}

function filesOf({ cwd, facts: { gitDir } }: Place) {
  return {
    /** The text of a file, relative to where the hook was started; undefined when it is not there. */
    text: async (path: string) => regularFileText(resolve(cwd, path)),
    /** Replaces the text of such a file. */
    writeText: (path: string, text: string) => replaceText(resolve(cwd, path), text),
    /** The text of the policy file of a server: its path is absolute, or from the git directory. */
    policyText: async (path: string) => regularFileText(resolve(gitDir, path)),
    /** The text of a file of the git directory. */
    gitText: async (path: string) => regularFileText(join(gitDir, path)),
    /** Trees that hooks accepted before. */
    judged: () => judgedTrees(gitDir),
    remember: (judged: JudgedTree) => rememberTree(gitDir, judged),
    rememberRun: (run: LastRun) => rememberRun(gitDir, run),
  };
}

async function stagedState(source: Source, options?: Abortable): Promise<TreeState> {
  const snapshots = await source.all.index(options);
  const { unmerged, tree } = snapshots[0];
  if (unmerged.length === 0) return { snapshots, tree, parents: [] };
  const paths = unmerged.slice(0, 5).join(", ");
  throw new HeirError(
    "environment",
    `the index holds paths that are not merged: ${paths}`,
    "resolve them, then git add",
  );
}

async function commitRange(source: Source, words: string, options?: Abortable): Promise<CommitRange> {
  const [left, right] = revisionsIn(words);
  if (left === undefined || right === undefined) {
    throw new HeirError("usage", `"${words}" is no range of commits`, "write OLD..NEW, as HEAD~1..HEAD");
  }
  const [old, now] = [await source.resolve(left, options), await source.resolve(right, options)];
  return { old: old.id, now: now.id };
}

const empty: TreeState = { snapshots: [beforeTheFirst], tree: "", parents: [] };

function emptyUnlessBroken(error: unknown): TreeState {
  if (error instanceof NoCommits) return empty;
  throw error;
}
