import type { Step } from "../../model/inventory/inventory.ts";
import { type InheritMode, MERGE_MODES, type Settings } from "../../model/inventory/settings.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { isMap, type Value } from "../../model/values/value.ts";
import { isEmptyMap, valueAt } from "../../model/values/value-at.ts";
import { writtenTowards } from "../../written/written.ts";
import type { Identities } from "../identity.ts";
import type { CauseSide } from "./side.ts";

/** What one layer writes at a path, or above it if that replaces all values below. */
export interface WrittenContribution {
  readonly step: Step;
  readonly value: Value;
  /** How many keys of the path lead to it. */
  readonly depth: number;
  /** It replaces the mapping below as a whole, by its key or its mode. */
  readonly overwrites: boolean;
  /** It is a mapping above the path, without the key asked for. */
  readonly lacks: boolean;
  /** The inherit mode of a property; undefined for a parameter. */
  readonly mode: InheritMode | undefined;
}

/** The contribution of a layer to the value at a path below one of its sections; undefined if there is none. */
export function contributionOf(step: Step, path: ParameterPath, settings: Settings): WrittenContribution | undefined {
  const [section, ...keys] = path;
  if (section !== "parameters" && section !== "exports") return undefined;
  const mode = section === "parameters" && keys[0] !== undefined ? step.modes?.get(keys[0]) : undefined;
  const { value, depth, replaces } = writtenTowards(step[section], keys, settings);
  if (keys.length === 0 && isEmptyMap(value)) return undefined;
  const lacks = depth < keys.length && isMap(value);
  const replacesObjects = mode !== undefined && !MERGE_MODES[mode.objects].keepsBelow;
  const overwrites = replaces || ((lacks ? depth > 0 : depth === keys.length) && replacesObjects);
  return lacks && !overwrites ? undefined : { step, value, depth, overwrites, lacks, mode };
}

/** The value of a node at a path below one of its sections. */
export function resultAt({ node }: CauseSide, [section, ...keys]: ParameterPath): Value | undefined {
  return section === "parameters" || section === "exports" ? valueAt(node[section], keys) : undefined;
}

/** Whether two contributions have the same value and effect. */
export function isSameContribution(
  one: WrittenContribution,
  other: WrittenContribution,
  identities: Identities,
): boolean {
  if (one.depth !== other.depth || one.overwrites !== other.overwrites || one.lacks !== other.lacks) return false;
  return one.lacks || identities.same(one.value, other.value);
}

/** The contributions that a value consists of, strongest first; `length`: of its path below the section. */
export function countingContributions(
  contributions: readonly WrittenContribution[],
  length: number,
  value: Value | undefined,
): readonly WrittenContribution[] {
  const last = contributions.findIndex((each) => replacesAll(each, length, value));
  return last === -1 ? contributions : contributions.slice(0, last + 1);
}

function replacesAll(contribution: WrittenContribution, length: number, result: Value | undefined): boolean {
  const { value, depth, mode } = contribution;
  if (contribution.overwrites || contribution.lacks) return true;
  if (value.kind === "template") return value.parts.length > 1 || result?.kind === "scalar";
  if (depth < length) return !isMap(value);
  if (value.kind === "scalar") return mode === undefined || !MERGE_MODES[mode.text].keepsBelow;
  if (value.kind === "list") return mode !== undefined && !MERGE_MODES[mode.lists].keepsBelow;
  return value.kind === "set";
}

/** The contribution from which a scalar comes, by its origin alone. Undefined if the scalar may come from several. */
export function winnerOf(side: CauseSide, path: ParameterPath): WrittenContribution | undefined {
  const value = resultAt(side, path);
  if (value?.kind !== "scalar") return undefined;
  const { origin } = value;
  for (const step of side.node.steps) {
    if (step.layer === "automatic" || step.parameters.origin.file !== origin.file) continue;
    const found = contributionOf(step, path, side.inventory.settings);
    if (found === undefined || found.depth !== path.length - 1 || found.value.origin !== origin) continue;
    return found.mode === undefined || !MERGE_MODES[found.mode.text].keepsBelow ? found : undefined;
  }
  return undefined;
}
