import { dataChanges } from "../../compare/changes/nodes.ts";
import { Identities } from "../../compare/identity.ts";
import type { HeirError } from "../../model/findings/failure.ts";
import { wholeParts } from "../../model/inventory/node-parts.ts";
import { differingNodes } from "../../model/results/comparison.ts";
import type { HistoryCommit, PlacedCommit, ShareStretch } from "../../model/results/history.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { LogEntry, LogShare } from "../../model/results/log.ts";
import { isSelected, selectPaths } from "../../model/results/path-selection.ts";
import { findsValue } from "../../model/values/path-filter.ts";
import type { NodeData } from "../../resolve/data/node-data.ts";
import type { History } from "../../source/history/history.ts";
import { noInventory, severalInventories } from "../../source/inventory/finder.ts";
import { beforeTheFirst } from "../../source/snapshot/parts.ts";
import { compareSides, type SidesOptions } from "../compare/comparison.ts";
import type { Side } from "../load/outcome.ts";
import type { Workspace } from "../workspace.ts";
import { type NodeState, valueKey } from "./node-state.ts";
import type { Log, LogAsked, LogRequest, Tally } from "./request.ts";
import { HistoryWalk, type TrackedStates } from "./walk.ts";

interface LogSource {
  readonly history: History;
  /** The stretch of commits that the history is, for a share; undefined for all. */
  readonly stretch?: ShareStretch | undefined;
  readonly workspace: Pick<Workspace, "load">;
}

/**
 * The commits of a history that change the requested value or nodes, newest first, each yielded before the next one is
 * examined. A commit changes a value or a node when that differs from every parent: a value is added, changed or
 * removed, a node is added or removed, or newly fails or resolves. In a commit without parents everything counts as
 * changed; at the boundary of a shallow clone, nothing. Equal values from another definition do not differ. A commit
 * that touches what a node reads that fails before and after is yielded, too. Throws HeirError where no commit has an
 * inventory, and what git and the workspace throw.
 */
export class OpenLog implements Log {
  readonly entries: AsyncIterable<LogEntry>;
  readonly tally: Tally = { commits: 0, snapshots: 0, resolved: 0 };
  private isSeen: boolean;
  private readonly omitted: LeftOut[] = [];
  /** The newest commit, as long as no commit has an inventory. */
  private missing: PlacedCommit | undefined;
  /** Where settings begin: older commits were read without any (rule F9 in docs/concepts/inventories.md). */
  private oldest: string | undefined;
  private without = 0;
  /** The states at both ends of a share, of which the second is that of the commit after it. */
  private first: TrackedStates | undefined;
  private next: TrackedStates | undefined;
  private readonly identities = new Identities();
  private readonly walk: HistoryWalk;
  private readonly source: LogSource;
  private readonly request: LogRequest;
  private readonly options: LogAsked;
  private readonly stretch: ShareStretch;

  constructor(source: LogSource, request: LogRequest, options: LogAsked) {
    this.entries = this.found();
    this.stretch = source.stretch ?? WHOLE;
    this.source = source;
    this.request = request;
    this.options = options;
    const { node, isMeant, known = node === undefined } = request;
    this.isSeen = known;
    const { identities, tally } = this;
    this.walk = new HistoryWalk({ ...source, signal: options.signal, identities, tally, isMeant, node });
  }

  private async *found(): AsyncGenerator<LogEntry> {
    const { filter, quiet = false } = this.request;
    const { history } = this.source;
    const wanted = filter === undefined ? undefined : new Set(await history.filtered(filter, this.options));
    for await (const commit of history.commits({ signal: this.options.signal })) {
      if (wanted?.size === 0 && this.isSeen) return;
      const tracked = await this.walk.visit(commit);
      this.first ??= tracked;
      this.lookAt(commit);
      if (commit.place.missing === undefined) this.missing = undefined;
      this.isSeen ||= await this.isIn(commit, tracked);
      if (commit.boundary) this.omitted.push({ kind: "shallow", commit: commit.id });
      const isWanted = (wanted === undefined || wanted.delete(commit.id)) && !commit.boundary;
      const changed = isWanted ? await this.changedNodes(commit, tracked) : [];
      const entry = changed.length > 0 ? await this.entry(commit, tracked, changed) : undefined;
      if (entry !== undefined && tellsOf(entry)) yield entry;
      else if (isWanted && quiet) yield { commit, ...nodeOf(tracked) };
      await this.options.progress?.(this.tally.commits);
      this.options.signal?.throwIfAborted();
    }
    if (this.stretch.next !== undefined) this.next = await this.walk.tracked(this.stretch.next);
    if (this.missing !== undefined && this.source.stretch === undefined) throw noInventoryIn(this.missing);
  }

  seen(): boolean {
    return this.isSeen;
  }

  leftOut(): readonly LeftOut[] {
    const { omitted, oldest, without } = this;
    if (oldest === undefined || without === 0) return [...omitted];
    return [...omitted, { kind: "settings", commit: oldest, commits: without }];
  }

  share(): LogShare {
    const { tally, omitted: leftOut, oldest, without, first, next, missing } = this;
    const { message, hint } = missing === undefined ? {} : noInventoryIn(missing);
    const isKept = (name: string): boolean => next === undefined || next.states.get(name) === first?.states.get(name);
    return {
      commits: tally.commits,
      resolved: tally.resolved,
      leftOut,
      border: { oldest, without },
      entered: this.stretch.isContinued ? resolvedNames(first) : [],
      left: resolvedNames(next),
      changed: [...(first?.states.keys() ?? [])].filter((name) => !isKept(name)),
      missing: message === undefined ? message : { message, hint },
    };
  }

  /** Notes what a commit lacks, settings or one inventory; the newest one must not have several. */
  private lookAt(commit: PlacedCommit): void {
    const { id, place } = commit;
    const isNewest = this.tally.commits === 1;
    if (place.hasSettings === true) this.oldest = id;
    else if (place.missing === undefined && place.defaults === undefined) this.without += 1;
    const several = place.missing?.several;
    if (isNewest) this.missing = commit;
    if (several === undefined) return;
    if (isNewest && this.stretch.start === 0) throw severalInventories(id.slice(0, 7), several);
    this.omitted.push({ kind: "no-inventory", ref: id, several });
  }

  /** Whether the commit or a parent has what is asked for. */
  private async isIn({ compared }: HistoryCommit, tracked: TrackedStates): Promise<boolean> {
    if (this.hasAsked(tracked)) return true;
    for (const parent of compared) if (this.hasAsked(await this.walk.tracked(parent))) return true;
    return false;
  }

  private hasAsked({ states, name }: TrackedStates): boolean {
    const { path } = this.request;
    return path === undefined ? states.size > 0 : valueKey(states.get(name), path, this.identities) !== "none";
  }

  /** Names in the commit of tracked nodes that differ from every parent, or may: failing there and in the first one. */
  private async changedNodes(commit: HistoryCommit, tracked: TrackedStates): Promise<readonly string[]> {
    const { compared } = commit;
    const [first] = compared;
    if (first === undefined) return this.selected(commit, this.differing(tracked, undefined));
    let changed = this.differing(tracked, await this.walk.tracked(first));
    for (const parent of compared.slice(1)) {
      if (changed.size === 0) break;
      const others = this.differing(tracked, await this.walk.tracked(parent));
      const isKept = ([name, known]: NameAndKnown) => others.has(name) && (!known || others.get(name) === true);
      changed = new Map([...changed].filter(isKept));
    }
    return this.selected(commit, changed);
  }

  private async selected({ id, compared }: HistoryCommit, changed: Differing): Promise<readonly string[]> {
    const { selects } = this.request;
    const names = [...changed.keys()];
    if (selects === undefined || names.length === 0) return names;
    const sides: Side[] = [];
    for (const commit of [id, ...compared]) sides.push(await this.walk.side(commit, []));
    return selects(names, sides);
  }

  /** Without a parent, everything differs. */
  private differing(tracked: TrackedStates, parent: TrackedStates | undefined): Differing {
    const { states, name } = tracked;
    if (states === parent?.states) return new Map();
    const isOne = this.request.node !== undefined;
    const names = isOne ? [name] : new Set([...states.keys(), ...(parent?.states.keys() ?? [])]);
    return new Map(
      [...names].flatMap((each): NameAndKnown[] => {
        const [before, after] = [parent?.states.get(isOne ? parent.name : each), states.get(each)];
        if (before !== after && failsTwice(before, after)) return [[each, false]];
        return this.isSame(before, after) ? [] : [[each, true]];
      }),
    );
  }

  private isSame(before: NodeState | undefined, after: NodeState | undefined): boolean {
    if (before === after) return true;
    const { path, paths } = this.request;
    if (path !== undefined) return valueKey(before, path, this.identities) === valueKey(after, path, this.identities);
    if (before === undefined || after === undefined) return !mayHave((before ?? after)?.resolved, paths);
    const [old, now] = [before.resolved, after.resolved];
    if (old === undefined || now === undefined) return old === now;
    if (isOpenAt(old, paths) !== isOpenAt(now, paths)) return false;
    const options = { moved: false, identities: this.identities };
    return !dataChanges(old, now, options).some((change) => isSelected(change.path, paths));
  }

  /** A commit against its first parent. */
  private async entry(commit: HistoryCommit, tracked: TrackedStates, changed: readonly string[]): Promise<LogEntry> {
    const { workspace } = this.source;
    const { node, path, paths: only = [], causes = false } = this.request;
    const { secrets, signal } = this.options;
    const [first] = commit.compared;
    const old = first === undefined ? undefined : await this.walk.tracked(first);
    const isRenamed = node !== undefined && old !== undefined && old.states.size > 0 && old.name !== tracked.name;
    const renamed = isRenamed && tracked.states.size > 0 ? { from: old.name, to: tracked.name } : undefined;
    const nothing = async () => ({ snapshot: beforeTheFirst, inventory: await workspace.load(beforeTheFirst) });
    const before = first === undefined ? await nothing() : await this.walk.side(first, []);
    const nodes = new Set([...changed, ...(isRenamed ? [old.name] : [])]);
    const prefetch: SidesOptions["prefetch"] = ({ snapshot }, names, how) =>
      workspace.load(snapshot, { nodes: names, signal: how.signal });
    const options = { signal, secrets, nodes, causes, at: path, renamed, prefetch };
    const comparison = await compareSides(before, await this.walk.side(commit.id, []), options);
    const logged = { commit, comparison: selectPaths(comparison, { only, without: [] }), ...nodeOf(tracked) };
    return renamed === undefined ? logged : { ...logged, renamedFrom: renamed.from };
  }
}

type NameAndKnown = readonly [name: string, isKnown: boolean];

/** The nodes that differ, with whether that is known. */
type Differing = ReadonlyMap<string, boolean>;

const WHOLE: ShareStretch = { start: 0, end: Number.POSITIVE_INFINITY, isContinued: false, next: undefined };

function noInventoryIn({ id, place }: PlacedCommit): HeirError {
  return noInventory({ title: id.slice(0, 7), place });
}

function failsTwice(...states: readonly (NodeState | undefined)[]): boolean {
  return states.every((state) => state !== undefined && state.resolved === undefined);
}

/** Whether something differs or could not be compared: where states may differ, the comparison knows whether they do. */
function tellsOf({ comparison }: LogEntry): boolean {
  return comparison !== undefined && differingNodes(comparison).size + comparison.nodes.stillFailing.length > 0;
}

function nodeOf({ name, states }: TrackedStates): Pick<LogEntry, "node"> {
  return name === "" || states.size === 0 ? {} : { node: name };
}

function resolvedNames(tracked: TrackedStates | undefined): readonly string[] {
  return [...(tracked?.states ?? [])].flatMap(([name, { isResolved }]) => (isResolved ? [name] : []));
}

/** Whether a node has a value that is asked for; one that does not resolve may have it. */
function mayHave(view: NodeData | undefined, filters: LogRequest["paths"]): boolean {
  if (filters === undefined || view === undefined) return true;
  const whole = view.whole(wholeParts);
  return filters.some((filter) => findsValue(filter, whole));
}

/** Whether an open question leaves out a value that is asked for. */
function isOpenAt({ node }: NodeData, filters: LogRequest["paths"]): boolean {
  return node.conflicts.some(({ paths }) => paths.some(({ path }) => isSelected(path, filters)));
}
