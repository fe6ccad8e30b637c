import { compareText } from "../../base/text-order.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Impact, ImpactTarget } from "../../model/results/impact.ts";
import { linearise } from "../../resolve/ancestry/linearise.ts";
import { namesOf } from "../../resolve/contracts/holding.ts";
import { resolveNode } from "../../resolve/node.ts";
import { policiesOfNode } from "../../resolve/policies/node-policies.ts";
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
    if (isPolicy(this.target)) this.visitPolicies(name, this.target.file);
    else if (this.isReached(definition)) this.visitValues(name);
  }

  result(): Impact {
    const { target, nodes, unresolved, visited } = this;
    return { target, values: this.tallies.results(), nodes: nodes.toSorted(compareText), total: visited, unresolved };
  }

  /** A file of contracts reaches the nodes for which it holds, also without defaults. */
  private isReached(definition: Definition): boolean {
    const { steps, held } = linearise(this.inventory, definition);
    if (this.tallies.concern(steps)) return true;
    const names = namesOf({ name: definition.name, steps, groups: held.groups.map(({ id }) => id) });
    return this.tallies.concernDefaults(names);
  }

  private visitValues(name: string): void {
    this.nodes.push(name);
    const { node } = resolveNode(this.inventory, name);
    if (node === undefined) this.unresolved.push(name);
    else this.tallies.count(node);
  }

  /** A technique, directive or rule reaches a node through its policies, even if another one overrides it. */
  private visitPolicies(name: string, file: string): void {
    const { node } = resolveNode(this.inventory, name);
    if (node === undefined) {
      this.unresolved.push(name);
      return;
    }
    const names = this.inventory.namesOfFile(file);
    const isReached = policiesOfNode(this.inventory, node).policies.some(({ technique, directives, overridden }) => {
      const pairs = [...directives, ...overridden].flatMap(({ rule, directive }) => [rule, directive]);
      return [technique, ...pairs].some((each) => names.includes(each.file.path));
    });
    if (isReached) this.nodes.push(name);
  }
}

function isPolicy(target: ImpactTarget): target is Extract<ImpactTarget, { kind: "file" }> {
  return target.kind === "file" && ["technique", "directive", "rule"].includes(target.of.kind);
}
