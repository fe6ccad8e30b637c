import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Use, User } from "../../model/results/uses.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { MapValue } from "../../model/values/value.ts";
import { writtenAt } from "../../written/written-at.ts";
import { defaultUses } from "./defaults.ts";
import { touches, type WrittenReference } from "./reading.ts";
import { writers } from "./writers.ts";

/** The definitions that set a value below the parameters or exports, or a mapping with it, and those that read it. */
export function usesOfValue(inventory: Inventory, path: ParameterPath): readonly Use[] {
  const written = writers(inventory).flatMap(({ by, sections, reads }) => [
    ...sections.flatMap(([section, map]) => setting(by, { section, map }, { inventory, path })),
    ...reads()
      .filter((each) => touches(each, path))
      .map((each) => readingUse(by, each)),
  ]);
  return [...written, ...defaultUses(inventory, path)];
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
