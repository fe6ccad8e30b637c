import { compareText } from "../../base/text-order.ts";
import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { HowUsed, Use, User, Uses, UsesTarget } from "../../model/results/uses.ts";
import { type Atom, atomsOf } from "../../model/selector/selector.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { type Span, spanKey, type Value } from "../../model/values/value.ts";
import { isEmptyMap, mapEntries } from "../../model/values/value-at.ts";
import { tracedAncestry } from "../../resolve/ancestry/linearise.ts";
import { contractsOf, resolvedNames } from "../../resolve/contracts/node-contracts.ts";
import { NodeData } from "../../resolve/data/node-data.ts";
import { nodeWithoutValues, resolveNode } from "../../resolve/node.ts";
import { policiesOfNode } from "../../resolve/policies/node-policies.ts";
import { writtenAt } from "../../written/written.ts";
import { contentOf, otherPath, touches, type Writer, type WrittenName, writers } from "./writers.ts";
import { defaultUses } from "./written-values.ts";

/** Finds the uses of a class, group, node or value: in files at once, in nodes as they are visited. Never fails. */
export function usesSearch(inventory: Inventory, target: UsesTarget) {
  const uses = [...usesInFiles(inventory, target)];
  const places = new Set(uses.map(({ origin }) => spanKey(origin)));
  const file = target.kind === "path" ? target.file : undefined;
  const definers = file === undefined ? [] : contentOf(inventory, file).map(({ by }) => by);
  const [nodes, unresolved]: [string[], string[]] = [[], []];
  let total = 0;
  /** Whether a node gets a class. Further mentions of it on the way are added to the uses. */
  const getsClass = (node: Definition, name: string): boolean => {
    const { ancestry, trace } = tracedAncestry(inventory, node);
    const chains = [...trace.chains.values(), ...trace.passedOver.map(({ chain }) => chain)];
    for (const chain of chains) {
      const last = chain.at(-1);
      if (last?.name !== name || places.has(spanKey(last.mention.origin))) continue;
      const { mention } = last;
      const { origin } = mention;
      places.add(spanKey(origin));
      const by = contentOf(inventory, origin.file.path)[0]?.by ?? { kind: "node", name: node.name };
      uses.push(nameUse(by, { how: "lists", mention: { ...mention, remove: false } }));
    }
    return ancestry.steps.some((step) => step.layer === "class" && step.name === name);
  };
  return {
    visit(name: string): void {
      const node = inventory.node(name);
      if (node === undefined) return;
      total += 1;
      const reached =
        target.kind === "class" ? getsClass(node, target.name) : isReached(inventory, name, { target, definers });
      if (reached === undefined) unresolved.push(name);
      if (reached === true) nodes.push(name);
    },
    result(): Uses {
      const sorted = uses.toSorted((one, other) => {
        return compareText(one.origin.file.path, other.origin.file.path) || one.origin.start - other.origin.start;
      });
      return { target, uses: sorted, nodes: nodes.toSorted(compareText), total, unresolved };
    },
  };
}

/**
 * Whether a target that is no class reaches a node. A value reaches those that have it, if what its file defines
 * (`definers`) reaches them, too. Undefined if that is not known.
 */
function isReached(
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

function usesInFiles(inventory: Inventory, target: UsesTarget): readonly Use[] {
  if (target.kind === "path") return usesOfValue(inventory, target.path);
  return [...usesOfName(inventory, target.kind, target.name), ...usesInContracts(inventory, target)];
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
    const isMeant = (atom: Atom): boolean => atom.of === kind && atom.name === name;
    const meant = targets.filter(({ selector }) => atomsOf(selector).some(isMeant));
    return meant.map((target) => useOf("targets", id, target));
  });
  const layers = values.flatMap(({ of: { id }, setIn = [] }) => {
    const allowed = setIn.filter((layer) => layer.layer === kind && layer.name === name);
    return allowed.map((layer) => useOf("names", id, layer));
  });
  const expected = expectations.filter(({ node }) => kind === "node" && node === name);
  const nodes = expected.map(({ of: { id }, node, origin }) => useOf("names", id, { text: node, origin }));
  return [...targets, ...layers, ...nodes];
}

function useOf(how: HowUsed, id: string, { text, origin }: Pick<Use, "text" | "origin">): Use {
  return { how, by: { kind: "contract", name: id }, text, path: [], origin };
}

/** What sets a value, a part of it or one that holds it, and what reads it: in any layer of any node, and in criteria. */
export function usesOfValue(inventory: Inventory, path: ParameterPath): readonly Use[] {
  const other = otherPath(path);
  const paths = other === undefined ? [path] : [path, other];
  const written = writers(inventory).flatMap((writer) => [
    ...paths.flatMap((each) => setting(writer, each, inventory)),
    ...writer
      .reads()
      .filter((each) => paths.some((one) => touches(each, one)))
      .map(({ source, path: at, origin }): Use => ({ how: "reads", by: writer.by, text: source, path: at, origin })),
  ]);
  return [...written, ...arranging(inventory, path), ...paths.flatMap((each) => defaultUses(inventory, each))];
}

function setting({ by, sections }: Writer, [first, ...keys]: ParameterPath, { settings }: Inventory): readonly Use[] {
  return sections.flatMap(([section, layer]): readonly Use[] => {
    const written = first === section ? writtenAt(layer, keys, settings) : undefined;
    if (written === undefined || (keys.length === 0 && isEmptyMap(written.value))) return [];
    const { value, path } = written;
    return [{ how: "sets", by, text: "", value, path: [section, ...path], origin: beginning(value) }];
  });
}

/** The place of a value: of a mapping that of its first key, in braces, too. */
function beginning(value: Value): Span {
  return mapEntries(value)[0]?.keyNode.origin ?? value.origin;
}

/** What gives a value that no layer writes: names in lists, directives of rules, and operands of merges. */
function arranging(inventory: Inventory, [section, name = ""]: ParameterPath): readonly Use[] {
  if (section === "applications") return usesOfName(inventory, "application", name);
  if (section === "classes") return usesOfName(inventory, "class", name);
  if (section === "groups") return usesOfName(inventory, "group", name);
  if (section !== "policies" && section !== "variables") return [];
  return [...inventory.policies().directives.values()].flatMap(({ id, technique, merges }) => {
    const by = { kind: "directive", name: id } as const;
    if (section === "variables") {
      const own = merges.filter((merge) => merge.name === name).flatMap(({ first, second }) => [first, second]);
      return own.map(({ text, origin }): Use => ({ how: "sets", by, text, path: [section, name], origin }));
    }
    // Each directive of a separated technique is a policy of its own.
    if (technique === undefined || ![technique.name, `${technique.name}/${id}`].includes(name)) return [];
    return [nameUse(by, { how: "names", mention: technique }), ...usesOfName(inventory, "directive", id)];
  });
}

/** Where a name is written: in lists, settings, criteria, `order.yml` and rules; except names with references. */
function usesOfName(inventory: Inventory, of: User["kind"] | WrittenName["of"], name: string): readonly Use[] {
  return writers(inventory).flatMap(({ by, names }) => {
    const meant = names.filter((each) => each.of === of && each.mention.name === name);
    return meant.map((each) => nameUse(by, each));
  });
}

function nameUse(by: User, { mention: { name, remove, origin }, how, text }: Omit<WrittenName, "of">): Use {
  return { how: remove ? "removes" : how, by, text: text ?? (remove ? `~${name}` : name), path: [], origin };
}

/**
 * Whether something reaches a node: as one of its layers, a group that holds it, a policy that it runs or that another
 * one overrides, or a contract that holds for it. Undefined if that takes values, and the node does not resolve.
 */
export function reaches(inventory: Inventory, { kind, name }: User, node: string): boolean | undefined {
  switch (kind) {
    case "node":
    case "runtime":
      return name === node;
    case "global":
    case "settings":
      return true;
    case "class":
      return nodeWithoutValues(inventory, node).steps.some((step) => step.layer === kind && step.name === name);
    case "group":
      return nodeWithoutValues(inventory, node).groups.some((group) => group.name === name);
    case "order": {
      const ordered = new Set(inventory.groups.order.flat().map((group) => group.name));
      return nodeWithoutValues(inventory, node).groups.some((group) => ordered.has(group.name));
    }
    case "contract": {
      const names = resolvedNames(nodeWithoutValues(inventory, node));
      const { contracts } = inventory;
      return contracts !== undefined && contractsOf(contracts, names).files.some(({ id }) => id === name);
    }
    case "technique":
    case "directive":
    case "rule":
      return runs(inventory, { kind, name }, node);
  }
}

function runs(inventory: Inventory, { kind, name }: User, of: string): boolean | undefined {
  const { node } = resolveNode(inventory, of);
  if (node === undefined) return undefined;
  return policiesOfNode(inventory, node).policies.some(({ technique, directives, overridden }) => {
    if (kind === "technique") return technique.id === name;
    return [...directives, ...overridden].some((each) => (kind === "rule" ? each.rule : each.directive).id === name);
  });
}
