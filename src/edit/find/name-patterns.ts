import type { Criterion } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { KindRename } from "../../model/results/proof.ts";
import { placeOf, type Span } from "../../model/values/origin.ts";
import type { Place } from "../../model/values/place.ts";
import { mappedClasses } from "../../resolve/ancestry/class-mapping.ts";

/**
 * The patterns that match a node by one of two names only: why a rename of it can be refused. An explanation: the proof
 * decides.
 */
export function namePatterns(inventory: Inventory, { from, to }: KindRename): readonly Place[] {
  return [...mappings(inventory, from, to), ...criteria(inventory, from, to)].map(placeOf);
}

function mappings(inventory: Inventory, from: string, to: string): readonly Span[] {
  const node = inventory.node(from);
  if (node === undefined) return [];
  const { settings } = inventory;
  const end = node.pathName.lastIndexOf(from);
  const renamed = { ...node, name: to, pathName: node.pathName.slice(0, Math.max(end, 0)) + to };
  const [old, now] = [mappedClasses(node, settings), mappedClasses(renamed, settings)];
  const onlyIn = (some: typeof old, others: typeof old) =>
    some.filter(({ name }) => others.every((each) => each.name !== name)).map(({ origin }) => origin);
  return [...onlyIn(old, now), ...onlyIn(now, old)];
}

function criteria(inventory: Inventory, from: string, to: string): readonly Span[] {
  const all = [...inventory.groups.groups.values()].flatMap(({ members }) => {
    return members.kind === "match" ? members.match.criteria : [];
  });
  return all.filter((each) => matchesName(each, from) !== matchesName(each, to)).map(({ origin }) => origin);
}

function matchesName(criterion: Criterion, name: string): boolean {
  return criterion.kind === "nodeid" && "pattern" in criterion.test && criterion.test.pattern.fits(name);
}
