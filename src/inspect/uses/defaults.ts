import { type ContractFile, keysOf, pathFilterOf, type ValueContract } from "../../model/contracts/contract.ts";
import { type AtPath, type PathState, StateSet } from "../../model/contracts/path-state.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { WrittenValue } from "../../model/results/impact.ts";
import type { Use } from "../../model/results/uses.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import { matchesPath, touchesPath } from "../../model/values/path-filter.ts";
import { isMap, type MapValue, type Value } from "../../model/values/value.ts";
import { referencesAt, touches, type WrittenReference } from "./reading.ts";

/** Values that one layer writes, and its value as a whole, by which it is found among the steps of a node. */
export interface WrittenLayer {
  readonly map: Value;
  readonly values: readonly WrittenValue[];
}

/** The files of contracts with the defaults that they give, for a path only those that concern it. */
export function defaultLayers(
  { contracts }: Pick<Inventory, "contracts">,
  asked: ParameterPath = [],
): readonly WrittenLayer[] {
  return (contracts?.files ?? []).flatMap((of) => {
    const map = contentOfContracts(of);
    const own = contracts?.values.filter((contract) => contract.of === of) ?? [];
    return map === undefined ? [] : [{ map, values: own.flatMap((contract) => writtenDefault(contract, asked)) }];
  });
}

function writtenDefault(contract: ValueContract, within: ParameterPath): readonly WrittenValue[] {
  const { of, fallback, path } = contract;
  if (fallback === undefined) return [];
  const mayHold = fallback.kind !== "scalar" || path.keys.length + 1 >= within.length;
  if (!mayHold || !isAbout(contract, within)) return [];
  const written: WrittenValue = { by: byContract(of), path: keysOf(path), key: path.origin, value: fallback };
  if (path.keys.every(({ kind }) => kind === "key")) return [written];
  return [{ ...written, pattern: { text: path.text, start: new StateSet([contract]).start, within } }];
}

/** The paths of the values of a node for which a default may be. */
export function placesOf({ path, pattern }: WrittenValue, node: ResolvedNode): readonly ParameterPath[] {
  if (pattern === undefined) return [path];
  const section = path[0] === "exports" ? path[0] : "parameters";
  return [...placesBelow(node[section], pattern.start, [section])].filter((each) => isAlong(each, pattern.within));
}

function* placesBelow(value: Value, state: PathState<AtPath>, path: ParameterPath): Iterable<ParameterPath> {
  if (state.ending.length > 0) yield path;
  for (const part of state.parts(value)) yield* placesBelow(part.value, part.state, [...path, String(part.key)]);
}

export function contentOfContracts({ root }: ContractFile): MapValue | undefined {
  return isMap(root) ? root : undefined;
}

function byContract({ id }: ContractFile): WrittenValue["by"] {
  return { kind: "contract", name: id };
}

/** The defaults that set a value, a part of it or one that holds it, and the references in defaults that read it. */
export function defaultUses(inventory: Inventory, path: ParameterPath): readonly Use[] {
  return (inventory.contracts?.values ?? []).flatMap((contract): readonly Use[] => {
    const { fallback, of } = contract;
    if (fallback === undefined) return [];
    const at = keysOf(contract.path);
    const by = byContract(of);
    const sets: Use = { how: "sets", by, text: "", value: fallback, path: at, origin: fallback.origin };
    const reads = readsOf(contract, inventory).filter((each) => touches(each, path));
    return [
      ...(isAbout(contract, path) ? [sets] : []),
      ...reads.map((each): Use => ({ how: "reads", by, text: each.source, path: each.path, origin: each.origin })),
    ];
  });
}

export function defaultReads(inventory: Inventory): readonly WrittenReference[] {
  return (inventory.contracts?.values ?? []).flatMap((contract) => readsOf(contract, inventory));
}

function readsOf({ fallback, path }: ValueContract, inventory: Inventory): readonly WrittenReference[] {
  return fallback === undefined ? [] : referencesAt(fallback, keysOf(path), inventory);
}

/** Whether a path is that of a contract, above it or below it. */
function isAbout({ path: at }: ValueContract, path: ParameterPath): boolean {
  const filter = pathFilterOf(at, true);
  return touchesPath(filter, path) || matchesPath(filter, path);
}
