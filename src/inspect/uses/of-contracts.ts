import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Use, UsesTarget } from "../../model/results/uses.ts";

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
  const targets = files.flatMap(({ id, targets }) => targets.map((target) => ({ id, target })));
  const meant = targets.filter(({ target }) => {
    return target.kind === kind && (target.kind === "group" ? target.id : target.name) === name;
  });
  const layers = values.flatMap(({ of: { id }, setIn = [] }) => setIn.map((layer) => ({ id, layer })));
  const allowed = layers.filter(({ layer }) => layer.layer === kind && layer.name === name);
  const expected = expectations.filter(({ node }) => kind === "node" && node === name);
  return [
    ...meant.map(({ id, target: { text, origin } }): Use => {
      return { how: "targets", by: { kind: "contract", name: id }, text, path: [], origin };
    }),
    ...allowed.map(({ id, layer: { text, origin } }): Use => {
      return { how: "names", by: { kind: "contract", name: id }, text, path: [], origin };
    }),
    ...expected.map(({ of: { id }, node, origin }): Use => {
      return { how: "names", by: { kind: "contract", name: id }, text: node, path: [], origin };
    }),
  ];
}
