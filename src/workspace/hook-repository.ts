import { isAbsolute, join, resolve } from "node:path";
import { type JudgedTree, judgedTrees, type LastRun, rememberRun, rememberTree } from "../cache/judged-trees.ts";
import { HeirError } from "../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../model/inventory/snapshot.ts";
import { optionalText, replaceText } from "../source/disk/hook-files.ts";
import type { GitProgram } from "../source/git/program/process.ts";
import { gitBinaryStore } from "../source/git/program/store.ts";
import type { GitFacts, GitStore } from "../source/git/store.ts";
import { NoCommits } from "../source/git/unknown-revision.ts";
import {
  commitIds,
  commitTrailers,
  type ListedCommit,
  messageTrailers,
  unseenCommits,
} from "../source/history/commit-ids.ts";
import { type GitPlace, locate } from "../source/repository/locate.ts";
import { gitSettings, settingOrigin } from "../source/repository/settings.ts";
import { commitSnapshot } from "../source/snapshot/commit.ts";
import { indexSnapshot } from "../source/snapshot/index.ts";
import { memorySnapshot } from "../source/snapshot/memory.ts";
import {
  type FoundBase,
  type MergeRepository,
  type MergeSides,
  mergeBaseState,
  mergedState,
} from "../source/snapshot/merge-states.ts";
import { treeSnapshot } from "../source/snapshot/tree.ts";

export type { JudgedTree, LastRun, ListedCommit };

/** A tree that a hook checks. */
export interface TreeState {
  /** The inventory folder in it. */
  readonly snapshot: Snapshot;
  /** Id of the whole tree; "" for the state before the first commit. */
  readonly tree: string;
  /** Ids of the parents; none for a tree that is not committed. */
  readonly parents: readonly string[];
}

/** The repository that a hook was called for, as git's environment names it. */
export interface HookRepository {
  /** Settings `heir.*` of git by their name without `heir.`, in lower case. */
  readonly settings: ReadonlyMap<string, string>;
  /** Any other setting of git; undefined when it is not set. */
  gitSetting(name: string): Promise<string | undefined>;
  /** The inventory folder below the top, "" for the top itself. */
  readonly folder: string;
  /** What a commit made now would contain. Throws HeirError for unmerged paths. */
  staged(options?: Abortable): Promise<TreeState>;
  /** The commit that a revision names. Throws HeirError when there is none. */
  commit(revision: string, options?: Abortable): Promise<TreeState>;
  /** The empty state before the first commit. */
  readonly empty: TreeState;
  /** HEAD, or the empty state where it has no commit yet. */
  head(options?: Abortable): Promise<TreeState>;
  /** The base state of two commits that are merged. */
  mergeBase(sides: MergeSides, options?: Abortable): Promise<FoundBase>;
  /** The merge of two commits by git itself; files in conflict contain its markers. */
  mergedByGit(sides: MergeSides, options?: Abortable): Promise<Snapshot>;
  /** The commit ids of names; undefined for a name that is no commit. */
  commitIds(names: readonly string[], options?: Abortable): Promise<readonly (string | undefined)[]>;
  /** Commits that these tips add: no ref reaches them yet. */
  unseenCommits(tips: readonly string[], trailer: string, options?: Abortable): Promise<readonly ListedCommit[]>;
  commitTrailers(commit: string, trailer: string): Promise<readonly string[]>;
  messageTrailers(message: string, trailer: string): Promise<readonly string[]>;
  /** The text of a file, relative to where the hook was started; undefined when it is not there. */
  text(path: string): Promise<string | undefined>;
  /** Replaces the text of such a file. */
  writeText(path: string, text: string): Promise<void>;
  /** The text of a file of the git directory. */
  gitText(path: string): Promise<string | undefined>;
  /** Trees that hooks accepted before. */
  judged(): Promise<readonly JudgedTree[]>;
  remember(judged: JudgedTree): Promise<void>;
  rememberRun(run: LastRun): Promise<void>;
  close(): Promise<void>;
}

export interface HookRepositoryOptions {
  readonly cwd: string;
  /** `-C DIR`, relative to `cwd`. */
  readonly directory?: string;
  /** The repository, if it is known already. */
  readonly place?: GitPlace | undefined;
}

/**
 * The repository around a folder, for hooks: everything that git passes to them (index, quarantine, settings) counts.
 * Throws HeirError where there is none.
 */
export async function openHookRepository(options: HookRepositoryOptions): Promise<HookRepository> {
  const { cwd, directory } = options;
  const { facts, program } = options.place ?? (await findPlace(options));
  const settings = await gitSettings(program, "heir");
  const folder = directory === undefined ? (folderName(settings.get("folder")) ?? facts.prefix) : facts.prefix;
  return repositoryAt({ cwd, program, facts, folder, settings });
}

async function findPlace({ cwd, directory }: HookRepositoryOptions): Promise<GitPlace> {
  const named = directory === undefined ? {} : { directory };
  const { git: facts, program } = await locate({ cwd, ...named, env: process.env });
  if (facts === undefined) throw new HeirError("environment", "this folder is not in a git repository");
  if (program === undefined) throw new HeirError("environment", "hooks need the git program", "add git to PATH");
  return { facts, program };
}

/** `inventory/` and `./inventory` are `inventory`. */
function folderName(setting: string | undefined): string | undefined {
  return setting
    ?.split("/")
    .filter((name) => name !== "" && name !== ".")
    .join("/");
}

interface Place {
  readonly cwd: string;
  readonly program: GitProgram;
  readonly facts: GitFacts;
  readonly folder: string;
  readonly settings: ReadonlyMap<string, string>;
}

function repositoryAt({ cwd, program, facts, folder, settings }: Place): HookRepository {
  const store = gitBinaryStore(program, facts);
  const commit = (revision: string, options?: Abortable) => commitState(store, { revision, folder }, options);
  const merges: MergeRepository = {
    program,
    commit: (revision, options) => commitSnapshot(store, { revision, prefix: folder }, options),
    tree: (tree, title, options) => treeSnapshot(store, { ...options, tree, prefix: folder, title }),
  };
  return {
    settings,
    gitSetting: async (name) => (await settingOrigin(program, name))?.value,
    folder,
    commit,
    staged: (options) => stagedState(store, folder, options),
    empty,
    head: (options) => commit("HEAD", options).catch(emptyUnlessBroken),
    mergeBase: (sides, options) => mergeBaseState(merges, sides, options),
    mergedByGit: async (sides, options) => (await mergedState(merges, sides, options)).snapshot,
    commitIds: (names, options) => commitIds(program, names, options),
    unseenCommits: (tips, trailer, options) => unseenCommits(program, { ...options, tips, trailer }),
    commitTrailers: (id, trailer) => commitTrailers(program, id, trailer),
    messageTrailers: (message, trailer) => messageTrailers(program, message, trailer),
    text: (path) => optionalText(isAbsolute(path) ? path : resolve(cwd, path)),
    writeText: (path, text) => replaceText(resolve(cwd, path), text),
    gitText: (path) => optionalText(join(facts.gitDir, path)),
    judged: () => judgedTrees(facts.gitDir),
    remember: (judged) => rememberTree(facts.gitDir, judged),
    rememberRun: (run) => rememberRun(facts.gitDir, run),
    close: () => store.close(),
  };
}

async function stagedState(store: GitStore, folder: string, options?: Abortable): Promise<TreeState> {
  const snapshot = await indexSnapshot(store, folder, options);
  const { unmerged, tree } = snapshot;
  if (unmerged.length === 0) return { snapshot, tree, parents: [] };
  const paths = unmerged.slice(0, 5).join(", ");
  throw new HeirError(
    "environment",
    `the index holds paths that are not merged: ${paths}`,
    "settle them, then git add",
  );
}

async function commitState(
  store: GitStore,
  { revision, folder }: { readonly revision: string; readonly folder: string },
  options?: Abortable,
): Promise<TreeState> {
  const snapshot = await commitSnapshot(store, { revision, prefix: folder }, options);
  const { tree, parents } = snapshot.commit;
  return { snapshot, tree, parents };
}

const empty: TreeState = { snapshot: memorySnapshot([], "no commit"), tree: "", parents: [] };

function emptyUnlessBroken(error: unknown): TreeState {
  if (error instanceof NoCommits) return empty;
  throw error;
}
