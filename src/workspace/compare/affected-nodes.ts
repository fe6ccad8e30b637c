import { keptAt } from "../../base/made-once.ts";
import type { KnownDependencies, KnownState, NodeDependencies } from "../../cache/states/dependencies.ts";
import { fileChanges, isAffected, isAskedDifferently, oneSided } from "../../compare/affected.ts";
import type { CauseSearch } from "../../compare/causes/causes.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Rename } from "../../model/results/printed-parts.ts";
import { allContractsRead, contractsRead } from "../../resolve/contracts/node-contracts.ts";
import { groupsReadBy, namesOfWalked, readsOf, type WalkedNode, walkNode } from "../../resolve/node.ts";
import { policiesRead } from "../../resolve/policies/node-policies.ts";
import { hasError, type Side } from "../load/outcome.ts";
import type { PaceOptions } from "../load/progress.ts";
import type { Affected } from "../workspace.ts";
import { type NodeFileStore, nodesInTurn } from "./each-node.ts";
import type { Between, NodesAlone, Sides } from "./side.ts";

export interface AffectedOptions extends PaceOptions, NodeFileStore {
  /** Only these nodes; all when absent. */
  readonly nodes?: ReadonlySet<string>;
  readonly dependencies?: KnownDependencies;
}

/** The files of so many nodes that can differ stay: later steps ask for them again. */
const MOST_HELD = 1000;

/** Finds the nodes that can differ between two states. */
export class AffectedNodes {
  private readonly before: Inventory;
  private readonly after: Inventory;
  /** Whether anything but a node's own file changed that decides which groups hold the node. */
  private readonly groupsChanged: boolean;
  private readonly policiesChanged: boolean;
  /** Whether contracts that change values differ. */
  private readonly contractsChanged: boolean;
  /** What an earlier comparison knows of nodes of the earlier state. */
  private readonly near: (name: string) => NodeDependencies | undefined;
  private readonly read: ReturnType<typeof dependencyReader>;
  private readonly readLater: ReturnType<typeof dependencyReader>;
  /** Dependencies of nodes of both states, as far as they were asked for or the nodes were compared. */
  private readonly found = new Map<string, NodeDependencies>();
  private readonly foundLater = new Map<string, NodeDependencies>();
  /** The nodes of which they were looked up, without a walk that reads files. */
  private readonly lookedUp = new Set<string>();
  /** Whether the nodes that differ are looked for among all nodes. */
  private isWhole = false;
  private compared = 0;
  /** Whether a node queries others, so that any may be asked for again. */
  private asksAny = false;
  private classes: ReadonlyMap<string | undefined, string> | undefined;
  private readonly between: Between;
  private readonly options: AffectedOptions;

  constructor(between: Between, options: AffectedOptions) {
    this.between = between;
    this.options = options;
    this.before = between.before.inventory;
    this.after = between.after.inventory;
    this.groupsChanged = !sameFiles(this.before.groups.files, this.after.groups.files);
    this.policiesChanged = !sameFiles(policyFiles(this.before), policyFiles(this.after));
    this.contractsChanged = allContractsRead(this.before) !== allContractsRead(this.after);
    const near = options.dependencies?.near([between.before, between.after]);
    this.near = near === undefined ? () => undefined : nearDependencies(near, between.before);
    this.read = dependencyReader(this.before);
    this.readLater = dependencyReader(this.after);
  }

  /** Nodes that could differ: those with a changed file, and those that query such a node, or one added or removed. */
  async among(common: readonly string[]): Promise<readonly string[]> {
    const { before, after } = this;
    const { files, identities } = this.between;
    if (before.settings !== after.settings || hasError(before) !== hasError(after)) return common;
    if (files.paths.size === 0) return [];
    if (hasError(before)) return common;
    const names = this.asksOthers(common) ? before.nodeNames : common;
    this.isWhole = names === before.nodeNames && names.length > 0;
    const changed = new Set(oneSided(before.nodeNames, after.nodeNames));
    const asking = await this.lookAt(names, changed);
    // Queries may ask any node.
    for (const state of this.asksAny ? [this.between.before, this.between.after] : []) {
      await this.options.prefetch?.(state, state.inventory.nodeNames, this.options);
    }
    const sides = { before, after, changed: [...changed], identities };
    for (const name of asking) if (isAskedDifferently(readsOf(before, name), sides)) changed.add(name);
    return common.filter((name) => changed.has(name));
  }

  /** Adds those of some nodes that can differ; gives those that query others, if nothing else makes them differ. */
  private async lookAt(names: readonly string[], changed: Set<string>): Promise<readonly string[]> {
    const asking: string[] = [];
    const isKnown = (name: string) => this.knownBefore(name) !== undefined;
    for await (const name of nodesInTurn(names, { ...this.options, sides: [this.between.before], isKnown })) {
      const dependencies = this.dependenciesOf(name);
      const isLookedUp = this.lookedUp.has(name);
      if (isLookedUp) this.readSecrets(name, dependencies);
      const isRead = !isLookedUp || this.policiesChanged || this.contractsChanged;
      this.asksAny ||= dependencies.asks;
      const canDiffer = this.canDiffer(name, dependencies);
      if (canDiffer) changed.add(name);
      else if (dependencies.asks) asking.push(name);
      if (isRead && (!canDiffer || changed.size > MOST_HELD)) this.release(name, [this.between.before]);
    }
    return asking;
  }

  /** Call it once a node is compared, with its walk on each readable side: notes what it depends on, drops files. */
  done(name: string, { old, new: now }: Sides<WalkedNode | undefined>): void {
    if (this.options.dependencies !== undefined && this.isWhole) {
      if (old !== undefined && !this.found.has(name)) this.found.set(name, this.read(name, old));
      if (now !== undefined) this.foundLater.set(name, this.readLater(name, now));
    }
    this.compared += 1;
    if (this.compared > MOST_HELD) this.release(name, [this.between.before, this.between.after]);
  }

  /** Keeps the dependencies of the nodes of both states, if all were looked at; `affected` is the result of {@link among}. */
  keep(affected: readonly string[]): void {
    if (!this.isWhole) return;
    const { before, after } = this.between;
    const states: KnownState[] = [{ ...before, table: this.found }];
    const differing = new Set(affected);
    const later = (name: string): NodeDependencies => {
      const same = differing.has(name) ? undefined : this.found.get(name);
      return this.foundLater.get(name) ?? same ?? this.readLater(name);
    };
    if (!hasError(this.after)) {
      states.push({ ...after, table: new Map(this.after.nodeNames.map((name) => [name, later(name)])) });
    }
    this.options.dependencies?.keep(states);
  }

  /** What a node of the earlier state depends on, if it was examined. */
  knownDependencies(name: string): NodeDependencies | undefined {
    return this.found.get(name) ?? this.near(name);
  }

  private canDiffer(name: string, dependencies: NodeDependencies): boolean {
    const { files } = this.between;
    if (isAffected(dependencies, files) || files.runtimeNodes.has(name)) return true;
    // The content of groups is among the files read: other groups hold the node, or the same in another order.
    if (this.groupsChanged && groupsReadBy(this.after, name) !== dependencies.groups) return true;
    return this.hasOtherPolicies(name) || this.hasOtherContracts(name);
  }

  private release(name: string, states: readonly Side[]): void {
    if (this.asksAny) return;
    for (const state of states) this.options.release?.(state, [name]);
  }

  private dependenciesOf(name: string): NodeDependencies {
    return this.knownBefore(name) ?? keptAt(this.found, name, () => this.read(name));
  }

  /** What a node of the earlier state depends on, if no walk is needed to know it. */
  private knownBefore(name: string): NodeDependencies | undefined {
    const found = this.found.get(name);
    if (found !== undefined) return found;
    const cached = this.near(name);
    if (cached === undefined) return undefined;
    this.lookedUp.add(name);
    this.found.set(name, cached);
    return cached;
  }

  /** Secrets are collected from files as they are read, so what a walk would read is read here too. */
  private readSecrets(name: string, { files }: NodeDependencies): void {
    const { before } = this;
    if (before.secrets.paths.length === 0) return;
    this.classes ??= new Map(before.classNames.map((each) => [before.fileOf("class", each), each]));
    before.node(name);
    for (const path of files) {
      const named = this.classes.get(path);
      if (named !== undefined) before.class(named);
    }
  }

  /** Whether what other nodes export can matter; where a few nodes are asked for, it seldom does. */
  private asksOthers(names: readonly string[]): boolean {
    return this.options.nodes === undefined || names.some((name) => this.dependenciesOf(name).asks);
  }

  /** Whether other rules, directives or techniques reach a node, or their content differs. */
  private hasOtherPolicies(name: string): boolean {
    if (!this.policiesChanged) return false;
    const read = [this.before, this.after].map((inventory) => {
      const node = inventory.node(name);
      return node && policiesRead(inventory, node);
    });
    return read[0] !== read[1];
  }

  /** Whether other contracts change values of a node that has the same classes and groups in both states. */
  private hasOtherContracts(name: string): boolean {
    if (!this.contractsChanged) return false;
    const names = namesOfWalked(walkNode(this.before, name));
    return contractsRead(this.before, names) !== contractsRead(this.after, names);
  }
}

/** Files of techniques, directives and rules, path to blob id. */
function policyFiles(inventory: Inventory): ReadonlyMap<string, string> {
  const { techniques, directives, rules } = inventory.policies();
  const all = [...techniques.values(), ...directives.values(), ...rules.values()];
  return new Map(all.map(({ file }) => [file.path, file.blob]));
}

export interface CompareScope extends Affected {
  readonly common: readonly string[];
  readonly nodes: AffectedNodes;
}

/** A comparison of which all but the nodes is known. */
export interface BegunComparison {
  readonly scope: CompareScope;
  readonly affected: readonly string[];
  readonly alone: NodesAlone | undefined;
  readonly renamed: readonly Rename[];
  readonly causes: CauseSearch | undefined;
}

/** Takes over dependencies of nodes from another state where nothing they read changed; undefined: walk the node. */
function nearDependencies(near: KnownState<Side>, state: Side): (name: string) => NodeDependencies | undefined {
  if (near.snapshot === state.snapshot) return (name) => near.table.get(name);
  const since = fileChanges(near, state);
  const hasOtherGroups = !sameFiles(near.inventory.groups.files, state.inventory.groups.files);
  return (name) => {
    const known = near.table.get(name);
    if (known === undefined || isAffected(known, since)) return undefined;
    return hasOtherGroups && groupsReadBy(state.inventory, name) !== known.groups ? undefined : known;
  };
}

function sameFiles(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one === other || (one.size === other.size && [...one].every(([path, blob]) => other.get(path) === blob));
}

/** Finds a node's dependencies by a walk, unless one is given and no other has part in it. Throws as `readsOf` does. */
export function dependencyReader(inventory: Inventory): (name: string, walked?: WalkedNode) => NodeDependencies {
  let [files, missed] = [new Set<string>(), new Set<string>()];
  // Equal texts are held once.
  const texts = new Map<string, string>();
  // A copy would list all names.
  const watched: Inventory = Object.assign(Object.create(inventory), {
    class(name: string) {
      const definition = inventory.class(name);
      if (definition === undefined) missed.add(name);
      else files.add(definition.file.path);
      return definition;
    },
  });
  return (name, walked) => {
    [files, missed] = [new Set(), new Set()];
    const isAlone = walked?.ancestry.removes === false && walked.ancestry.held.groups.length === 0;
    const reads = isAlone ? walked.ancestry.reads : readsOf(watched, name);
    const [own = "", ...others] = reads.files.keys();
    for (const path of [...others, own]) files.add(path);
    for (const each of reads.missed) missed.add(each);
    const groups = keptAt(texts, reads.groups, () => reads.groups);
    return { files: [...files], missed: [...missed], groups, asks: reads.queries.length > 0 };
  };
}
