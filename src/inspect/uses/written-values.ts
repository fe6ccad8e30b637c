import { type ContractFile, keysOf, pathFilterOf, type ValueContract } from "../../model/contracts/contract.ts";
import { type AtPath, type PathState, StateSet } from "../../model/contracts/path-state.ts";
import type { Inventory, ResolvedNode } from "../../model/inventory/inventory.ts";
import type { ImpactTarget, WrittenValue } from "../../model/results/impact.ts";
import type { Use, User } from "../../model/results/uses.ts";
import type { PrefixSettings } from "../../model/values/key-prefix.ts";
import { isAlong, type ParameterPath } from "../../model/values/parameter-path.ts";
import { matchesPath, touchesPath } from "../../model/values/path-filter.ts";
import { isMap, type MapValue, placeOf, type Span, textValue, type Value } from "../../model/values/value.ts";
import { layerAt, pathAt, writtenLeaves } from "../../written/written.ts";
import { contentOf, referencesAt, touches, type Writer, type WrittenReference, writers } from "./writers.ts";

/**
 * The layers in which a target is written, each with the values that the target means. Names in lists are among them
 * only where a line or a path is meant.
 */
export function writtenLayers(inventory: Inventory, target: ImpactTarget): readonly WrittenLayer[] {
  if (target.kind === "path") {
    const layers = writers(inventory).flatMap((each) => [...layersOf(each, inventory), ...namesOf(each)]);
    const own = meantIn(layers, (written) => isFor(written, target.path));
    return [...own, ...defaultLayers(inventory, target.path)].filter(({ values }) => values.length > 0);
  }
  const { file, line, of } = target;
  if (of.kind === "contract") {
    const names = inventory.namesOfFile(file);
    const defaults = defaultLayers(inventory).filter(({ map }) => names.includes(map.origin.file.path));
    return line === undefined ? defaults : meantIn(defaults, (written) => isOnLine(written, line));
  }
  const content = contentOf(inventory, file);
  if (line === undefined) return content.flatMap((each) => layersOf(each, inventory));
  const layers = content.flatMap((each) => [...layersOf(each, inventory), ...namesOf(each)]);
  return meantIn(layers, (written) => isOnLine(written, line));
}

function meantIn(layers: readonly WrittenLayer[], isMeant: (each: WrittenValue) => boolean): readonly WrittenLayer[] {
  return layers.map(({ map, values }) => ({ map, values: values.filter(isMeant) }));
}

function layersOf({ by, sections }: Writer, { settings }: Inventory): readonly WrittenLayer[] {
  return sections.map(([section, map]) => ({ map, values: writtenValues(by, { section, map, settings }) }));
}

/** Names in the lists of which a node has the names, each a layer of its own. Other names arrange groups, rules and directives. */
function namesOf({ by, names }: Writer): readonly WrittenLayer[] {
  return names.flatMap(({ section, mention: { name, remove, origin } }) => {
    if (section === undefined) return [];
    const value = textValue(remove ? `~${name}` : name, origin);
    return [{ map: value, values: [{ by, path: [section, name], key: origin, value }] }];
  });
}

/** Whether a value is at a path or below it, or above it and may hold the value at the path. */
function isFor({ path, value }: WrittenValue, asked: ParameterPath): boolean {
  const mayHold = value.kind === "template" || value.kind === "list" || path.length >= asked.length;
  return mayHold && isAlong(path, asked);
}

/** Every value that a layer writes in one of its sections, in the order written, with the prefixes of keys read. */
export function writtenValues(
  by: User,
  { section, map, settings }: { readonly section: string; readonly map: Value; readonly settings: PrefixSettings },
): readonly WrittenValue[] {
  if (!isMap(map)) return [{ by, path: [section], key: map.origin, value: map }];
  return writtenLeaves(map, settings, [section]).flatMap(({ path, entry, value }) => {
    return entry === undefined ? [] : [{ by, path, key: entry.keyNode.origin, value }];
  });
}

function isOnLine({ key, value: { origin } }: WrittenValue, line: number): boolean {
  const last = { ...origin, start: Math.max(origin.start, origin.end - 1) };
  return placeOf(key).line <= line && line <= placeOf(last).line;
}

/** The path of the innermost value of a definition, its key included, in which a place begins; undefined for any other place. */
export function writtenPathOf(inventory: Inventory, place: Span): ParameterPath | undefined {
  for (const { sections } of contentOf(inventory, place.file.path)) {
    for (const [section, layer] of sections) {
      const path = pathAt(layer, place, inventory.settings);
      if (path !== undefined) return [section, ...path];
    }
  }
  return undefined;
}

/** The paths of the values at the top of what a file defines, each once, in the order written. */
export function topPathsIn(inventory: Inventory, file: string): readonly ParameterPath[] {
  const all = contentOf(inventory, file).flatMap(({ sections }) => sections);
  const parts = all.flatMap(([section, layer]) => layerAt(layer, [section]).parts(inventory.settings));
  return [...new Map(parts.map(({ path }) => [path.join(" "), path])).values()];
}

/** Values that one layer writes, and its value as a whole, by which it is found among the steps of a node. */
export interface WrittenLayer {
  readonly map: Value;
  readonly values: readonly WrittenValue[];
}

/** The files of contracts with the defaults that they give, for a path only those that concern it. */
function defaultLayers({ contracts }: Inventory, asked: ParameterPath = []): readonly WrittenLayer[] {
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
  const by = { kind: "contract", name: of.id } as const;
  const written: WrittenValue = { by, path: keysOf(path), key: path.origin, value: fallback };
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

/** The defaults that set a value, a part of it or one that holds it, and the references in defaults that read it. */
export function defaultUses(inventory: Inventory, path: ParameterPath): readonly Use[] {
  return (inventory.contracts?.values ?? []).flatMap((contract): readonly Use[] => {
    const { fallback, of } = contract;
    if (fallback === undefined) return [];
    const at = keysOf(contract.path);
    const by = { kind: "contract", name: of.id } as const;
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
