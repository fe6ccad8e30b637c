import { compareText } from "../base/text-order.ts";
import type { Contribution } from "../model/contribution.ts";
import type { Impact, ImpactTarget, ValueImpact, WrittenValue } from "../model/impact.ts";
import type { Inventory } from "../model/inventory.ts";
import { placeOf, placeText, type Span } from "../model/origin.ts";
import type { ParameterPath } from "../model/parameter-path.ts";
import type { ResolvedNode } from "../model/resolved.ts";
import type { MapValue } from "../model/value.ts";
import { valueAt } from "../model/value-at.ts";
import { countingOf, isOf, standingIn } from "./counting.ts";
import { Feeding } from "./feeding.ts";
import { linearise } from "./linearise.ts";
import { resolveNode } from "./node.ts";
import { NodeReaders } from "./node-readers.ts";
import { ToldPaths } from "./told-paths.ts";
import { writtenLayers } from "./written-values.ts";

/**
 * Finds what would feel an edit, node by node. A node that has none of the layers in question costs no more than its
 * ancestry; any other one is resolved, and folded once more for all values in question (see `explain.ts`). Never fails.
 */
export class ImpactSearch {
  private readonly inventory: Inventory;
  private readonly target: ImpactTarget;
  private readonly layers: ReadonlyMap<MapValue, readonly Tally[]>;
  private readonly nodes: string[] = [];
  private readonly unresolved: string[] = [];
  private visited = 0;

  constructor(inventory: Inventory, target: ImpactTarget) {
    this.inventory = inventory;
    this.target = target;
    this.layers = new Map(
      writtenLayers(inventory, target).map(({ map, values }) => [map, values.map((each) => new Tally(each))]),
    );
  }

  visit(name: string): void {
    const definition = this.inventory.node(name);
    if (definition === undefined) return;
    this.visited += 1;
    const { steps } = linearise(this.inventory, definition);
    const met = steps.flatMap(({ parameters, exports }) => [parameters, exports].filter((map) => this.layers.has(map)));
    if (met.length === 0) return;
    this.nodes.push(name);
    const { node } = resolveNode(this.inventory, name);
    if (node === undefined) this.unresolved.push(name);
    else
      this.count(
        node,
        met.flatMap((map) => this.layers.get(map) ?? []),
      );
  }

  result(): Impact {
    const { target, nodes, unresolved, visited } = this;
    const values = [...this.layers.values()].flat().map((tally) => tally.result());
    return { target, values, nodes: nodes.toSorted(compareText), total: visited, unresolved };
  }

  private count(node: ResolvedNode, tallies: readonly Tally[]): void {
    const readers = new NodeReaders(this.inventory, node);
    const feeding = new Feeding(
      readers,
      tallies.map(({ written }) => written.path),
    );
    const paths = [...tallies.map(({ written }) => written.path), ...feeding.paths];
    const told = new ToldPaths(this.inventory, node, paths);
    for (const tally of tallies) {
      const isCounted = this.judge(tally, { node, contributions: told.at(tally.written.path) });
      for (const { path, value } of feeding.fedBy(tally.written.path, { told, isCounted })) {
        tally.fed(node.name, path, value.origin);
      }
    }
  }

  private judge(
    tally: Tally,
    { node, contributions }: { readonly node: ResolvedNode; readonly contributions: readonly Contribution[] },
  ): boolean {
    const own = contributions.find((each) => isOf(each, tally.written));
    if (own === undefined) return false;
    const counting = countingOf(contributions);
    const counts = counting.has(own);
    if (isLeftOut(node, tally.written.path, counts)) {
      tally.overridden(node.name, undefined);
      return false;
    }
    if (counts) tally.wins(node.name, counting.size > 1);
    else tally.overridden(node.name, standingIn(contributions));
    return counts;
  }
}

/** Whether groups in conflict are why a value is not there: its own property, or one that it refers to. */
function isLeftOut({ conflicts, parameters }: ResolvedNode, path: ParameterPath, counts: boolean): boolean {
  const [section, ...keys] = path;
  if (section !== "parameters" || conflicts.length === 0) return false;
  if (conflicts.some(({ property }) => property === keys[0])) return true;
  return counts && valueAt(parameters, keys) === undefined;
}

/** What is known of one written value, node by node. */
class Tally {
  readonly written: WrittenValue;
  private readonly winning: string[] = [];
  private readonly joined: string[] = [];
  private readonly instead = new Map<string, { readonly by: Contribution | undefined; readonly nodes: string[] }>();
  private readonly feeds = new Map<
    string,
    { readonly path: ParameterPath; readonly origin: Span; readonly nodes: string[] }
  >();

  constructor(written: WrittenValue) {
    this.written = written;
  }

  wins(node: string, isJoined: boolean): void {
    this.winning.push(node);
    if (isJoined) this.joined.push(node);
  }

  overridden(node: string, by: Contribution | undefined): void {
    const key = by === undefined ? "" : `${by.step.layer} ${by.step.name} ${placeText(placeOf(by.value.origin))}`;
    const known = this.instead.get(key);
    if (known === undefined) this.instead.set(key, { by, nodes: [node] });
    else known.nodes.push(node);
  }

  fed(node: string, path: ParameterPath, origin: Span): void {
    const key = JSON.stringify([path, origin.file.path, origin.start]);
    const known = this.feeds.get(key);
    if (known === undefined) this.feeds.set(key, { path, origin, nodes: [node] });
    else if (known.nodes.at(-1) !== node) known.nodes.push(node);
  }

  result(): ValueImpact {
    const overridden = [...this.instead.values()].map(({ by, nodes }) => {
      return { by: by && { layer: by.step.layer, name: by.step.name }, origin: by?.value.origin, nodes };
    });
    return {
      ...this.written,
      wins: this.winning,
      joined: this.joined,
      overridden: overridden.toSorted(mostNodesFirst),
      feeds: [...this.feeds.values()].toSorted(mostNodesFirst),
    };
  }
}

function mostNodesFirst(
  one: { readonly nodes: readonly string[] },
  other: { readonly nodes: readonly string[] },
): number {
  return other.nodes.length - one.nodes.length;
}
