import { keptAt, Recent } from "../../base/made-once.ts";
import { foundFor } from "../../base/text-order.ts";
import { findRenames } from "../../compare/changes/renames.ts";
import type { Identities } from "../../compare/identity.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { hasLinks } from "../../model/inventory/tree-entries.ts";
import type { FileDifference, HistoryCommit } from "../../model/results/history.ts";
import type { History } from "../../source/history/history.ts";
import { hasError, loneNode, type Side } from "../load/outcome.ts";
import type { Workspace } from "../workspace.ts";
import { ListedNames } from "./listing-names.ts";
import { NodeState } from "./node-state.ts";
import type { Tally } from "./request.ts";
import { type HistoryStep, stepBetween, stepOf, touchesLinks } from "./step.ts";

/** The tracked states in one commit. Commits share them as long as nothing that was read changes. */
export interface TrackedStates {
  /** By name. Where one node is tracked, that node alone; empty where it does not exist. */
  readonly states: ReadonlyMap<string, NodeState>;
  /** The name of the tracked node; empty when all nodes are tracked. */
  readonly name: string;
  readonly settings: Settings;
  /** Equal where the inventory as a whole is equally readable. */
  readonly readability: string;
  /** Whether there are symbolic links. */
  readonly linked: boolean;
}

interface ChildLink {
  readonly commit: string;
  readonly tracked: TrackedStates;
  readonly differences: readonly FileDifference[];
}

interface HistoryWalkOptions extends Abortable {
  readonly history: History;
  readonly workspace: Pick<Workspace, "load">;
  /** The node to track, by its name in commits without children; all nodes when absent. */
  readonly node?: string;
  /** Of all nodes those that are tracked. */
  readonly isMeant?: ((name: string) => boolean) | undefined;
  readonly identities: Identities;
  readonly tally: Tally;
}

/** Enough for a commit, its parents, and the start of another line of history. */
const MOST_SNAPSHOTS = 8;

/**
 * The state of one node, or of all, in each commit of a history. Visit every commit, newest first. A parent equals its
 * child unless the child changed something that the tracked nodes read; only then is it examined. Nodes are followed
 * through renames. A commit with several children takes its state from the first of them that has the node.
 */
export class HistoryWalk {
  /** Commits not visited yet, with the children from which their state was not derived yet, in the order of the history. */
  private readonly expected = new Map<string, { tracked: TrackedStates | undefined; readonly links: ChildLink[] }>();
  private readonly snapshots = new Recent<Promise<Snapshot>>(MOST_SNAPSHOTS);
  private readonly names = new ListedNames();
  private readonly listing: ReturnType<History["listing"]>;
  private readonly options: HistoryWalkOptions;

  constructor(options: HistoryWalkOptions) {
    this.options = options;
    this.listing = options.history.listing([this.names], options);
  }

  /** The state of a commit. Call it before asking for its parents. */
  async visit(commit: HistoryCommit): Promise<TrackedStates> {
    this.options.tally.commits += 1;
    this.listing.learn(commit);
    const tracked = await this.tracked(commit.id);
    this.expected.delete(commit.id);
    for (const parent of commit.compared) {
      const differences = commit.differences.get(parent) ?? [];
      const link = { commit: commit.id, tracked, differences };
      const known = this.expected.get(parent);
      if (known === undefined) this.expected.set(parent, { tracked: undefined, links: [link] });
      else if (!isThere(known.tracked)) known.links.push(link);
    }
    return tracked;
  }

  /** The state of a visited commit, or of a parent of one. */
  async tracked(commit: string): Promise<TrackedStates> {
    const expected = this.expected.get(commit);
    let found = expected?.tracked;
    for (const link of expected?.links.splice(0) ?? []) {
      if (isThere(found)) break;
      const next = await this.derived(commit, link);
      if (found === undefined || isThere(next)) found = next;
    }
    // It has no known child.
    found ??= await this.fresh(commit, this.options.node ?? "");
    if (expected !== undefined) expected.tracked = found;
    return found;
  }

  /** A visited commit or a parent of one, with the files of some nodes, or all, prefetched. */
  async side(commit: string, nodes: readonly string[] | "all"): Promise<Side> {
    const { workspace, signal } = this.options;
    const known = keptAt(this.snapshots, commit, () => this.snapshot(commit));
    const snapshot = await known;
    const hint = nodes === "all" ? ({ scope: "nodes" } as const) : ({ scope: "shared", nodes } as const);
    return { snapshot, inventory: await workspace.load(snapshot, { ...hint, signal }) };
  }

  private async snapshot(commit: string): Promise<Snapshot> {
    const { history, tally, signal } = this.options;
    tally.snapshots += 1;
    return history.snapshot(commit, await this.listing.moveTo(commit), { signal });
  }

  /** States from a commit's own inventory. */
  private async fresh(commit: string, name: string): Promise<TrackedStates> {
    const linked = hasLinks(await this.listing.moveTo(commit));
    const isOne = this.options.node !== undefined;
    const { inventory } = await this.side(commit, isOne ? [name] : "all");
    const states = this.statesOf(inventory, isOne ? [name] : this.meant(inventory.nodeNames));
    const { settings } = inventory;
    const readability = linked ? `linked ${hasError(inventory)}` : await this.readability(commit, settings);
    return { states, name, settings, linked, readability };
  }

  private meant(names: readonly string[]): readonly string[] {
    const { isMeant } = this.options;
    return isMeant === undefined ? names : names.filter(isMeant);
  }

  private statesOf(inventory: Inventory, names: readonly string[]): ReadonlyMap<string, NodeState> {
    const { tally } = this.options;
    return foundFor(names, (name) => inventory.node(name) && new NodeState(inventory, name, tally));
  }

  private async readability(commit: string, settings: Settings): Promise<string> {
    await this.listing.moveTo(commit);
    this.names.use(settings);
    return this.names.readability();
  }

  /** The state of a parent, derived from one of its children. */
  private async derived(parent: string, link: ChildLink): Promise<TrackedStates> {
    const { tracked } = link;
    const step = await this.stepTo(parent, link);
    if (step === undefined) return tracked;
    if (step.settings || isLinked(link)) return this.fromOwnInventory(parent, link);
    if (step.structure && (await this.readability(parent, tracked.settings)) !== tracked.readability)
      return this.fromOwnInventory(parent, link);
    const states = await this.parentStates(parent, tracked, step);
    if (states !== undefined) return states === tracked.states ? tracked : { ...tracked, states };
    return this.fromOwnInventory(parent, link);
  }

  private async stepTo(parent: string, link: ChildLink): Promise<HistoryStep | undefined> {
    if (!isLinked(link)) return stepOf(link.differences, link.tracked.settings);
    if (link.differences.length === 0) return undefined;
    const [before, after] = [await this.side(parent, []), await this.side(link.commit, [])];
    return stepBetween(before.snapshot, after.snapshot, link.tracked.settings);
  }

  /** States from the parent's own inventory, reusing those that cannot differ, with the node under its name there. */
  private async fromOwnInventory(parent: string, { commit, tracked }: ChildLink): Promise<TrackedStates> {
    const name = isThere(tracked) ? await this.followed(tracked.name, parent, commit) : tracked.name;
    return this.fresh(parent, name);
  }

  /** The parent's states under equal settings and readability: the child's map if none differ; undefined if renamed. */
  private async parentStates(
    parent: string,
    tracked: TrackedStates,
    step: HistoryStep,
  ): Promise<TrackedStates["states"] | undefined> {
    const { states, name } = tracked;
    const isOne = this.options.node !== undefined;
    const cameOrWent = isOne ? [name].filter((each) => step.nodes.has(each)) : this.meant([...step.nodes]);
    const gone = cameOrWent.filter((each) => states.has(each) && !this.names.hasNode(each));
    if (isOne && gone.length > 0) return undefined;
    const added = cameOrWent.filter((each) => !states.has(each) && this.names.hasNode(each));
    const mayDiffer = [...states.values()].filter((state) => state.mayDiffer(step));
    const again = mayDiffer.filter(({ name: each }) => !gone.includes(each));
    const isShared = step.groups || step.policies || step.contracts;
    const reached = isShared ? [...states.values()].filter((each) => !again.includes(each)) : [];
    if (gone.length + added.length + again.length + reached.length === 0) return states;
    const next = new Map(states);
    for (const each of gone) next.delete(each);
    const fresh = [...added, ...again.map(({ name: changed }) => changed)];
    if (fresh.length + reached.length === 0) return next;
    const { inventory } = await this.side(parent, [...fresh, ...reached.map(({ name: each }) => each)]);
    const differing = reached.filter((each) => each.isReachedDifferently(inventory, step));
    if (gone.length + again.length + added.length + differing.length === 0) return states;
    const examined = this.statesOf(inventory, [...fresh, ...differing.map(({ name: changed }) => changed)]);
    for (const [each, state] of examined) next.set(each, state);
    return next;
  }

  /** The name in a parent of a node of a commit. */
  private async followed(name: string, parent: string, commit: string): Promise<string> {
    const [before, after] = [await this.side(parent, []), await this.side(commit, [])];
    const [old, now] = [new Set(before.inventory.nodeNames), new Set(after.inventory.nodeNames)];
    if (old.has(name)) return name;
    const [gone, come] = [[...old].filter((each) => !now.has(each)), [...now].filter((each) => !old.has(each))];
    await Promise.all([this.side(parent, gone), this.side(commit, come)]);
    const [removed, added] = [gone.map((each) => loneNode(each, before)), come.map((each) => loneNode(each, after))];
    this.options.tally.resolved += removed.length + added.length;
    const renames = findRenames(removed, added, this.options.identities);
    return renames.find(({ to }) => to === name)?.from ?? name;
  }
}

function isThere(tracked: TrackedStates | undefined): boolean {
  return tracked !== undefined && (tracked.name === "" || tracked.states.size > 0);
}

function isLinked({ tracked, differences }: ChildLink): boolean {
  return tracked.linked || touchesLinks(differences);
}
