import { noOutputs, type OutputCache, OutputStore, outputPacks } from "../../cache/outputs.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { openSource, type Source } from "../../source/open.ts";
import type { GitPlace } from "../../source/repository/locate.ts";
import { parseComparison, parseState, type State } from "../../source/revision.ts";
import { memorySnapshot } from "../../source/snapshot/memory.ts";
import type { LogRequest } from "../log/request.ts";
import type { States, WorkspaceOptions } from "../workspace.ts";

type Ends = readonly [Snapshot, Snapshot];

/**
 * Finds the inventory folder at or above a directory. Throws HeirError for a directory that is not there, and a
 * repository that git refuses.
 */
export async function openStates(options: WorkspaceOptions): Promise<OpenStates> {
  return new OpenStates(await openSource(options), options);
}

/** The states of one folder, and what is needed to read them. */
export class OpenStates implements States {
  readonly source: Source;
  readonly options: Omit<WorkspaceOptions, "cwd">;
  readonly defaultRevision: string;
  readonly prefix: string;
  readonly place: GitPlace | undefined;
  readonly outputs: OutputCache;
  private readonly store: OutputStore | undefined;
  private readonly looked = new Map<string, Promise<unknown>>();

  constructor(source: Source, options: Omit<WorkspaceOptions, "cwd">) {
    this.source = source;
    this.options = options;
    this.prefix = source.git?.prefix ?? "";
    const { git: facts, program } = source;
    this.place = facts && program && { facts, program };
    this.defaultRevision = source.git !== undefined && source.git.topLevel === undefined ? "HEAD" : "WORKTREE";
    const kept = this.commonDir;
    this.store = kept === undefined ? undefined : new OutputStore(outputPacks(kept));
    this.outputs = this.store ?? noOutputs;
  }

  /** The git directory that contains the cache; undefined where there is no cache. */
  get commonDir(): string | undefined {
    return this.options.cache === false ? undefined : this.source.git?.commonDir;
  }

  snapshot(revision: string, options?: Abortable): Promise<Snapshot> {
    return this.once(`state ${revision}`, () => this.state(parseState(revision), options));
  }

  ends(words: readonly string[], staged: boolean, options?: Abortable): Promise<Ends> {
    return this.once(`ends ${JSON.stringify([words, staged])}`, () => this.endsOf(words, staged, options));
  }

  async commitOf(revision: string, { signal }: Abortable = {}): Promise<string | undefined> {
    const state = parseState(revision);
    if (state.kind === "index")
      throw new HeirError("usage", "the index has no history", "name a commit, or leave out -r");
    if (state.kind !== "commit") return undefined;
    return (await this.source.resolve(state.revision, { signal })).id;
  }

  async revisionNames(): Promise<readonly string[]> {
    return this.source.git === undefined ? [] : ["HEAD", "INDEX", "WORKTREE", ...(await this.source.refNames())];
  }

  async history(range: Pick<LogRequest, "revisions" | "firstParent">, { signal }: Abortable = {}): Promise<string> {
    const { revisions, firstParent = false } = range;
    return this.source.history({ revisions, firstParent }).signature({ signal });
  }

  close(): Promise<void> {
    this.store?.keep();
    return this.source.close();
  }

  private async once<T>(what: string, look: () => Promise<T>): Promise<T> {
    if (this.options.steady !== true) return look();
    const known = this.looked.get(what) ?? look();
    this.looked.set(what, known);
    // Each query is repeated with the type of its first answer.
    return known as Promise<T>;
  }

  private async endsOf(words: readonly string[], staged: boolean, options?: Abortable): Promise<Ends> {
    const { from, to } = parseComparison(words, { staged });
    const isFirst = staged && from.kind === "commit" && (await this.source.isUnborn(from.revision, options));
    const before = isFirst ? memorySnapshot([], "no commit") : await this.state(from, options);
    return [before, await this.state(to, options)];
  }

  private async state(state: State, options?: Abortable): Promise<Snapshot> {
    if (state.kind !== "worktree") return this.source.state(state, options);
    if (!this.source.marked) throw noInventory();
    return this.source.worktree(options);
  }
}

function noInventory(): HeirError {
  const hint = "an inventory has a folder nodes/ or a file heir.yml; heir init makes one, -C names one elsewhere";
  return new HeirError("environment", "there is no inventory here", hint);
}
