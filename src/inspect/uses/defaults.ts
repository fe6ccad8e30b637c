import { type ContractFile, keysOf, type ValueContract } from "../../model/contracts/contract.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { WrittenValue } from "../../model/results/impact.ts";
import type { Use } from "../../model/results/uses.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { matchesPath, touchesPath } from "../../model/values/path-filter.ts";
import type { MapValue } from "../../model/values/value.ts";
import { referencesAt, touches } from "./reading.ts";

/** The defaults in one file of contracts, and its content, by which it is found among the contracts of a node. */
export interface DefaultLayer {
  readonly map: MapValue;
  readonly values: readonly WrittenValue[];
}

/** The files of contracts with the defaults that they give at paths without patterns. */
export function defaultLayers({ contracts }: Pick<Inventory, "contracts">): readonly DefaultLayer[] {
  return (contracts?.files ?? []).flatMap((of) => {
    const map = contentOfContracts(of);
    const own = contracts?.values.filter((contract) => contract.of === of && isFixed(contract)) ?? [];
    const values = own.flatMap((contract): readonly WrittenValue[] => {
      const { fallback, path } = contract;
      if (fallback === undefined) return [];
      return [{ by: byContract(of), path: keysOf(path), key: path.origin, value: fallback }];
    });
    return map === undefined ? [] : [{ map, values }];
  });
}

/** The content of a file of contracts. */
export function contentOfContracts({ root }: ContractFile): MapValue | undefined {
  return root?.kind === "map" ? root : undefined;
}

function byContract({ id }: ContractFile): WrittenValue["by"] {
  return { kind: "contract", name: id };
}

function isFixed({ path }: ValueContract): boolean {
  return path.keys.every(({ kind }) => kind === "key");
}

/** The defaults that set a value, a part of it or one that holds it, and the references in defaults that read it. */
export function defaultUses(inventory: Inventory, path: ParameterPath): readonly Use[] {
  return (inventory.contracts?.values ?? []).flatMap((contract): readonly Use[] => {
    const { fallback, of } = contract;
    if (fallback === undefined) return [];
    const at = keysOf(contract.path);
    const by = byContract(of);
    const sets: Use = { how: "sets", by, text: "", value: fallback, path: at, origin: fallback.origin };
    const reads = referencesAt(fallback, at, inventory).filter((each) => touches(each, path));
    return [
      ...(isAbout(contract, path) ? [sets] : []),
      ...reads.map((each): Use => ({ how: "reads", by, text: each.source, path: each.path, origin: each.origin })),
    ];
  });
}

/** Whether a path is that of a contract, above it or below it. */
function isAbout({ path: { keys } }: ValueContract, path: ParameterPath): boolean {
  const filter = { keys: [{ kind: "key" as const, text: "parameters" }, ...keys], below: true };
  return touchesPath(filter, path) || matchesPath(filter, path);
}
