import { compareText } from "../../base/text-order.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Impact, ImpactTarget } from "../../model/results/impact.ts";
import type { User } from "../../model/results/uses.ts";
import { linearise } from "../../resolve/ancestry/linearise.ts";
import { namesOf } from "../../resolve/contracts/holding.ts";
import { resolveNode } from "../../resolve/node.ts";
import { reaches } from "../uses/reach.ts";
import { writtenLayers } from "../uses/written-values.ts";
import { ValueTallies } from "./tallies.ts";

/**
 * Finds the nodes and values that an edit would change, node by node. Of a node without one of the edited layers only
 * the ancestry is computed; any other is resolved, and merged once more to explain the values (see `explain.ts`). Never
 * fails.
 */
export class ImpactSearch {
  private readonly inventory: Inventory;
  private readonly target: ImpactTarget;
  private readonly tallies: ValueTallies;
  /** What may reach nodes other than as a step of theirs. */
  private readonly definers: readonly User[];
  private readonly nodes: string[] = [];
  private readonly unresolved: string[] = [];
  private visited = 0;

  constructor(inventory: Inventory, target: ImpactTarget) {
    this.inventory = inventory;
    this.target = target;
    this.tallies = new ValueTallies(inventory, writtenLayers(inventory, target));
    this.definers = target.kind === "file" ? [target.of] : this.tallies.definers;
  }

  visit(name: string): void {
    const definition = this.inventory.node(name);
    if (definition === undefined) return;
    this.visited += 1;
    const isReached = this.isReached(definition);
    if (isReached === undefined) this.unresolved.push(name);
    if (isReached === true) this.visitValues(name);
  }

  result(): Impact {
    const { target, nodes, unresolved, visited } = this;
    return { target, values: this.tallies.results(), nodes: nodes.toSorted(compareText), total: visited, unresolved };
  }

  /** A file reaches a node also where it writes none of its values. Undefined where that is not known. */
  private isReached(definition: Definition): boolean | undefined {
    const { inventory, tallies } = this;
    const { steps, held } = linearise(inventory, definition);
    if (tallies.concern(steps)) return true;
    const names = namesOf({ definition, steps, groups: held.groups.map(({ id }) => id) });
    if (tallies.concernDefaults(names)) return true;
    const found = this.definers.map((each) => reaches(inventory, each, definition.name));
    return found.find((each) => each === true) ?? found.find((each) => each === undefined) ?? false;
  }

  private visitValues(name: string): void {
    this.nodes.push(name);
    const { node } = resolveNode(this.inventory, name);
    if (node === undefined) this.unresolved.push(name);
    else this.tallies.count(node);
  }
}
