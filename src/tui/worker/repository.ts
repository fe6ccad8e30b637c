import { fnmatch } from "../../base/glob.ts";
import { Recent } from "../../base/recent.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { derived } from "../../model/secrets/mask.ts";
import type { Masked, SecretsChoice } from "../../model/secrets/masked.ts";
import { type PathFilter, parsePathFilter } from "../../model/values/path-filter.ts";
import { selectPaths } from "../../report/values/path-selection.ts";
import { type Judgement, judgeChange } from "../../workspace/check/judgement.ts";
import { withBlocks } from "../../workspace/compare/blocks.ts";
import { emptyState } from "../../workspace/load/states.ts";
import { type CommitPages, openCommitPages, type RepositoryWatch } from "../../workspace/log/history.ts";
import { openWorkspace } from "../../workspace/open.ts";
import type { CompareOptions, Workspace } from "../../workspace/workspace.ts";
import { GradualChanges } from "./gradual-changes.ts";
import { KeptChanges } from "./kept-changes.ts";
import { isFull, LIMITS, type ReadLimits } from "./limits.ts";
import { membersChanges } from "./members-changes.ts";
import { mergeChanges } from "./merge-changes.ts";
import { type ChangeSet, type CommitCounts, type ComparedStates, comparedKey } from "./protocol/data.ts";
import { diffCommand } from "./protocol/diff-command.ts";
import type { NodeStatus } from "./protocol/node-data.ts";
import type { Opening } from "./protocol/questions.ts";
import { changeSet, countsOf, type Ends, type MadeChangeSet, type SeenChanges } from "./rows/change-set.ts";
import { SecondDoor } from "./second-door.ts";

/** The changes between two states, and the new findings of the later one. */
export interface JudgedChanges extends SeenChanges, Pick<Judgement, "fresh" | "older"> {}

/** The most snapshots that are kept: the parent of a commit is the next one to be compared. */
const MOST_SNAPSHOTS = 3;
const MOST_SETS = 6;
/** Between two times that the cache is written. */
const REST_MS = 10_000;
const MOST_COUNTS = 5000;
/** One of the index and one of the work tree. */
const MOST_JUDGEMENTS = 2;
/** The same, and two that the user chose. */
const MOST_COMPARED = 4;

/** That two nodes have two names need not be said. */
const OWN_NAMES = pathFilter("_reclass_:name");

/** The repository of the terminal UI: opened by the first question, with recent results kept. */
export class WorkerRepository {
  private readonly opening: Opening;
  private readonly commits = new Recent<Promise<Snapshot>>(MOST_SNAPSHOTS);
  /** Plain rows, which outlast the workspace. */
  private readonly sets = new Recent<MadeChangeSet>(MOST_SETS);
  /** What was compared last, where that is no commit. */
  private readonly compared = new Recent<Ends>(MOST_COMPARED);
  private readonly judgements = new Recent<JudgedChanges>(MOST_JUDGEMENTS);
  private readonly gradual = new GradualChanges();
  private readonly counted = new Recent<CommitCounts>(MOST_COUNTS);
  private readonly paths: readonly PathFilter[];
  private readonly patterns: readonly ((name: string) => boolean)[];
  private readonly status = new WeakMap<Inventory, Map<string, NodeStatus>>();
  private opened: Promise<Workspace> | undefined;
  private door = new SecondDoor([]);
  private found: Promise<CommitPages> | undefined;

  private readonly moved: () => void;
  private readonly limits: ReadLimits;
  /** Commits that were read since the workspace was opened. */
  private read = 0;
  private watch: Promise<RepositoryWatch> | undefined;
  private rested = Number.NEGATIVE_INFINITY;
  /** How results are asked for. */
  secrets: SecretsChoice = "mask";

  /**
   * `moved` is called when HEAD, the index, a branch or a file may have changed; beyond the limits the workspace is opened
   * again. Throws HeirError for invalid paths.
   */
  constructor(opening: Opening, moved: () => void = () => undefined, limits: ReadLimits = LIMITS) {
    this.opening = opening;
    this.moved = moved;
    this.limits = limits;
    this.paths = opening.paths.map(pathFilter);
    this.patterns = opening.nodes.map((pattern) => fnmatch(pattern));
  }

  /** Where heir was started. */
  place(): { readonly cwd: string; readonly directory?: string } {
    const { cwd, directory } = this.opening;
    return { cwd, ...(directory !== undefined && { directory }) };
  }

  /** Forgets everything that was read. */
  async forget({ areSecretsShown }: { readonly areSecretsShown: boolean }): Promise<void> {
    this.secrets = areSecretsShown ? "show" : "mask";
    this.counted.clear();
    this.sets.clear();
    await this.release();
  }

  /** Opens the workspace again once it has read many commits, or much. To be called between questions. */
  async tidy(): Promise<void> {
    if (!isFull(this.read, this.limits) || this.gradual.isRunning) return;
    await this.release();
    this.limits.collect?.();
  }

  workspace(): Promise<Workspace> {
    this.opened ??= openWorkspace({ ...this.place(), overrides: this.opening.overrides }).then((workspace) => {
      this.door = new SecondDoor(workspace.secretTexts);
      return workspace;
    });
    return this.opened;
  }

  /** An answer as it may leave: without the secret texts of the states that were read, unless they are shown. */
  passed<T>(answer: T, question: unknown): T {
    return this.secrets === "show" ? answer : this.door.pass(answer, question);
  }

  history(): Promise<CommitPages> {
    this.found ??= openCommitPages(this.place());
    return this.found;
  }

  /** Watches the repository and these folders from now on, instead of those before. */
  async follow(folders: Iterable<string>): Promise<void> {
    this.watch ??= this.history().then((history) => history.watch(this.moved));
    (await this.watch).follow(folders);
  }

  private async release(): Promise<void> {
    const before = this.opened;
    this.opened = undefined;
    this.read = 0;
    this.gradual.forget();
    for (const known of [this.commits, this.compared, this.judgements]) known.clear();
    await before?.then(
      (workspace) => workspace.close(),
      () => undefined,
    );
  }

  /** Throws HeirError for unknown states. */
  async ends(target: ComparedStates, options: Abortable): Promise<Ends> {
    if (target.kind === "states") return (await this.workspace()).ends(target.words, target.staged, options);
    if (target.kind === "merge") return (await this.made(target, options)).ends;
    if (target.kind === "members") return (await this.workspace()).ends([target.word, target.word], false, options);
    const after = await this.commit(target.id);
    if (target.isGrafted === true) return [after, after];
    return [target.parent === undefined ? emptyState : await this.commit(target.parent), after];
  }

  /** The inventories of both states of a target. */
  async sides(target: ComparedStates, options: Abortable): Promise<readonly [Inventory, Inventory]> {
    const [from, to] = await this.ends(target, options);
    const workspace = await this.workspace();
    const { signal } = options;
    return [await workspace.load(from, { signal }), await workspace.load(to, { signal })];
  }

  /** The known statuses of the nodes of an inventory; callers add to it. */
  statuses(inventory: Inventory): Map<string, NodeStatus> {
    const known = this.status.get(inventory) ?? new Map<string, NodeStatus>();
    this.status.set(inventory, known);
    return known;
  }

  /** Whether the patterns of the command line select a node. */
  isMeant(name: string): boolean {
    return this.patterns.length === 0 || this.patterns.some((fits) => fits(name));
  }

  /** What a target changes, as rows with their causes. Throws HeirError for a commit whose parents are not here. */
  async changes(target: ComparedStates, options: CompareOptions): Promise<ChangeSet> {
    const key = comparedKey(target);
    if (target.kind === "commit" && target.isGrafted === true) throw grafted(target.id);
    const known = this.knownSet(target);
    if (known !== undefined) return known;
    const made = await this.made(target, options);
    this.keep(target, made);
    this.counted.set(key, made.set.counts);
    return made.set;
  }

  /** The same; where it takes long, first what is known so far. */
  async *changesSoFar(target: ComparedStates, options: CompareOptions): AsyncGenerator<ChangeSet> {
    const key = comparedKey(target);
    this.gradual.forget(key);
    if (!isGradual(target) || this.knownSet(target) !== undefined) {
      yield await this.changes(target, options);
      return;
    }
    const kept = (await this.keptChanges())?.get("set", target);
    if (kept !== undefined) {
      this.sets.set(kept.key, { set: kept });
      yield kept;
      return;
    }
    const ends = await this.ends(target, options);
    const begin = async () => {
      const given = await this.compareOptions(ends, { ...options, causes: true });
      return (await this.workspace()).compareGradually(...ends, given);
    };
    for await (const { comparison, soFar } of this.gradual.of({ key, ends, begin }, options)) {
      const set = { ...this.rows(target, this.selected(comparison)), ...(soFar !== undefined && { soFar }) };
      this.keep(target, { set, ends });
      if (soFar === undefined) {
        this.counted.set(key, set.counts);
        (await this.keptChanges())?.put("set", target, { made: this.door.pass(set, undefined), ends });
      }
      yield set;
    }
  }

  /** The changes that are known and whole; of other states than commits they may be others now. */
  private knownSet(target: ComparedStates): ChangeSet | undefined {
    const known = target.kind === "commit" ? this.sets.get(comparedKey(target))?.set : undefined;
    return known?.soFar === undefined ? known : undefined;
  }

  private keep(target: ComparedStates, { ends, ...made }: SeenChanges): void {
    this.sets.set(made.set.key, made);
    if (target.kind !== "commit") this.compared.set(made.set.key, ends);
  }

  /** Branches may have moved, so they are read each time. */
  private async made(target: ComparedStates, options: CompareOptions): Promise<SeenChanges> {
    const workspace = await this.workspace();
    if (target.kind === "merge") {
      const compare = (both: Ends, how: CompareOptions) => this.compare(both, how);
      return mergeChanges(target, { workspace, compare, options: { ...options, secrets: this.secrets } });
    }
    const ends = await this.ends(target, options);
    const isMeant = (name: string) => this.isMeant(name);
    if (target.kind === "members")
      return membersChanges(target, { workspace, ends, secrets: this.secrets, isMeant, options });
    return { set: this.rows(target, await this.compareTarget(target, ends, options)), ends };
  }

  /** Two nodes are compared as one that has another name in each state; no edit is the cause of what differs. */
  async compareTarget(target: ComparedStates, ends: Ends, options: CompareOptions): Promise<Masked<Comparison>> {
    if (target.kind !== "states" || target.nodes === undefined) return this.compare(ends, { ...options, causes: true });
    const [from, to] = target.nodes;
    const compared = await this.compare(ends, { ...options, renamed: { from, to }, nodes: new Set([to]) });
    const others = selectPaths(compared, { only: [], without: [OWN_NAMES] });
    return derived(others, (whole) => ({ ...whole, nodes: { ...whole.nodes, renamed: [] } }));
  }

  /** The changes that were reported last; index and work tree may have changed since. */
  async seen(target: ComparedStates, options: CompareOptions): Promise<MadeChangeSet> {
    const key = comparedKey(target);
    return this.sets.get(key) ?? this.changes(target, options).then((set) => this.sets.get(key) ?? { set });
  }

  /** The states that were compared last. */
  async seenEnds(target: ComparedStates, options: Abortable): Promise<Ends> {
    return this.compared.get(comparedKey(target)) ?? this.ends(target, options);
  }

  /** The changes and new findings of a target, computed again. */
  async judge(target: ComparedStates, options: CompareOptions): Promise<JudgedChanges> {
    const key = comparedKey(target);
    const ends = await this.ends(target, options);
    const [before, after] = ends;
    const full = { ...options, causes: true, secrets: this.secrets };
    const { comparison, fresh, older } = await judgeChange(await this.workspace(), { before, after }, full);
    const shown = this.opening.nodes.length === 0 ? this.selected(comparison) : undefined;
    const made = { set: this.rows(target, shown ?? (await this.compare(ends, full))), ends };
    this.keep(target, made);
    const judged = { ...made, fresh, older };
    this.judgements.set(key, judged);
    return judged;
  }

  private rows(target: ComparedStates, comparison: Masked<Comparison>): ChangeSet {
    const named = { key: comparedKey(target), isOfCommit: target.kind === "commit" };
    return changeSet(named, withBlocks(comparison), diffCommand(target) ?? "heir diff");
  }

  /** The judgement that was reported last. */
  async judged(target: ComparedStates, options: CompareOptions): Promise<JudgedChanges> {
    return this.judgements.get(comparedKey(target)) ?? this.judge(target, options);
  }

  /** The same, if there is one. */
  lastJudged(target: ComparedStates): JudgedChanges | undefined {
    return this.judgements.get(comparedKey(target));
  }

  /** How much a commit changes. */
  async counts(target: ComparedStates, options: Abortable): Promise<CommitCounts> {
    const key = comparedKey(target);
    const changes = await this.keptChanges();
    const known = this.counted.get(key) ?? changes?.get("set", target)?.counts ?? changes?.get("counts", target);
    const counts = known ?? (await this.countedNow(target, options));
    this.counted.set(key, counts);
    return counts;
  }

  private async countedNow(target: ComparedStates, options: Abortable): Promise<CommitCounts> {
    const ends = await this.ends(target, options);
    const made = countsOf(await this.compare(ends, { ...options, causes: true }));
    (await this.keptChanges())?.put("counts", target, { made, ends });
    return made;
  }

  /** Undefined while secrets are shown: they are never kept. */
  private async keptChanges(): Promise<KeptChanges | undefined> {
    return this.secrets === "show" ? undefined : new KeptChanges(await this.workspace(), this.opening);
  }

  /** Writes what is to be kept for the next session, at most now and then. */
  async rest(): Promise<void> {
    const now = performance.now();
    if (this.opened === undefined || now - this.rested < REST_MS) return;
    this.rested = now;
    await this.opened.then(
      (workspace) => workspace.keep(),
      () => undefined,
    );
  }

  /** How two states differ, on the selected nodes and paths. */
  private async compare(ends: Ends, options: CompareOptions): Promise<Masked<Comparison>> {
    const workspace = await this.workspace();
    return this.selected(await workspace.compare(...ends, await this.compareOptions(ends, options)));
  }

  private async compareOptions(ends: Ends, options: CompareOptions): Promise<CompareOptions> {
    const nodes = options.nodes ?? (await this.chosenNodes(ends, options));
    return { ...options, ...(nodes !== undefined && { nodes }), secrets: this.secrets };
  }

  private selected(comparison: Masked<Comparison>): Masked<Comparison> {
    return selectPaths(comparison, { only: this.paths, without: [] });
  }

  private async chosenNodes(ends: Ends, options: Abortable): Promise<ReadonlySet<string> | undefined> {
    if (this.patterns.length === 0) return undefined;
    const workspace = await this.workspace();
    const names = new Set<string>();
    for (const end of ends) {
      const { nodeNames } = await workspace.load(end, { scope: "names", signal: options.signal });
      for (const name of nodeNames) if (this.isMeant(name)) names.add(name);
    }
    return names;
  }

  /** It ignores the signal: another question may wait for the same commit. */
  private async commit(id: string): Promise<Snapshot> {
    const known = this.commits.get(id);
    if (known !== undefined) return known;
    this.read += 1;
    const read = (await this.workspace()).snapshot(id);
    this.commits.set(id, read);
    read.catch(() => this.commits.delete(id));
    return read;
  }
}

/** Whether nodes are compared one after the other; a commit without parents is refused. */
function isGradual(target: ComparedStates): boolean {
  if (target.kind === "commit") return target.isGrafted !== true;
  return target.kind === "states" && target.nodes === undefined;
}

function grafted(id: string): HeirError {
  return new HeirError(
    "environment",
    `the parents of ${id.slice(0, 7)} are not in this clone, so what it changes is not known`,
    "git fetch --deepen=1 gets them",
  );
}

function pathFilter(text: string): PathFilter {
  const filter = parsePathFilter(text);
  if (typeof filter === "string") throw new HeirError("usage", `--path: ${filter}`);
  return filter;
}
