import { DependencyTable, type KnownDependencies, type NodeDependencies } from "../../cache/dependencies.ts";
import { type FileChanges, isAffected, type ListedInventory, newClasses } from "../../compare/affected.ts";
import { isAskedDifferently } from "../../compare/causes/answers.ts";
import type { Identities } from "../../compare/identity.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ReadSet } from "../../model/inventory/resolved.ts";
import { allContractsRead, contractsRead } from "../../resolve/contracts/rules.ts";
import { groupsReadBy, namesOfWalked, readsOf, walkNode } from "../../resolve/node.ts";
import { policiesRead } from "../../resolve/policies/node-policies.ts";
import { hasError } from "../load/outcome.ts";
import { Pace, type PaceOptions } from "../load/pace.ts";
import { type NodeFiles, nodesAtOnce } from "./each-node.ts";
import { dependencyReader } from "./node-dependencies.ts";
import type { Side } from "./side.ts";

/** Two states and the differences between them. */
export interface Between {
  readonly before: Side;
  readonly after: Side;
  readonly files: FileChanges;
  readonly identities: Identities;
}

export interface AffectedOptions extends PaceOptions, NodeFiles {
  /** Only these nodes; all when absent. */
  readonly nodes?: ReadonlySet<string>;
  /** The dependencies of nodes in states that were compared before. */
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
  private readonly known: DependencyTable | undefined;
  /** The dependencies in the later state, where those in the earlier one are not cached. */
  private readonly later: DependencyTable | undefined;
  private readonly backwards: FileChanges;
  private readonly read: (name: string) => NodeDependencies;
  /** Dependencies of nodes of the earlier state, as far as they were asked for. */
  private readonly found = new DependencyTable();
  private readonly foundLater = new DependencyTable();
  private isLaterNew: boolean | undefined;
  private compared = 0;
  /** Whether a node queries others, so that any may be asked for again. */
  private asksAny = false;
  private readonly readLater: (name: string) => NodeDependencies;
  private classes: ReadonlyMap<string | undefined, string> | undefined;
  private readonly between: Between;
  private readonly options: AffectedOptions;

  constructor(between: Between, options: AffectedOptions) {
    this.between = between;
    this.options = options;
    this.before = between.before.inventory;
    this.after = between.after.inventory;
    this.groupsChanged = differ(this.before.groups.files, this.after.groups.files);
    this.policiesChanged = differ(policyFiles(this.before), policyFiles(this.after));
    this.contractsChanged = allContractsRead(this.before) !== allContractsRead(this.after);
    this.known = options.dependencies?.of(between.before.snapshot);
    this.later = this.known === undefined ? options.dependencies?.of(between.after.snapshot) : undefined;
    const { paths } = between.files;
    const gone = newClasses(listedOf(between.after), listedOf(between.before), paths);
    this.backwards = { paths, newClasses: gone };
    this.read = dependencyReader(this.before);
    this.readLater = dependencyReader(this.after);
  }

  /**
   * The nodes of both sides that could differ: those that used a changed file, then those whose queries see one of
   * these, or an added or removed node, differently.
   */
  async among(common: readonly string[]): Promise<readonly string[]> {
    const { before, after } = this;
    const { files, identities } = this.between;
    if (before.settings !== after.settings || hasError(before) !== hasError(after)) return common;
    if (files.paths.size === 0) return [];
    if (hasError(before)) return common;
    const names = this.asksOthers(common) ? before.nodeNames : common;
    const pace = new Pace(this.options, names.length);
    const changed = new Set(oneSided(before.nodeNames, after.nodeNames));
    const asking: string[] = [];
    const atOnce = nodesAtOnce(this.options, names.length);
    for (const [index, name] of names.entries()) {
      if (index % atOnce === 0) await this.prefetchWalk(names.slice(index, index + atOnce));
      await pace.step(index);
      const dependencies = this.dependenciesOf(name);
      this.asksAny ||= dependencies.asks;
      const canDiffer = this.canDiffer(name, dependencies);
      if (canDiffer) changed.add(name);
      else if (dependencies.asks) asking.push(name);
      if (!canDiffer || changed.size > MOST_HELD) this.release(name, [this.between.before]);
    }
    if (this.asksAny) await this.prefetchAll();
    const sides = { before, after, changed: [...changed], identities };
    for (const name of asking) if (isAskedDifferently(readsOf(before, name), sides)) changed.add(name);
    return common.filter((name) => changed.has(name));
  }

  /** To be called once a node was compared: what it depends on is noted, and its files are dropped. */
  done(name: string): void {
    this.compared += 1;
    if (this.compared <= MOST_HELD) return;
    if (this.caches && this.found.size > 0) this.foundLater.add(name, this.readLater(name));
    this.release(name, [this.between.before, this.between.after]);
  }

  /**
   * Caches the dependencies of the nodes of both states, if all were examined; `affected` is the result of {@link
   * among}.
   */
  keep(affected: readonly string[]): void {
    const { before, after, found, foundLater, known } = this;
    const cache = this.options.dependencies;
    if (cache === undefined || found.size === 0 || found.size < before.nodeNames.length) return;
    if (known === undefined) cache.keep(this.between.before.snapshot, found);
    if (!this.caches) return;
    const again = new Set(affected);
    const same = (name: string) => (again.has(name) ? foundLater.get(name) : found.get(name));
    const all = new DependencyTable();
    for (const name of after.nodeNames) all.add(name, same(name) ?? this.readLater(name));
    cache.keep(this.between.after.snapshot, all);
  }

  /** Whether the dependencies in the later state are to be cached. */
  private get caches(): boolean {
    const { after } = this.between;
    this.isLaterNew ??= this.options.dependencies?.knows(after.snapshot) === false && !hasError(after.inventory);
    return this.isLaterNew;
  }

  /** What a node of the earlier state depends on, if it was examined. */
  knownDependencies(name: string): NodeDependencies | undefined {
    return this.found.get(name);
  }

  private canDiffer(name: string, dependencies: NodeDependencies): boolean {
    if (isAffected(dependencies, this.between.files) || this.isHeldDifferently(name, dependencies)) return true;
    return this.hasOtherPolicies(name) || this.hasOtherContracts(name);
  }

  private async prefetchWalk(names: readonly string[]): Promise<void> {
    const unknown = names.filter((name) => this.cachedDependencies(name) === undefined);
    await this.options.prefetch?.(this.between.before, unknown, this.options);
  }

  private release(name: string, states: readonly Side[]): void {
    if (this.asksAny) return;
    for (const state of states) this.options.release?.(state, [name]);
  }

  /** Queries may ask any node, so all are prefetched. */
  private async prefetchAll(): Promise<void> {
    for (const state of [this.between.before, this.between.after]) {
      await this.options.prefetch?.(state, state.inventory.nodeNames, this.options);
    }
  }

  private dependenciesOf(name: string): NodeDependencies {
    const known = this.found.get(name);
    if (known !== undefined) return known;
    const cached = this.cachedDependencies(name);
    if (cached !== undefined) this.readSecrets(name, cached);
    const found = cached ?? this.read(name);
    this.found.add(name, found);
    return found;
  }

  /** Dependencies that need no walk: a node that no change between the states affects has the same ones in both. */
  private cachedDependencies(name: string): NodeDependencies | undefined {
    const later = this.later?.get(name);
    if (later === undefined) return this.known?.get(name);
    if (isAffected(later, this.backwards)) return undefined;
    return this.groupsChanged && groupsReadBy(this.before, name) !== later.groups ? undefined : later;
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

  /**
   * Whether other groups hold a node, or the same ones in another order. The content of groups is among the files read.
   */
  private isHeldDifferently(name: string, { groups }: Pick<ReadSet, "groups">): boolean {
    return this.groupsChanged && groupsReadBy(this.after, name) !== groups;
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

function listedOf({ inventory, snapshot: { blobs } }: Side): ListedInventory {
  return { inventory, blobs };
}

/** Files of techniques, directives and rules, path to blob id. */
function policyFiles(inventory: Inventory): ReadonlyMap<string, string> {
  const { techniques, directives, rules } = inventory.policies();
  const all = [...techniques.values(), ...directives.values(), ...rules.values()];
  return new Map(all.map(({ file }) => [file.path, file.blob]));
}

function differ(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one !== other && (one.size !== other.size || [...one].some(([path, blob]) => other.get(path) !== blob));
}

function oneSided(one: readonly string[], other: readonly string[]): readonly string[] {
  if (one === other) return [];
  const [left, right] = [new Set(one), new Set(other)];
  return [...one.filter((name) => !right.has(name)), ...other.filter((name) => !left.has(name))];
}
