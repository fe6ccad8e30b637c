import type { Inventory } from "../../model/inventory/inventory.ts";
import type { HowUsed, Use, UsesTarget } from "../../model/results/uses.ts";
import { atomsOf } from "../../model/selector/selector.ts";

/**
 * The places where contracts name a class, group or node: as the nodes that they hold for, as a layer that may set a
 * value, or as a node of which a value is expected. A name with `*` names nothing alone.
 */
export function usesInContracts(
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
