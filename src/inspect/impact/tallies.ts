import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode, Step } from "../../model/inventory/resolved.ts";
import type { Contribution } from "../../model/results/contribution.ts";
import type { ValueImpact, WrittenValue } from "../../model/results/impact.ts";
import { placeOf, placeText, type Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { countingOf, isOf, standingIn } from "../explain/counting.ts";
import { ReportedPaths } from "../explain/reported-paths.ts";
import { ValueReaders } from "../uses/value-readers.ts";
import type { WrittenLayer } from "../uses/written-values.ts";
import { Feeding } from "./feeding.ts";

/** Counts for the values of some layers what becomes of them, node by node. */
export class ValueTallies {
  private readonly inventory: Inventory;
  private readonly layers: ReadonlyMap<MapValue, readonly Tally[]>;

  constructor(inventory: Inventory, layers: readonly WrittenLayer[]) {
    this.inventory = inventory;
    this.layers = new Map(layers.map(({ map, values }) => [map, values.map((each) => new Tally(each))]));
  }

  /** Whether one of the layers is among those of a node. */
  concern(steps: readonly Step[]): boolean {
    return steps.some(({ parameters, exports }) => this.layers.has(parameters) || this.layers.has(exports));
  }

  /** Folds a resolved node once more, for all values that its layers have among those in question. */
  count(node: ResolvedNode): void {
    const maps = node.steps.flatMap(({ parameters, exports }) => [parameters, exports]);
    const tallies = maps.flatMap((map) => this.layers.get(map) ?? []);
    if (tallies.length === 0) return;
    const readers = new ValueReaders(this.inventory, node);
    const feeding = new Feeding(
      readers,
      tallies.map(({ written }) => written.path),
    );
    const paths = [...tallies.map(({ written }) => written.path), ...feeding.paths];
    const told = new ReportedPaths(this.inventory, node, paths);
    for (const tally of tallies) {
      const isCounted = this.judge(tally, { node, contributions: told.at(tally.written.path) });
      for (const { path, value } of feeding.fedBy(tally.written.path, { told, isCounted })) {
        tally.fed(node.name, path, value.origin);
      }
    }
  }

  /** What became of each value, in the order of the layers. */
  results(): readonly ValueImpact[] {
    return [...this.layers.values()].flat().map((tally) => tally.result());
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
