import { digest } from "../base/digest.ts";
import { madeOnce } from "../base/made-once.ts";
import type { State } from "../model/inventory/revision.ts";
import type { Abortable, Snapshot } from "../model/inventory/snapshot.ts";
import type { HistoryRange, LineCommit } from "../model/results/history.ts";
import { type AttributedStore, withAttributes } from "./attributes/tree-attributes.ts";
import { choicesOf } from "./choices.ts";
import { committedText, type LinesRequest, linesOf } from "./commits/file-history.ts";
import { regularFileText } from "./disk/read-files.ts";
import type { PrefetchedListing } from "./early-listing.ts";
import { type BinaryStoreOptions, gitBinaryStore } from "./git/binary/store.ts";
import type { Environment, GitProgram } from "./git/program/program.ts";
import type { CommitInfo, GitFacts, GitStore } from "./git/store.ts";
import { NoCommits, noCommonAncestor } from "./git/unknown-revision.ts";
import { type History, openHistory } from "./history/history.ts";
import { Finder, type SettingsReader, severalInventories } from "./inventory/finder.ts";
import type { PromisedMerges } from "./merge/merged-files.ts";
import { promisorOf, withPromised } from "./partial/store.ts";
import { type Location, locate, noRepository } from "./repository/locate.ts";
import { type HeirSettings, heirSettings, plainConfigTexts } from "./repository/settings.ts";
import { infoFile } from "./repository/without-git.ts";
import { settingsBorder } from "./settings-border.ts";
import { inventoriesOf, type StateInventories } from "./snapshot/inventories.ts";
import type { CommitSnapshot } from "./snapshot/parts.ts";
import type { TreeOptions } from "./snapshot/tree.ts";
import { objectStores, withStores } from "./submodules/stores.ts";

export interface SourceOptions {
  readonly cwd: string;
  /** `-C DIR`, relative to `cwd`. */
  readonly directory?: string;
  /** The process's own when absent. */
  readonly env?: Environment;
  /** Whether what a partial clone lacks is fetched; true when absent. */
  readonly fetches?: boolean;
  readonly reader: SettingsReader;
  /** A listing of the work tree that git is already making; used if it is of the same folder. */
  readonly prefetch?: PrefetchedListing;
}

/**
 * One repository or folder, from where the user is. Methods that give a snapshot find its inventory; without one it is
 * missing. Methods throw HeirError for what does not exist (a revision, an index in a bare repository, history outside
 * git), for several inventories of which none is chosen, and the signal's reason when aborted. Close it when done.
 */
export interface Source extends PromisedMerges, StateInventories {
  /** The top of the work tree; the git directory in a bare repository. */
  readonly top: string;
  readonly git: GitFacts | undefined;
  /** Files that were given in memory, and are on no disk. */
  readonly inMemory?: true;
  /** How to start git here, for single commands (`git/program/single.ts`); undefined if git or its program is missing. */
  readonly program: GitProgram | undefined;
  /** Set in a partial clone: what it lacks is fetched once, for all that is read. */
  readonly isPartial?: true;
  /** Settings `heir.*` of git; none outside git, and where none of them says what is read. */
  readonly settings: HeirSettings;
  resolve(revision: string, options?: Abortable): Promise<CommitInfo>;
  refNames(options?: Abortable): Promise<readonly string[]>;
  /** Whether a revision is the HEAD of a branch without commits. */
  isUnborn(revision: string, options?: Abortable): Promise<boolean>;
  commit(revision: string, options?: Abortable): Promise<CommitSnapshot>;
  /** A tree by its id, such as `git merge-tree` gives. */
  tree(id: string, title: string, options?: TreeOptions): Promise<Snapshot>;
  /** Best common ancestor of two revisions; undefined when there is none. */
  mergeBase(left: string, right: string, options?: Abortable): Promise<string | undefined>;
  /** The snapshot of a state from `parseState` or `parseComparison`. */
  state(state: State, options?: Abortable): Promise<Snapshot>;
  /** What commits of a range change in the inventory; needs the git program. */
  history(range: HistoryRange): History;
  /** Who wrote lines of a file; empty where git does not know. */
  lines(request: LinesRequest): Promise<ReadonlyMap<number, LineCommit>>;
  /** The text of a file in a revision; undefined if git does not know it. */
  committedText(file: Omit<LinesRequest, "lines">): Promise<string | undefined>;
  /** Ends running processes; the source can still be used and restarts them. */
  close(): Promise<void>;
}

/** Opens the repository around a folder, commits only without git. Throws HeirError if it is missing or unreadable. */
export async function openSource(options: SourceOptions): Promise<Source> {
  const env = options.env ?? process.env;
  const { prefetch, reader } = options;
  const done = prefetch?.fits({ ...options, env }) ? await prefetch.done() : undefined;
  const location = done?.location ?? (await locate({ ...options, env }));
  const settings = settingsOf(location, env);
  const stores = location.git === undefined ? [] : objectStores(location.git, settings.get("objects") ?? []);
  const found = withSubmoduleStores(location, stores);
  const request = { env, fetches: options.fetches !== false, stores, listed: done?.checkout };
  const { git, program } = found;
  const store = git && withAttributes(await storeFor(program, git, request), { program, env, facts: git, settings });
  return sourceAt(found, { store, reader, settings });
}

function withSubmoduleStores(location: Location, stores: readonly string[]): Location {
  const { program } = location;
  return program === undefined ? location : { ...location, program: withStores(program, stores) };
}

async function storeFor(
  program: GitProgram | undefined,
  git: GitFacts,
  { env, fetches, ...options }: Required<Pick<SourceOptions, "env" | "fetches">> & BinaryStoreOptions,
): Promise<GitStore> {
  if (program !== undefined) {
    const store = gitBinaryStore(program, git, options);
    const promisor = promisorOf(program, git);
    return promisor === undefined ? store : withPromised(store, { program, env, promisor, fetches });
  }
  const { gitPureStore } = await import("./git/pure/store.ts");
  return gitPureStore(git, env);
}

interface SourceParts {
  readonly store: AttributedStore | undefined;
  readonly reader: SettingsReader;
  readonly settings: HeirSettings;
}

function sourceAt(location: Location, parts: SourceParts): Source {
  const { top, git, program } = location;
  const { store } = parts;
  const history = () => historyOf(git, store);
  const finder = finderOf(location, parts);
  const border = madeOnce(() => settingsBorder({ store: history().store, program }));
  const inventories = inventoriesOf(location, () => history().store, finder);
  const { all } = inventories;
  const source: Source = {
    top,
    git,
    program,
    settings: parts.settings,
    isPartial: store?.expect === undefined ? undefined : true,
    expectMerge: store?.expectMerge,
    haveExpected: store?.haveExpected,
    ...inventories,
    resolve: async (revision, options) => history().store.resolve(revision, options),
    refNames: async (options) => history().store.refNames(options),
    async isUnborn(revision, options) {
      if (revision !== "HEAD" && revision !== "@") return false;
      return source.resolve(revision, options).then(() => false, isNoCommits);
    },
    async commit(revision, options) {
      const snapshot = single(await all.commit(revision, options));
      return { ...snapshot, leftOut: await border()(snapshot.place, options) };
    },
    tree: async (id, title, options) => single(await all.tree(id, title, options)),
    mergeBase: async (left, right, options) => history().store.mergeBase(left, right, options),
    state: (state, options) => stateOf(source, state, options),
    history: (range) => openHistory({ ...history(), program, finder }, range),
    lines: async (request) => (program ? linesOf(program, request) : new Map()),
    committedText: async (file) => program && committedText(program, file),
    close: async () => store?.close(),
  };
  return source;
}

/** The history of a repository. Throws HeirError where there is none. */
function historyOf(git: Location["git"], store: AttributedStore | undefined) {
  if (store !== undefined && git !== undefined) return { store, git };
  throw noRepository("run git init there, or leave out the revision");
}

/**
 * What git's configuration says of reading and, under its path, that git's own file of attributes says something: both are
 * part of the keys of answers.
 */
function settingsOf({ git, program }: Location, env: Environment): HeirSettings {
  if (git === undefined || program === undefined) return new Map();
  const settings = plainConfigTexts(git, env) === undefined ? heirSettings(program) : [];
  const attributes = regularFileText(infoFile(git.commonDir));
  return new Map([...settings, ...(attributes?.trim() ? [["info/attributes", [digest(attributes)]] as const] : [])]);
}

function finderOf({ start, git }: Location, { store, reader, settings }: SourceParts): Finder {
  const choices = madeOnce(async () => {
    if (git === undefined || store === undefined) return { names: await reader.names(undefined), folders: [] };
    return choicesOf({ settings, reader, facts: git, store });
  });
  const { foldersIn, readFolders } = reader;
  return new Finder({ start, nearest: git?.nearest ?? "", choices, foldersIn, readFolders });
}

/** The one inventory of a state. Throws HeirError where there are several. */
function single<Of extends Snapshot>(snapshots: readonly [Of, ...Of[]]): Of {
  if (snapshots.length === 1) return snapshots[0];
  const folders = snapshots.map(({ place }) => place.folder);
  throw severalInventories(snapshots[0].title, folders);
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
      return single(await source.all.index(options));
    case "worktree":
      return single(await source.all.worktree(options));
    case "merge-base": {
      const base = await source.mergeBase(state.left, state.right, options);
      if (base !== undefined) return source.commit(base, options);
      throw noCommonAncestor([state.left, state.right], source.git);
    }
  }
}
