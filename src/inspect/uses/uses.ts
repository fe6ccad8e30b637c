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
export function usesSearch(inventory: Inventory, target: UsesTarget) {
  const uses = [...written(inventory, target)];
  const places = new Set(uses.map(({ origin }) => placeKey(origin)));
  const file = target.kind === "path" ? target.file : undefined;
  const definers = file === undefined ? [] : contentOf(inventory, file).map(({ by }) => by);
  const [nodes, unresolved]: [string[], string[]] = [[], []];
  let total = 0;
  /** Whether a node gets a class. Further mentions of it on the way are added to the uses. */
  const gets = (node: Definition, name: string): boolean => {
    const trace = new WalkTrace();
    const { steps } = linearise(inventory, node, { trace });
    const chains = [...trace.chains.values(), ...trace.passedOver.map(({ chain }) => chain)];
    for (const { mention, name: found } of chains.flatMap((chain) => chain.slice(-1))) {
      const { origin } = mention;
      if (found !== name || places.has(placeKey(origin))) continue;
      places.add(placeKey(origin));
      const by = contentOf(inventory, origin.file.path)[0]?.by ?? { kind: "node", name: node.name };
      uses.push(nameUse(by, { how: "lists", mention: { ...mention, remove: false } }));
    }
    return steps.some((step) => step.layer === "class" && step.name === name);
  };
  return {
    visit(name: string): void {
      const node = inventory.node(name);
      if (node === undefined) return;
      total += 1;
      const isReached = target.kind === "class" ? gets(node, target.name) : has(inventory, name, { target, definers });
      if (isReached === undefined) unresolved.push(name);
      if (isReached === true) nodes.push(name);
    },
    result(): Uses {
      const sorted = uses.toSorted((one, other) => {
        return compareText(one.origin.file.path, other.origin.file.path) || one.origin.start - other.origin.start;
      });
      return { target, uses: sorted, nodes: nodes.toSorted(compareText), total, unresolved };
    },
  };
}

/** Whether a node has a value, or is reached by something else; `definers` are what the file of a value defines. */
function has(
  inventory: Inventory,
  name: string,
  { target, definers }: { readonly target: UsesTarget; readonly definers: readonly User[] },
): boolean | undefined {
  if (target.kind !== "path") return reaches(inventory, target, name);
  const { node } = resolveNode(inventory, name);
  if (node === undefined) return undefined;
  if (new NodeData(inventory, { node }).at(target.path) === undefined) return false;
  return definers.length === 0 || definers.some((each) => reaches(inventory, each, name));
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
