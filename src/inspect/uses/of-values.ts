import type { Definition } from "../../model/inventory/definition.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Use, User } from "../../model/results/uses.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue } from "../../model/values/value.ts";
import { propertiesReadBy, referencesIn, referencesInNames, touches, type WrittenReference } from "./reading.ts";
import { writtenAt } from "./written.ts";

/** What sets a value below the parameters or exports, or something that holds it, and what reads it. Never fails. */
export function usesOfValue(inventory: Inventory, path: ParameterPath): readonly Use[] {
  return sayers(inventory).flatMap(({ by, says, reads }) => [
    ...says.flatMap(([section, map]) => setting(by, { section, map }, { inventory, path })),
    ...reads()
      .filter((each) => touches(each, path))
      .map((each) => readingUse(by, each)),
  ]);
}

/** Something that says values, or reads them. */
interface Sayer {
  readonly by: User;
  /** By section. */
  readonly says: readonly (readonly [string, MapValue])[];
  reads(): readonly WrittenReference[];
}

/** All that says values or reads them. */
export function sayers(inventory: Inventory): readonly Sayer[] {
  const { globals, groups } = inventory.groups;
  return [
    { by: { kind: "global", name: "globals" }, says: [["parameters", globals.values]], reads: () => [] },
    ...[...groups.values()].map(({ id, properties, classes }): Sayer => {
      const reads = () => referencesInNames(classes, inventory);
      return { by: { kind: "group", name: id }, says: [["parameters", properties.values]], reads };
    }),
    ...inventory.classNames.flatMap((name) => definitionSayer("class", inventory.class(name), inventory)),
    ...inventory.nodeNames.flatMap((name) => definitionSayer("node", inventory.node(name), inventory)),
    ...[...inventory.policies().directives.values()].map(({ id, sets }): Sayer => {
      const reads = () =>
        sets.flatMap(({ name, value }) => {
          return propertiesReadBy(value).map((each) => ({ ...each, path: ["variables", name] }));
        });
      return { by: { kind: "directive", name: id }, says: [], reads };
    }),
  ];
}

function definitionSayer(
  kind: "class" | "node",
  definition: Definition | undefined,
  inventory: Inventory,
): readonly Sayer[] {
  if (definition === undefined) return [];
  const { name, parameters, exports, own } = definition;
  const properties = own === undefined ? [] : [["parameters", own.properties.values] as const];
  const says = [["parameters", parameters] as const, ["exports", exports] as const, ...properties];
  return [{ by: { kind, name }, says, reads: () => referencesIn(definition, inventory) }];
}

function setting(
  by: User,
  { section, map }: { readonly section: string; readonly map: MapValue },
  { inventory, path }: { readonly inventory: Inventory; readonly path: ParameterPath },
): readonly Use[] {
  const [first, ...keys] = path;
  const written = first === section ? writtenAt(map, keys, inventory.settings) : undefined;
  if (written === undefined) return [];
  const { value } = written;
  return [{ how: "sets", by, text: "", value, path: [section, ...written.path], origin: value.origin }];
}

function readingUse(by: User, { source, path, origin }: WrittenReference): Use {
  return { how: "reads", by, text: source, path, origin };
}
