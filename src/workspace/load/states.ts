import { join } from "node:path";
import { keptAt } from "../../base/made-once.ts";
import {
  type CachePlace,
  type CacheUse,
  cacheOfRun,
  noOutputs,
  type OutputCache,
  outputsIn,
} from "../../cache/run-cache.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { parseComparison, parseState, type State } from "../../model/inventory/revision.ts";
import { defaultSettings, inventoryFolders, kapitanSettings } from "../../model/inventory/settings.ts";
import type { Abortable, InventoryPlace, Snapshot } from "../../model/inventory/snapshot.ts";
import { noInventory, type SettingsReader } from "../../source/inventory/finder.ts";
import { openSource, type Source } from "../../source/open.ts";
import type { GitPlace } from "../../source/repository/locate.ts";
import { beforeTheFirst } from "../../source/snapshot/parts.ts";
import type { HistoryQuestion } from "../log/request.ts";
import type { Prefetch } from "../repeat/begun-listing.ts";

/** The state that the first commit is compared with. */
export const emptyState: Snapshot = beforeTheFirst;

export interface WorkspaceOptions extends Abortable {
  readonly cwd: string;
  /** `-C DIR`, relative to `cwd`. */
  readonly directory?: string;
  /** `--set KEY=VALUE`, in the order given; the value is read as YAML. */
  readonly overrides?: readonly string[];
  /** The name of the overrides in messages; `--set` when absent. */
  readonly overridesName?: string;
  /** Whether to use the cache under the git directory; true when absent. */
  readonly cache?: CacheUse;
  /** Whether each state is read only once, so that all answers about it are consistent; false when absent. */
  readonly steady?: boolean;
  /** Whether what a partial clone lacks is fetched; true when absent. */
  readonly fetches?: boolean;
  /** By when ends of lines are judged, in milliseconds since 1970; the clock when absent. */
  readonly now?: number | undefined;
  /** A listing of the work tree that git is already making; used if it is of the same folder. */
  readonly prefetch?: Prefetch;
}

/** The states that an answer depends on, each in one form: its snapshot, or the id of its commit. */
export interface FollowedStates<State> {
  /** The default revision of reading commands: the work tree, or HEAD where there is none. */
  readonly defaultRevision: string;
  /** The state of a revision, `INDEX` or `WORKTREE`. Throws HeirError for an unknown revision. */
  snapshot(revision: string): Promise<State>;
  /** The two ends of the operands of `diff`: [], [A], [A, B], [A..B] or [A...B]. Throws as {@link snapshot} does. */
  ends(words: readonly string[], staged: boolean): Promise<readonly [State, State]>;
  /** The commit that a revision names, undefined for `WORKTREE`. */
  commitOf(revision: string): Promise<string | undefined>;
  /** A text that is equal for equal histories. */
  history(range: HistoryQuestion): Promise<string>;
}

type Ends = readonly [Snapshot, Snapshot];

/** Finds the repository around a directory. Throws HeirError for a missing one, or a repository that git refuses. */
export async function openStates(options: WorkspaceOptions): Promise<OpenStates> {
  const reader = settingsReader(options.overrides, options.overridesName);
  return new OpenStates(await openSource({ ...options, reader }), options);
}

/** In how many folders with files an inventory was looked for in vain. */
function folders({ place }: Snapshot): number {
  return place.missing?.folders ?? 0;
}

type SeenStates = ReturnType<typeof seenStates>;

function seenStates({ git, settings }: Source, options: Omit<WorkspaceOptions, "cwd">) {
  const cache = cacheOfRun(git?.commonDir, options.cache);
  // What filters give is in memory only.
  const kept = settings.has("runfilter") ? undefined : cache;
  const store = outputsIn(kept);
  /** `used`: what identifies each state so far; a session reads thousands, and keeps none. */
  const [folders, used, looked] = [new Set<string>(), new Set<string>(), new Map<string, Promise<unknown>>()];
  return { cache, store, folders, used, looked };
}

/** The states of the inventory that a user means: which files each has, before any of them is read. */
export type States = Omit<OpenStates, "options" | "seen" | "expectWorktree">;

/** The states of one folder, and what is needed to read them. */
export class OpenStates implements FollowedStates<Snapshot> {
  readonly source: Source;
  readonly options: Omit<WorkspaceOptions, "cwd">;
  readonly defaultRevision: string;
  /** Undefined outside git, and where there is no git program. */
  readonly place: GitPlace | undefined;
  /** Outputs cached by earlier runs; written when the workspace is closed. */
  readonly outputs: OutputCache;
  /** Undefined if nothing is cached: what is read and computed is not there for the next run. */
  readonly cache: CachePlace | undefined;
  readonly seen: SeenStates;

  /** `seen`: what another one of the same source has seen, and shares. */
  constructor(source: Source, options: Omit<WorkspaceOptions, "cwd">, seen?: SeenStates) {
    this.source = source;
    this.options = options;
    const { git: facts, program } = source;
    this.place = facts && program && { facts, program };
    this.defaultRevision = this.isBare ? "HEAD" : "WORKTREE";
    this.seen = seen ?? seenStates(source, options);
    this.cache = this.seen.cache;
    this.outputs = this.seen.store ?? noOutputs;
  }

  /** The snapshot of a revision, `INDEX` or `WORKTREE`. Throws HeirError if it is unknown or has no inventory. */
  snapshot(revision: string, options?: Abortable): Promise<Snapshot> {
    return this.formerSnapshot(revision, options).then((snapshot) => {
      if (snapshot.place.missing !== undefined) throw noInventory(snapshot);
      return snapshot;
    });
  }

  /** As {@link snapshot}, for what another state is compared with: without an inventory it is missing. */
  async formerSnapshot(revision: string, options?: Abortable): Promise<Snapshot> {
    const snapshot = await this.once(`state ${revision}`, () => this.source.state(parseState(revision), options));
    this.use(snapshot);
    return snapshot;
  }

  /** The ends of `diff` operands: [], [A], [A, B], [A..B], [A...B]. Throws HeirError if neither has an inventory. */
  async ends(words: readonly string[], staged: boolean, options?: Abortable): Promise<Ends> {
    const ends = await this.once(`ends ${JSON.stringify([words, staged])}`, () => this.endsOf(words, staged, options));
    for (const end of ends) this.use(end);
    return ends;
  }

  /** What identifies the states so far. */
  get read(): ReadonlySet<string> {
    return this.seen.used;
  }

  /** The inventory folders of the states so far that are not around where the command was started; from the top. */
  get foreignFolders(): readonly string[] {
    const start = this.source.git?.start ?? "";
    return [...this.seen.folders].filter((folder) => folder !== "" && !`${start}/`.startsWith(`${folder}/`));
  }

  /** The commit of a revision, undefined for `WORKTREE`. Throws HeirError for `INDEX` and revisions unknown to git. */
  async commitOf(revision: string, { signal }: Abortable = {}): Promise<string | undefined> {
    const state = parseState(revision);
    if (state.kind === "index")
      throw new HeirError("usage", "the index has no history", "name a commit, or leave out -r");
    if (state.kind !== "commit") return undefined;
    return (await this.source.resolve(state.revision, { signal })).id;
  }

  /** The names of revisions: `HEAD`, `INDEX`, `WORKTREE`, branches and tags; nothing outside git. */
  async revisionNames(): Promise<readonly string[]> {
    return this.source.git === undefined ? [] : ["HEAD", "INDEX", "WORKTREE", ...(await this.source.refNames())];
  }

  /** A text that is equal for equal histories. Throws HeirError for revisions unknown to git. */
  history(range: HistoryQuestion, { signal }: Abortable = {}): Promise<string> {
    const { revisions, firstParent = false, filter } = range;
    return this.once(`history ${JSON.stringify(range)}`, () =>
      this.source.history({ revisions, firstParent }).signature({ signal, filter }),
    );
  }

  /** The same as ids of commits, of which nothing is listed; undefined for other states. */
  get commits(): FollowedStates<string | undefined> {
    const commit = async (state: State): Promise<string | undefined> => {
      if (state.kind === "merge-base") return this.source.mergeBase(state.left, state.right);
      return state.kind === "commit" ? (await this.source.resolve(state.revision)).id : undefined;
    };
    return {
      defaultRevision: this.defaultRevision,
      snapshot: (revision) => commit(parseState(revision)),
      ends: async (words, staged) => {
        const { from, to } = parseComparison(words, { staged });
        return [await commit(from), await commit(to)];
      },
      commitOf: (revision) => this.commitOf(revision),
      history: (range) => this.history(range),
    };
  }

  /** Throws HeirError where HEAD, index and work tree have no inventory, unless there are no commits and files. */
  async expectInventory(options?: Abortable): Promise<void> {
    const { all } = this.source;
    const head = (await this.source.isUnborn("HEAD", options)) ? emptyState : (await all.commit("HEAD", options))[0];
    const others = this.isBare ? [] : [(await all.index(options))[0], (await all.worktree(options))[0]];
    const states = [head, ...others];
    if (states.some(({ place }) => place.missing === undefined)) return;
    const most = states.reduce((one, other) => (folders(other) > folders(one) ? other : one));
    if (folders(most) > 0) throw noInventory(most);
  }

  /** Where the work tree has the files of the first state so far, absolute; undefined before it, and without a work tree. */
  get folder(): string | undefined {
    const [folder] = this.seen.folders;
    return folder === undefined || this.isBare ? undefined : join(this.source.top, folder);
  }

  private get isBare(): boolean {
    const { git } = this.source;
    return git !== undefined && git.topLevel === undefined;
  }

  /** Throws HeirError for a bare repository. */
  expectWorktree(): void {
    if (this.isBare) throw new HeirError("environment", "there is no work tree to write to");
  }

  /** The inventory folder of the work tree, absolute. Throws HeirError where there is none. */
  async worktreeFolder(): Promise<string> {
    this.expectWorktree();
    return join(this.source.top, (await this.snapshot("WORKTREE")).place.folder);
  }

  keep(): void {
    this.seen.store?.keep();
  }

  close(): Promise<void> {
    this.keep();
    return this.source.close();
  }

  private use({ place, id }: Snapshot): void {
    this.seen.used.add(id);
    if (place.missing === undefined) this.seen.folders.add(place.folder);
  }

  private async once<T>(what: string, look: () => Promise<T>): Promise<T> {
    if (this.options.steady !== true) return look();
    const known = keptAt(this.seen.looked, what, look);
    // Each query is repeated with the type of its first answer.
    return known as Promise<T>;
  }

  private async endsOf(words: readonly string[], staged: boolean, options?: Abortable): Promise<Ends> {
    const { from, to } = parseComparison(words, { staged });
    const isFirst = staged && from.kind === "commit" && (await this.source.isUnborn(from.revision, options));
    const before = isFirst ? beforeTheFirst : await this.source.state(from, options);
    const after = await this.source.state(to, options);
    if (before.place.missing !== undefined && after.place.missing !== undefined) throw noInventory(after);
    return [before, after];
  }
}

/** As the default settings have them. */
const NAMES = { nodes: "nodes", classes: "classes" };

/** Settings for the search of inventories; loads a parser if needed. When asked, throws HeirError for bad overrides. */
export function settingsReader(overrides: readonly string[] = [], overridesName?: string): SettingsReader {
  const parser = async () => (await import("./settings-parser.ts")).settingsParser(overrides, overridesName);
  return {
    names: async (defaults) => {
      return overrides.length === 0 && defaults === undefined ? NAMES : (await parser()).names(defaults);
    },
    foldersIn: async (text) => (/^folder\s*:/m.test(text) ? (await parser()).foldersIn(text) : undefined),
    readFolders: async (files, place) => {
      const isSaid = mayNameFolders([...files.values(), ...overrides], place);
      if (isSaid) return (await parser()).readFolders(files, place);
      return inventoryFolders(place.layout === "kapitan" ? kapitanSettings : defaultSettings);
    },
  };
}

/** A key that names folders is spelled out in a text, unless it has an escape. */
const NAMES_FOLDERS = /_uri|dialect|\\/;
/** Lines that name the usual folders, as most settings files do: whatever they are part of, they change nothing. */
const USUAL = /^(?:nodes_uri: +nodes|classes_uri: +classes|inventory_base_uri: +\.\/?|dialect: +reclass)[ \r]*$/gm;

function mayNameFolders(texts: readonly string[], { defaults, guards, layout }: InventoryPlace): boolean {
  const mayName = (text: string) => NAMES_FOLDERS.test(layout === undefined ? text.replace(USUAL, "") : text);
  return guards !== undefined || [...texts, defaults?.text ?? ""].some(mayName);
}
