import { keptAt } from "../../base/made-once.ts";
import { compareText } from "../../base/text-order.ts";
import { conflictAt } from "../../model/inventory/conflicts.ts";
import { type Definition, sameNames } from "../../model/inventory/definition.ts";
import type { Inventory, ResolvedNode, Step } from "../../model/inventory/inventory.ts";
import { type Contribution, countingOf, isOf, replacing } from "../../model/results/explanation.ts";
import type { Fed, Impact, ImpactTarget, Overriding, ValueImpact, WrittenValue } from "../../model/results/impact.ts";
import type { User } from "../../model/results/uses.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { exactPlace, type MapValue, type Span, spanKey, type Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { linearise } from "../../resolve/ancestry/linearise.ts";
import { contractsOf, type NodeNames, resolvedNames, walkedNames } from "../../resolve/contracts/node-contracts.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { resolveNode } from "../../resolve/node.ts";
import { reaches } from "../uses/uses.ts";
import { contentOfContracts, placesOf, type WrittenLayer, writtenLayers } from "../uses/written-values.ts";
import { type Feeding, feedingOf } from "./feeding.ts";

/** Counts, node by node, where the values of some layers win and what replaces them. */
export class ValueTallies {
  private readonly inventory: Inventory;
  private readonly layers: ReadonlyMap<Value, readonly Tally[]>;
  /** The values that are not parameters or exports, and no classes or groups. */
  private readonly others: readonly Tally[];

  constructor(inventory: Inventory, layers: readonly WrittenLayer[]) {
    this.inventory = inventory;
    this.layers = new Map(layers.map(({ map, values }) => [map, values.map((each) => new Tally(each))]));
    this.others = [...this.layers.values()].flat().filter(({ written: { path } }) => {
      return !isMerged(path) && path[0] !== "classes" && path[0] !== "groups";
    });
  }

  /** What writes values that are not found among the steps of a node. */
  get definers(): readonly User[] {
    const all = [...this.layers.values()].flat().map(({ written }) => written);
    return all.flatMap(({ by, path }) => (isMerged(path) ? [] : [by]));
  }

  /** Whether one of the layers is among those of a node. */
  concern(steps: readonly Step[]): boolean {
    return steps.some(({ parameters, exports }) => this.layers.has(parameters) || this.layers.has(exports));
  }

  /** Whether one of the layers is a file of contracts that holds for a node. */
  concernDefaults(names: NodeNames): boolean {
    return this.defaultMaps(names).length > 0;
  }

  /** The files of contracts among the layers that hold for a node. */
  private defaultMaps(names: NodeNames): readonly MapValue[] {
    const { contracts } = this.inventory;
    const isLayer = (map: MapValue | undefined) => map !== undefined && this.layers.has(map);
    if (contracts === undefined || !contracts.files.some((file) => isLayer(contentOfContracts(file)))) return [];
    return contractsOf(contracts, names).files.flatMap((file) => {
      const map = contentOfContracts(file);
      return map !== undefined && isLayer(map) ? [map] : [];
    });
  }

  /** Explains the values of a resolved node that its layers write and that are asked for. */
  count(node: ResolvedNode): void {
    if (this.others.length > 0) this.countOthers(new NodeData(this.inventory, { node }));
    const ofSteps = node.steps.flatMap(({ parameters, exports }) => [parameters, exports]);
    const maps = [...this.defaultMaps(resolvedNames(node)), ...ofSteps];
    const tallies = maps.flatMap((map) => this.layers.get(map) ?? []);
    const placed = tallies.flatMap((tally) => placesOf(tally.written, node).map((path) => ({ tally, path })));
    if (placed.length === 0) return;
    const feeding = feedingOf(this.inventory, node, { starts: placed.map(({ path }) => path) });
    for (const each of placed) {
      const isCounted = this.isCounted(each, node, feeding);
      for (const { path, value } of feeding.fedBy(each.path, isCounted)) each.tally.fed(node.name, path, value.origin);
    }
  }

  /** The impact of each value, in the order of the layers. */
  results(): readonly ValueImpact[] {
    return [...this.layers.values()].flat().map((tally) => tally.result());
  }

  /** A value that is no parameter wins where the node has it from this place, an application where the list differs without it. */
  private countOthers(data: NodeData): void {
    const { name, steps } = data.node;
    const classes = new Set(steps.flatMap((step) => (step.layer === "class" ? [step.name] : [])));
    for (const tally of this.others) {
      const { by, path, value } = tally.written;
      if (by.kind === "class" && !classes.has(by.name)) continue;
      if ((by.kind === "node" || by.kind === "runtime") && by.name !== name) continue;
      if (path[0] === "applications") {
        if (hasOtherNames(this.inventory, tally.without(this.inventory), name)) tally.wins(name, false);
        continue;
      }
      const found = data.at(path);
      if (found === undefined) continue;
      if (spanKey(found.origin) === spanKey(value.origin)) tally.wins(name, false);
      else if (reaches(this.inventory, by, name) === true) tally.overridden(name, undefined, found.origin);
    }
  }

  private isCounted(placed: PlacedTally, node: ResolvedNode, feeding: Feeding): boolean {
    const { tally, path } = placed;
    if (tally.written.by.kind === "contract") return isFilled(placed, node, feeding);
    const isMeant = (each: Contribution) => isOf(each, tally.written);
    const fate = fateOf(node, path, { contributions: feeding.at(path), isMeant });
    if (fate?.kind === "overridden") tally.overridden(node.name, fate.by);
    if (fate?.kind !== "wins") return false;
    tally.wins(node.name, fate.isJoined);
    return true;
  }
}

function isMerged([section]: ParameterPath): boolean {
  return section === "parameters" || section === "exports";
}

function hasOtherNames(before: Inventory, after: Inventory, name: string): boolean {
  const [one = [], other = []] = [before, after].map((inventory) => {
    const definition = inventory.node(name);
    return definition && linearise(inventory, definition).applications;
  });
  return !sameNames(one, other);
}

interface PlacedTally {
  readonly tally: Tally;
  readonly path: ParameterPath;
}

/** Whether a node has a default, as no layer says its path. */
function isFilled({ tally, path }: PlacedTally, node: ResolvedNode, feeding: Feeding): boolean {
  const { name } = node;
  const value = path[0] === "exports" ? node.exports : node.parameters;
  const isDefault = valueAt(value, path.slice(1))?.origin.file === tally.written.key.file;
  if (isDefault) tally.wins(name, false);
  else tally.overridden(name, [...countingOf(feeding.at(path))].at(-1));
  return isDefault;
}

/** The nodes in which one written value wins, and those in which it does not. */
class Tally {
  readonly written: WrittenValue;
  private readonly winning: string[] = [];
  private readonly joined: string[] = [];
  private readonly replaced = new Map<string, Overriding & { readonly nodes: string[] }>();
  private readonly feeds = new Map<string, Fed & { readonly nodes: string[] }>();
  private left: Inventory | undefined;

  constructor(written: WrittenValue) {
    this.written = written;
  }

  /** The inventory without the application that this is. */
  without(inventory: Inventory): Inventory {
    const { by, value } = this.written;
    const left = <Of extends Definition | undefined>(of: Of): Of => {
      if (of === undefined || of.kind !== by.kind || of.name !== by.name) return of;
      return { ...of, applications: of.applications.filter(({ origin }) => origin !== value.origin) };
    };
    this.left ??= {
      ...inventory,
      class: (name) => left(inventory.class(name)),
      node: (name) => left(inventory.node(name)),
    };
    return this.left;
  }

  wins(node: string, isJoined: boolean): void {
    // A default at a path with patterns may be in several places of a node.
    if (this.winning.at(-1) !== node) this.winning.push(node);
    if (isJoined) this.joined.push(node);
  }

  overridden(node: string, by: Contribution | undefined, origin: Span | undefined = by?.value.origin): void {
    const layer = by && { layer: by.step.layer, name: by.step.name };
    const key = `${layer?.layer} ${layer?.name} ${origin && exactPlace(origin)}`;
    addNode(this.replaced, key, { by: layer, origin, nodes: [node] });
  }

  fed(node: string, path: ParameterPath, origin: Span): void {
    const key = JSON.stringify([path, origin.file.path, origin.start]);
    addNode(this.feeds, key, { path, origin, nodes: [node] });
  }

  result(): ValueImpact {
    return {
      ...this.written,
      wins: this.winning,
      joined: this.joined,
      overridden: [...this.replaced.values()].toSorted(mostNodesFirst),
      feeds: [...this.feeds.values()].toSorted(mostNodesFirst),
    };
  }
}

/** Adds what has one node, or its node to what is there already, as its last one. */
function addNode<Of extends { readonly nodes: string[] }>(all: Map<string, Of>, key: string, fresh: Of): void {
  const known = keptAt(all, key, () => fresh);
  for (const node of fresh.nodes) if (known.nodes.at(-1) !== node) known.nodes.push(node);
}

function mostNodesFirst(one: Pick<Fed, "nodes">, other: Pick<Fed, "nodes">): number {
  return other.nodes.length - one.nodes.length;
}

/**
 * Finds the nodes and values that an edit would change, node by node. Of a node without one of the edited layers only
 * the ancestry is computed; any other is resolved, and merged once more to explain the values. Never fails.
 */
export function impactSearch(inventory: Inventory, target: ImpactTarget) {
  const tallies = new ValueTallies(inventory, writtenLayers(inventory, target));
  // What may reach nodes other than as a step of theirs.
  const definers = target.kind === "file" ? [target.of] : tallies.definers;
  const [nodes, unresolved]: [string[], string[]] = [[], []];
  let total = 0;
  /** A file reaches a node also where it writes none of its values. Undefined if that is not known. */
  const isReached = (definition: Definition): boolean | undefined => {
    const { steps, held } = linearise(inventory, definition);
    if (tallies.concern(steps)) return true;
    const names = walkedNames({ definition, steps, groups: held.groups.map(({ id }) => id) });
    if (tallies.concernDefaults(names)) return true;
    const found = definers.map((each) => reaches(inventory, each, definition.name));
    return found.find((each) => each === true) ?? found.find((each) => each === undefined) ?? false;
  };
  return {
    visit(name: string): void {
      const definition = inventory.node(name);
      if (definition === undefined) return;
      total += 1;
      const reached = isReached(definition);
      if (reached === true) nodes.push(name);
      const node = reached === true ? resolveNode(inventory, name).node : undefined;
      if (node !== undefined) tallies.count(node);
      else if (reached !== false) unresolved.push(name);
    },
    result: (): Impact => ({
      target,
      values: tallies.results(),
      nodes: nodes.toSorted(compareText),
      total,
      unresolved,
    }),
  };
}

/** What becomes of a value that a layer of a node writes. */
export type Fate =
  /** It is in the result; `isJoined`: as a part of it. */
  | { readonly kind: "wins"; readonly isJoined: boolean }
  /** `by` replaced it; undefined if a conflict of groups leaves the value out. */
  | { readonly kind: "overridden"; readonly by: Contribution | undefined };

/** What becomes of the first contribution that is meant, of those that the merge reported; undefined if none is. */
export function fateOf(
  node: Pick<ResolvedNode, "conflicts" | "parameters">,
  path: ParameterPath,
  { contributions, isMeant }: { readonly contributions: readonly Contribution[]; isMeant(each: Contribution): boolean },
): Fate | undefined {
  const own = contributions.filter(isMeant);
  if (own.length === 0) return undefined;
  const counting = countingOf(contributions);
  const counts = own.some((each) => counting.has(each));
  // A conflict of groups leaves out the property, or one that it refers to.
  const mayMiss = counts && path[0] === "parameters" && node.conflicts.length > 0;
  const isMissing = mayMiss && valueAt(node.parameters, path.slice(1)) === undefined;
  if (isMissing || conflictAt(node.conflicts, path) !== undefined) return { kind: "overridden", by: undefined };
  return counts ? { kind: "wins", isJoined: counting.size > 1 } : { kind: "overridden", by: replacing(contributions) };
}
