import { compareText } from "../base/text-order.ts";
import type { Impact, ImpactTarget } from "../model/impact.ts";
import type { Inventory } from "../model/inventory.ts";
import { linearise } from "./linearise.ts";
import { resolveNode } from "./node.ts";
import { ValueTallies } from "./value-tallies.ts";
import { writtenLayers } from "./written-values.ts";

/**
 * Finds what would feel an edit, node by node. A node that has none of the layers in question costs no more than its
 * ancestry; any other one is resolved, and folded once more for all values in question (see `explain.ts`). Never fails.
 */
export class ImpactSearch {
  private readonly inventory: Inventory;
  private readonly target: ImpactTarget;
  private readonly tallies: ValueTallies;
  private readonly nodes: string[] = [];
  private readonly unresolved: string[] = [];
  private visited = 0;

  constructor(inventory: Inventory, target: ImpactTarget) {
    this.inventory = inventory;
    this.target = target;
    this.tallies = new ValueTallies(inventory, writtenLayers(inventory, target));
  }

  visit(name: string): void {
    const definition = this.inventory.node(name);
    if (definition === undefined) return;
    this.visited += 1;
    if (!this.tallies.concern(linearise(this.inventory, definition).steps)) return;
    this.nodes.push(name);
    const { node } = resolveNode(this.inventory, name);
    if (node === undefined) this.unresolved.push(name);
    else this.tallies.count(node);
  }

  result(): Impact {
    const { target, nodes, unresolved, visited } = this;
    return { target, values: this.tallies.results(), nodes: nodes.toSorted(compareText), total: visited, unresolved };
  }
}
