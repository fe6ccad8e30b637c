import { HeirError } from "../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../model/inventory/snapshot.ts";
import type { Environment } from "./git/program/environment.ts";
import type { GitProgram } from "./git/program/process.ts";
import { gitBinaryStore } from "./git/program/store.ts";
import type { CommitInfo, GitFacts, GitStore } from "./git/store.ts";
import { NoCommits } from "./git/unknown-revision.ts";
import { type LineCommit, type LinesRequest, linesOf } from "./history/blame.ts";
import type { HistoryRange } from "./history/commit.ts";
import { type History, openHistory } from "./history/history.ts";
import type { PrefetchedListing } from "./prefetch.ts";
import { type Location, locate } from "./repository/locate.ts";
import type { State } from "./revision.ts";
import { type CommitSnapshot, commitSnapshot } from "./snapshot/commit.ts";
import { directorySnapshot } from "./snapshot/folder.ts";
import { indexSnapshot } from "./snapshot/index.ts";
import { treeSnapshot } from "./snapshot/tree.ts";
import { worktreeSnapshot } from "./snapshot/worktree.ts";

export interface SourceOptions {
  /** Where the command was started. */
  readonly cwd: string;
  /** `-C DIR`, relative to `cwd`. */
  readonly directory?: string;
  /** The process's own when absent. */
  readonly env?: Environment;
  /** A listing of the work tree that git is already making; used if it is of the same folder. */
  readonly prefetch?: PrefetchedListing;
}

/**
 * One inventory folder and its repository. Methods throw HeirError for what does not exist: a revision, an index in a
 * bare repository, any history outside git; and the signal's reason when aborted. Close it when done.
 */
export interface Source {
  /** The inventory folder; the git directory in a bare repository. */
  readonly root: string;
  /** Whether it holds `heir.yml`, `reclass-config.yml` or `nodes/`. */
  readonly marked: boolean;
  readonly git: GitFacts | undefined;
  /** How to start git here, for single commands (`git-single.ts`); undefined where git or its program is missing. */
  readonly program: GitProgram | undefined;
  /** The commit that a revision names. */
  resolve(revision: string, options?: Abortable): Promise<CommitInfo>;
  /** Branches and tags. */
  refNames(options?: Abortable): Promise<readonly string[]>;
  /** Whether a revision is the HEAD of a branch without commits. */
  isUnborn(revision: string, options?: Abortable): Promise<boolean>;
  commit(revision: string, options?: Abortable): Promise<CommitSnapshot>;
  /** A tree by its id, such as `git merge-tree` gives. */
  tree(id: string, title: string, options?: Abortable): Promise<Snapshot>;
  /** What a commit made now would hold. */
  index(options?: Abortable): Promise<Snapshot>;
  /** Tracked files and untracked ones that are not ignored; outside git simply all files. */
  worktree(options?: Abortable): Promise<Snapshot>;
  /** All files on disk, git or not. */
  directory(options?: Abortable): Promise<Snapshot>;
  /** Best common ancestor of two revisions; undefined when there is none. */
  mergeBase(left: string, right: string, options?: Abortable): Promise<string | undefined>;
  /** The snapshot of a state from `parseState` or `parseComparison`. */
  state(state: State, options?: Abortable): Promise<Snapshot>;
  /** What commits of a range change in the inventory folder; needs the git program. */
  history(range: Omit<HistoryRange, "prefix">): History;
  /** Who wrote lines of a file; empty where git does not know. */
  lines(request: LinesRequest): Promise<ReadonlyMap<number, LineCommit>>;
  /** Ends running processes; the source can still be used and restarts them. */
  close(): Promise<void>;
}

/**
 * Finds the inventory and opens its repository, with the git program or, where there is none, by reading git's files
 * (commits only). Throws HeirError for a folder that is not there and a repository that cannot be read.
 */
export async function openSource(options: SourceOptions): Promise<Source> {
  const env = options.env ?? process.env;
  const { prefetch } = options;
  const done = prefetch?.fits({ ...options, env }) ? await prefetch.done() : undefined;
  const location = done?.location ?? (await locate({ ...options, env }));
  return sourceAt(location, await storeFor(location, env, done?.printed));
}

async function storeFor(
  { git, program }: Location,
  env: Environment,
  listed: Buffer | undefined,
): Promise<GitStore | undefined> {
  if (git === undefined) return undefined;
  if (program !== undefined) return gitBinaryStore(program, git, listed);
  const { gitPureStore } = await import("./git/pure/store.ts");
  return gitPureStore(git, env);
}

function sourceAt({ root, marked, git, program }: Location, store: GitStore | undefined): Source {
  const history = () => {
    if (store !== undefined && git !== undefined) return { store, git };
    throw new HeirError(
      "environment",
      "this folder is not in a git repository",
      "run git init there, or leave out the revision",
    );
  };
  const source: Source = {
    root,
    marked,
    git,
    program,
    resolve: async (revision, options) => history().store.resolve(revision, options),
    refNames: async (options) => history().store.refNames(options),
    async isUnborn(revision, options) {
      if (revision !== "HEAD" && revision !== "@") return false;
      return source.resolve(revision, options).then(() => false, isNoCommits);
    },
    async commit(revision, options) {
      const at = history();
      return commitSnapshot(at.store, { revision, prefix: at.git.prefix }, options);
    },
    async tree(id, title, options) {
      const at = history();
      return treeSnapshot(at.store, { ...options, tree: id, prefix: at.git.prefix, title });
    },
    async index(options) {
      const at = history();
      return indexSnapshot(at.store, at.git.prefix, options);
    },
    async worktree(options) {
      // Without the git program only commits can be read; files on disk need no git.
      if (store === undefined || git === undefined || program === undefined) return directorySnapshot(root, options);
      return worktreeSnapshot(store, { ...git, root }, options);
    },
    directory: (options) => directorySnapshot(root, options),
    mergeBase: async (left, right, options) => history().store.mergeBase(left, right, options),
    state: (state, options) => stateOf(source, state, options),
    history(range) {
      const at = history();
      return openHistory({ ...at, program }, { ...range, prefix: at.git.prefix });
    },
    lines: async (request) => (git && program ? linesOf({ git, program }, request) : new Map()),
    close: async () => store?.close(),
  };
  return source;
}

function isNoCommits(error: unknown): boolean {
  if (error instanceof NoCommits) return true;
  throw error;
}

async function stateOf(source: Source, state: State, options?: Abortable): Promise<Snapshot> {
  switch (state.kind) {
    case "commit":
      return source.commit(state.revision, options);
    case "index":
      return source.index(options);
    case "worktree":
      return source.worktree(options);
    case "merge-base": {
      const base = await source.mergeBase(state.left, state.right, options);
      if (base !== undefined) return source.commit(base, options);
      throw new HeirError("environment", `${state.left} and ${state.right} have no common ancestor`);
    }
  }
}
