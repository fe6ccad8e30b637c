import { compareText } from "../../base/text-order.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { HowUsed, Use, User, Uses, UsesTarget } from "../../model/results/uses.ts";
import { atomsOf } from "../../model/selector/selector.ts";
import type { Span } from "../../model/values/origin.ts";
import { linearise } from "../../resolve/ancestry/linearise.ts";
import { WalkTrace } from "../../resolve/ancestry/walk-trace.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { resolveNode } from "../../resolve/node.ts";
import { nameUse, usesOfName, usesOfValue } from "./of-values.ts";
import { reaches } from "./reach.ts";
import { contentOf } from "./writers.ts";

/**
 * Searches for everything that uses a class, group, node or value. Uses in files are found at once; the nodes that have
 * the target, and class names made from references, as nodes are visited one by one. Never fails.
 */
export class UsesSearch {
  private readonly inventory: Inventory;
  private readonly target: UsesTarget;
  private readonly uses: Use[];
  /** What the file of a target defines. */
  private readonly definers: readonly User[];
  /** The places of the uses. */
  private readonly places: Set<string>;
  private readonly nodes: string[] = [];
  private readonly unresolved: string[] = [];
  private visited = 0;

  constructor(inventory: Inventory, target: UsesTarget) {
    this.inventory = inventory;
    this.target = target;
    this.uses = [...written(inventory, target)];
    const file = target.kind === "path" ? target.file : undefined;
    this.definers = file === undefined ? [] : contentOf(inventory, file).map(({ by }) => by);
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
    const { inventory, target } = this;
    if (target.kind === "path") return this.hasValue(node.name, target);
    if (target.kind === "class") return this.walked(node, target.name);
    const isReached = reaches(inventory, target, node.name);
    if (isReached === undefined) this.unresolved.push(node.name);
    return isReached === true;
  }

  /** Whether a node gets a class. Further mentions of it on the way are added to the uses. */
  private walked(node: Definition, name: string): boolean {
    const trace = new WalkTrace();
    const { steps } = linearise(this.inventory, node, { trace });
    const chains = [...trace.chains.values(), ...trace.passedOver.map(({ chain }) => chain)];
    for (const chain of chains) {
      const last = chain.at(-1);
      if (last?.name !== name) continue;
      const { origin } = last.mention;
      if (this.places.has(placeKey(origin))) continue;
      this.places.add(placeKey(origin));
      const by = contentOf(this.inventory, origin.file.path)[0]?.by ?? { kind: "node", name: node.name };
      this.uses.push(nameUse(by, { how: "lists", mention: { ...last.mention, remove: false } }));
    }
    return steps.some((step) => step.layer === "class" && step.name === name);
  }

  private hasValue(name: string, { path }: Extract<UsesTarget, { kind: "path" }>): boolean {
    const { inventory } = this;
    const { node } = resolveNode(inventory, name);
    if (node === undefined) this.unresolved.push(name);
    if (node === undefined || new NodeData(inventory, { node }).at(path) === undefined) return false;
    return this.definers.length === 0 || this.definers.some((each) => reaches(inventory, each, name));
  }
}

function written(inventory: Inventory, target: UsesTarget): readonly Use[] {
  if (target.kind === "path") return usesOfValue(inventory, target.path);
  return [...usesOfName(inventory, target.kind, target.name), ...usesInContracts(inventory, target)];
}

function placeKey({ file, start }: Span): string {
  return `${file.path}\0${start}`;
}

/**
 * The places where contracts name a class, group or node: as the nodes that they hold for, as a layer that may set a
 * value, or as a node that must have a value. A name with `*` names nothing alone.
 */
function usesInContracts(
  { contracts }: Pick<Inventory, "contracts">,
  { kind, name }: Exclude<UsesTarget, { kind: "path" }>,
): readonly Use[] {
  if (contracts === undefined) return [];
  const { files, values, expectations } = contracts;
  const targets = files.flatMap(({ id, targets }) => {
    const meant = targets.filter(({ selector }) =>
      atomsOf(selector).some((atom) => atom.of === kind && atom.name === name),
    );
    return meant.map((target) => useOf("targets", id, target));
  });
  const layers = values.flatMap(({ of: { id }, setIn = [] }) => {
    const allowed = setIn.filter((layer) => layer.layer === kind && layer.name === name);
    return allowed.map((layer) => useOf("names", id, layer));
  });
  const expected = expectations.filter(({ node }) => kind === "node" && node === name);
  return [
    ...targets,
    ...layers,
    ...expected.map(({ of: { id }, node, origin }) => useOf("names", id, { text: node, origin })),
  ];
}

function useOf(how: HowUsed, id: string, { text, origin }: Pick<Use, "text" | "origin">): Use {
  return { how, by: { kind: "contract", name: id }, text, path: [], origin };
}
