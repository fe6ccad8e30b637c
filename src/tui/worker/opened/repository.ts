import { deserialize, serialize } from "node:v8";
import { keptAt, Recent } from "../../../base/made-once.ts";
import { command } from "../../../base/terminal-text.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import type { Comparison } from "../../../model/results/comparison.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { Beside } from "../../../speed/kept.ts";
import { withBlocks } from "../../../workspace/evidence/reviewed.ts";
import { type Judgement, judgeChange } from "../../../workspace/judge/judgement.ts";
import type { PaceOptions } from "../../../workspace/load/progress.ts";
import { emptyState } from "../../../workspace/load/states.ts";
import { planMerge } from "../../../workspace/merge/ways.ts";
import { commitOutputKey, keepCommitOutput } from "../../../workspace/repeat/repeated-answer.ts";
import type { CompareOptions, Workspace } from "../../../workspace/workspace.ts";
import type { ComparedStates, Merging, StatesTarget } from "../../state/compared.ts";
import { comparedKey, diffCommand } from "../../state/compared.ts";
import type { ChangeSet, CommitCounts, Ends, MadeChangeSet, SeenChanges } from "../rows/change-set.ts";
import { asTable, changeSet, countsOf } from "../rows/change-set.ts";
import type { NodeStatus } from "../rows/node-tree.ts";
import { GradualChanges } from "./gradual-changes.ts";
import { membersChanges, mergeChanges } from "./merge-changes.ts";
import { OpenedRepository, type Opening, READ_LIMITS, type ReadLimits } from "./opened.ts";
import { SelectedComparison } from "./selected-comparison.ts";

export interface AnswerWork {
  readonly repository: WorkerRepository;
  readonly signal: AbortSignal;
  readonly progress: (done: number, total: number) => void;
  /** Waits while keys come: for work whose answer nobody waits for. */
  readonly rest: () => Promise<void>;
}

export interface JudgedChanges extends SeenChanges, Pick<Judgement, "fresh" | "older"> {}

const MOST_SETS = 6;
const MOST_COUNTS = 5000;
/** So many nodes that can differ, and so many changes, become rows in a small part of the time that it takes to find them. */
const FEW_NODES = 1000;
const FEW_CHANGES = 500;
/** One of the index and one of the work tree. */
const MOST_JUDGEMENTS = 2;
/** The same, and two that the user chose. */
const MOST_COMPARED = 4;
/** In the middle of a comparison so many times as much may be read. */
const BEGUN = 5;
/** While nothing is asked, so many times as much stays in memory for the next question. */
const AT_REST = 2;

/** The repository of the terminal UI: opened by the first question, with recent results kept. */
export class WorkerRepository extends OpenedRepository {
  readonly selection: SelectedComparison;
  /** Plain rows, which outlast the workspace. */
  private readonly sets = new Recent<MadeChangeSet>(MOST_SETS);
  /** What was compared last, where that is no commit. */
  private readonly compared = new Recent<Ends>(MOST_COMPARED);
  private readonly judgements = new Recent<JudgedChanges>(MOST_JUDGEMENTS);
  private readonly knownStatuses = new Beside<Inventory, Map<string, NodeStatus>>();
  private readonly gradual = new GradualChanges();
  private readonly counting = new GradualChanges();
  private readonly counted = new Recent<CommitCounts>(MOST_COUNTS);

  /**
   * `moved` is called when HEAD, the index, a branch or a file may have changed; beyond the limits the workspace is
   * opened again. Throws HeirError for invalid paths.
   */
  constructor(opening: Opening, moved: () => void = () => undefined, limits: Partial<ReadLimits> = {}) {
    super(opening, moved, { ...READ_LIMITS, ...limits });
    this.selection = new SelectedComparison(this, opening);
  }

  async forget({ areSecretsShown }: { readonly areSecretsShown: boolean }): Promise<void> {
    this.secrets = areSecretsShown ? "show" : "mask";
    this.counted.clear();
    this.sets.clear();
    await this.release();
  }

  /** Reopens the workspace after much was read, unless a comparison would begin anew. Call it between questions. */
  async tidy(): Promise<void> {
    if (this.gradual.key !== undefined || !this.isFull(this.counting.key === undefined ? 1 : BEGUN)) return;
    await this.release();
    this.limits.collect?.();
  }

  /** To be called when nothing is asked: writes what is to be kept for the next session, and frees what is not needed. */
  async rest(): Promise<void> {
    await this.keep();
    this.limits.collect?.();
    if (!this.holds(AT_REST)) return;
    await this.release();
    this.limits.collect?.();
  }

  override async release(): Promise<void> {
    this.gradual.forget();
    this.counting.forget();
    for (const known of [this.compared, this.judgements]) known.clear();
    await super.release();
  }

  /** Throws HeirError for unknown states. */
  async ends(target: ComparedStates, options: Abortable): Promise<Ends> {
    if (target.kind === "merge") return mergeEnds(await this.workspace(), target, options);
    if (target.kind === "states") return stateEnds(await this.workspace(), target, options);
    if (target.kind === "members") return (await this.workspace()).ends([target.word, target.word], false, options);
    const after = await this.commit(target.id);
    if (target.isGrafted === true) return [after, after];
    return [target.parent === undefined ? emptyState : await this.commit(target.parent), after];
  }

  async sides(target: ComparedStates, options: Abortable): Promise<readonly [Inventory, Inventory]> {
    const [from, to] = await this.ends(target, options);
    const workspace = await this.workspace();
    const { signal } = options;
    return [await workspace.load(from, { signal }), await workspace.load(to, { signal })];
  }

  /** The known statuses of the nodes of an inventory; callers add to it. */
  statuses(inventory: Inventory): Map<string, NodeStatus> {
    return keptAt(this.knownStatuses, inventory, () => new Map());
  }

  /** What a target changes, as rows with their causes. Throws HeirError for a commit whose parents are not here. */
  async changes(target: ComparedStates, options: CompareOptions): Promise<ChangeSet> {
    const key = comparedKey(target);
    if (target.kind === "commit" && target.isGrafted === true) {
      const message = `the parents of ${target.id.slice(0, 7)} are not in this clone, so what it changes is not known`;
      throw new HeirError("environment", message, "git fetch --deepen=1 gets them");
    }
    const known = await this.knownSet(target);
    if (known !== undefined) return known;
    const made = await this.made(target, options);
    this.keepSet(target, made);
    this.counted.set(key, made.set.counts);
    return made.set;
  }

  /** The same; where it takes long, first what is known so far, on the nodes in front before others. */
  async *changesSoFar(
    target: ComparedStates,
    { first: inFront = [], ...options }: CompareOptions,
  ): AsyncGenerator<ChangeSet> {
    const key = comparedKey(target);
    this.gradual.forget(key);
    const known = await this.knownSet(target);
    if (known !== undefined || !isGradual(target)) {
      yield known ?? (await this.changes(target, options));
      return;
    }
    const ends = await this.ends(target, options);
    const inOrder = (names: readonly string[]): CompareOptions => ({ ...options, causes: true, first: names });
    const begin = (names: readonly string[]) => this.selection.gradually(ends, inOrder(names));
    const first = (names: readonly string[]) => this.selection.firstNodes(ends, inOrder(names));
    const asked = { key, ends, inFront, first, begin };
    for await (const { comparison, soFar } of this.gradual.of(asked, options)) {
      const set = { ...this.rows(target, this.selection.onPaths(comparison())), soFar };
      this.keepSet(target, { set, ends });
      if (soFar === undefined) {
        this.counted.set(key, set.counts);
        (await this.keptChanges())?.put("set", target, this.masked(set, undefined), ends);
      }
      yield set;
    }
  }

  /** A commit's changes if known and whole: in memory, or kept, also by a session before. Other states may change. */
  private async knownSet(target: ComparedStates): Promise<ChangeSet | undefined> {
    if (target.kind !== "commit") return undefined;
    const known = this.sets.get(comparedKey(target))?.set;
    if (known !== undefined && known.soFar === undefined) return known;
    const kept = (await this.keptChanges())?.get("set", target);
    if (kept !== undefined) this.sets.set(kept.key, { set: kept });
    return kept;
  }

  private keepSet(target: ComparedStates, { ends, ...made }: SeenChanges): void {
    this.sets.set(made.set.key, made);
    if (target.kind !== "commit") this.compared.set(made.set.key, ends);
  }

  /** Branches may have moved, so they are read each time. */
  private async made(target: ComparedStates, options: CompareOptions): Promise<SeenChanges> {
    const workspace = await this.workspace();
    const shown = { ...options, secrets: this.secrets };
    if (target.kind === "merge") return mergeChanges(target, workspace, this.selection, { ...shown, now: Date.now() });
    const ends = await this.ends(target, options);
    if (target.kind === "members") {
      const nodes = await this.selection.selected(ends.slice(1), options);
      return membersChanges(target, workspace, ends, { ...shown, nodes });
    }
    return { set: this.rows(target, await this.selection.compareTarget(target, ends, options)), ends };
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
    // A session may be open for days.
    const full = { ...options, causes: true, secrets: this.secrets, now: Date.now() };
    const { comparison, fresh, older } = await judgeChange(await this.workspace(), { before, after }, full);
    const shown = this.opening.nodes.length === 0 ? this.selection.onPaths(comparison) : undefined;
    const made = { set: this.rows(target, shown ?? (await this.selection.compare(ends, full))), ends };
    this.keepSet(target, made);
    const judged = { ...made, fresh, older };
    this.judgements.set(key, judged);
    return judged;
  }

  private rows(target: ComparedStates, comparison: Masked<Comparison>): ChangeSet {
    const named = { key: comparedKey(target), isOfCommit: target.kind === "commit" };
    const set = changeSet(named, withBlocks(comparison), command(diffCommand(target) ?? ["heir", "diff"]));
    return target.kind === "states" && target.nodes !== undefined ? asTable(set) : set;
  }

  /** The judgement that was reported last. */
  async judged(target: ComparedStates, options: CompareOptions): Promise<JudgedChanges> {
    return this.judgements.get(comparedKey(target)) ?? this.judge(target, options);
  }

  /** The same, if there is one. */
  lastJudged(target: ComparedStates): JudgedChanges | undefined {
    return this.judgements.get(comparedKey(target));
  }

  /** Some commits in the order in which they are counted: the one that is begun first. */
  inOrder(commits: readonly ComparedStates[]): readonly ComparedStates[] {
    const isBegun = (target: ComparedStates): boolean => comparedKey(target) === this.counting.key;
    return [...commits.filter(isBegun), ...commits.filter((target) => !isBegun(target))];
  }

  /** How much a commit changes; or another target, which is compared each time. */
  async counts(target: ComparedStates, options: PaceOptions): Promise<CommitCounts> {
    if (target.kind !== "commit") return (await this.changes(target, options)).counts;
    const key = comparedKey(target);
    const changes = await this.keptChanges();
    const known = this.counted.get(key) ?? changes?.get("counts", target) ?? changes?.get("set", target)?.counts;
    const counts = known ?? (await this.countedNow(target, options));
    this.counted.set(key, counts);
    return counts;
  }

  /** Where it is little, what the commit changes is kept, too: it is there when the cursor comes to it. */
  private async countedNow(target: ComparedStates, options: PaceOptions): Promise<CommitCounts> {
    const ends = await this.ends(target, options);
    const begin = () => this.selection.gradually(ends, { ...options, causes: true, mostForMembers: FEW_NODES });
    const asked = { key: comparedKey(target), ends, inFront: [], begin };
    const comparison = this.selection.onPaths(await this.counting.whole(asked, options));
    const kept = await this.keptChanges();
    if (comparison.members !== undefined && comparison.changes.length <= FEW_CHANGES)
      kept?.put("set", target, this.masked(this.rows(target, comparison), undefined), ends);
    const made = countsOf(comparison);
    kept?.put("counts", target, made, ends);
    return made;
  }

  /** Undefined while secrets are shown: they are never kept. */
  private async keptChanges(): Promise<ReturnType<typeof keptChanges> | undefined> {
    return this.secrets === "show" ? undefined : keptChanges(await this.workspace(), this.opening);
  }
}

/** Whether nodes are compared one after the other; a commit without parents is refused. */
function isGradual(target: ComparedStates): boolean {
  if (target.kind === "commit") return target.isGrafted !== true;
  return target.kind === "states" && target.nodes === undefined;
}

/** The two states of a target that names them, or of which the newer one is the result of a merge. Throws HeirError for unknown revisions. */
async function stateEnds(workspace: Workspace, target: StatesTarget, options: Abortable): Promise<Ends> {
  const { words, staged, merge } = target;
  if (merge === undefined) return workspace.ends(words, staged, options);
  const [, merged] = await mergeEnds(workspace, merge, options);
  const [older] = words;
  return [older === undefined ? merged : await workspace.snapshot(older, options), merged];
}

/** The side into which is merged, and what that would give. Throws HeirError for unknown revisions and unrelated histories. */
async function mergeEnds(workspace: Workspace, { branch, into }: Merging, { signal }: Abortable): Promise<Ends> {
  const { task } = await planMerge(workspace.source, { branch, into, signal });
  return [task.states.ours, task.states.merged];
}

interface Kept {
  readonly counts: CommitCounts;
  readonly set: ChangeSet;
}

/** Changes of commits from earlier sessions, in the cache, as rows with secrets masked: a commit stays what it is. */
function keptChanges(workspace: Workspace, { cwd, directory, overrides, nodes, paths }: Opening) {
  const keyOf = (kind: keyof Kept, target: ComparedStates): string | undefined => {
    if (target.kind !== "commit" || target.isGrafted === true) return undefined;
    const asked = [cwd, directory ?? null, overrides, nodes, paths, target.id, target.parent ?? null];
    return commitOutputKey(workspace, `${kind} of a commit 1`, asked);
  };
  return {
    get<Kind extends keyof Kept>(kind: Kind, target: ComparedStates): Kept[Kind] | undefined {
      const key = keyOf(kind, target);
      const bytes = key && workspace.outputs.get(key);
      // What has this key and the right digest was made by `put`.
      return bytes && deserialize(bytes);
    },
    /** Keeps it, if the commits alone say what it is. */
    put<Kind extends keyof Kept>(kind: Kind, target: ComparedStates, made: Kept[Kind], ends: Ends): void {
      const key = keyOf(kind, target);
      if (key !== undefined) keepCommitOutput(workspace, key, { output: serialize(made), of: ends });
    },
  };
}
