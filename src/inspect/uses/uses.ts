import { compareText } from "../../base/text-order.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Use, User, Uses, UsesTarget } from "../../model/results/uses.ts";
import type { Span } from "../../model/values/origin.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { linearise } from "../../resolve/ancestry/linearise.ts";
import { WalkTrace } from "../../resolve/ancestry/walk-trace.ts";
import { membershipOf } from "../../resolve/groups/membership.ts";
import { resolveNode } from "../../resolve/node.ts";
import { usesInContracts } from "./of-contracts.ts";
import { mentionUse, usesOfClass, usesOfGroup, usesOfNode } from "./of-names.ts";
import { usesOfValue } from "./of-values.ts";

/**
 * Searches for everything that uses a class, group, node or value. Uses in files are found at once; the nodes that have
 * the target, and class names made from references, as nodes are visited one by one. Never fails.
 */
export class UsesSearch {
  private readonly inventory: Inventory;
  private readonly target: UsesTarget;
  private readonly uses: Use[];
  /** The places of the uses. */
  private readonly places: Set<string>;
  private readonly nodes: string[] = [];
  private readonly unresolved: string[] = [];
  private visited = 0;

  constructor(inventory: Inventory, target: UsesTarget) {
    this.inventory = inventory;
    this.target = target;
    this.uses = [...written(inventory, target)];
    this.places = new Set(this.uses.map(({ origin }) => placeKey(origin)));
  }

  visit(name: string): void {
    const node = this.inventory.node(name);
    if (node === undefined) return;
    this.visited += 1;
    if (this.reaches(node)) this.nodes.push(name);
  }

  result(): Uses {
    const { target, nodes, unresolved, visited } = this;
    const uses = this.uses.toSorted((one, other) => {
      return compareText(one.origin.file.path, other.origin.file.path) || one.origin.start - other.origin.start;
    });
    return { target, uses, nodes: nodes.toSorted(compareText), total: visited, unresolved };
  }

  private reaches(node: Definition): boolean {
    const { target } = this;
    switch (target.kind) {
      case "class":
        return this.walked(node, target.name);
      case "group":
        return membershipOf(this.inventory, node).groups.has(target.name);
      case "node":
        return node.name === target.name;
      case "path":
        return this.hasValue(node.name, target);
    }
  }

  /** Whether a node gets a class. Further mentions of it on the way are added to the uses. */
  private walked(node: Definition, name: string): boolean {
    const trace = new WalkTrace();
    const { steps } = linearise(this.inventory, node, { observer: trace });
    const chains = [...trace.chains.values(), ...trace.passedOver.map(({ chain }) => chain)];
    for (const chain of chains) {
      const last = chain.at(-1);
      if (last?.name !== name) continue;
      const { origin } = last.mention;
      if (this.places.has(placeKey(origin))) continue;
      this.places.add(placeKey(origin));
      const by = this.userAt(origin.file.path, { kind: "node", name: node.name });
      this.uses.push(mentionUse(by, { name: last.mention.name, remove: false, origin }, "lists"));
    }
    return steps.some((step) => step.layer === "class" && step.name === name);
  }

  private userAt(path: string, node: User): User {
    const { inventory } = this;
    if (inventory.fileOf("node", node.name) === path) return node;
    const owner = inventory.classNames.find((name) => inventory.fileOf("class", name) === path);
    if (owner !== undefined) return { kind: "class", name: owner };
    const group = [...inventory.groups.groups.values()].find(({ file }) => file.path === path);
    return group === undefined ? { kind: "settings", name: "class_mappings" } : { kind: "group", name: group.id };
  }

  private hasValue(name: string, { path, file }: Extract<UsesTarget, { kind: "path" }>): boolean {
    const [section, ...keys] = path;
    const { node, reads } = resolveNode(this.inventory, name);
    if (node === undefined) this.unresolved.push(name);
    const top = section === "exports" ? node?.exports : node?.parameters;
    const isRead =
      file === undefined ||
      this.inventory.namesOfFile(file).some((each) => each === this.globals() || reads.files.has(each));
    return isRead && top !== undefined && valueAt(top, keys) !== undefined;
  }

  /** The file that every node reads. */
  private globals(): string {
    return this.inventory.groups.globals.values.origin.file.path;
  }
}

function written(inventory: Inventory, target: UsesTarget): readonly Use[] {
  if (target.kind === "path") return usesOfValue(inventory, target.path);
  return [...usesInDefinitions(inventory, target), ...usesInContracts(inventory, target)];
}

function usesInDefinitions(
  inventory: Inventory,
  { kind, name }: Exclude<UsesTarget, { kind: "path" }>,
): readonly Use[] {
  switch (kind) {
    case "class":
      return usesOfClass(inventory, name);
    case "group":
      return usesOfGroup(inventory, name);
    case "node":
      return usesOfNode(inventory, name);
  }
}

function placeKey({ file, start }: Span): string {
  return `${file.path}\0${start}`;
}
