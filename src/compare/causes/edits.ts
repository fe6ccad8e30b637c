import { type InheritMode, MERGE_MODES } from "../../model/inventory/merge-mode.ts";
import type { Step } from "../../model/inventory/resolved.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import { entryAt, readKey, replacesBelow } from "../../model/values/key-prefix.ts";
import type { Value } from "../../model/values/value.ts";
import type { Identities } from "../identity.ts";

/** What one layer says of the value at a path: there, or above it with something that takes the place of all below. */
export interface WrittenContribution {
  readonly step: Step;
  readonly value: Value;
  /** How many keys down the path it stands. */
  readonly depth: number;
  /** Nothing of weaker layers is left: it replaces a whole mapping, by its key or its mode. */
  readonly overwrites: boolean;
  /** It is a mapping above the path without the key asked for. */
  readonly lacks: boolean;
  /** How it is laid over weaker layers, of a property. */
  readonly mode: InheritMode | undefined;
}

/** What a layer says of the value at a path below one of its sections; undefined if nothing. */
export function contributionOf(
  step: Step,
  [section, ...keys]: readonly string[],
  settings: Settings,
): WrittenContribution | undefined {
  if (section !== "parameters" && section !== "exports") return undefined;
  const mode = section === "parameters" && keys[0] !== undefined ? step.modes?.get(keys[0]) : undefined;
  let value: Value = step[section];
  let overwrites = false;
  for (const [depth, key] of keys.entries()) {
    if (value.kind !== "map") return { step, value, depth, overwrites, lacks: false, mode };
    const entry = entryAt(value, key, settings);
    if (entry === undefined) {
      const blocks = overwrites || (depth > 0 && replacesObjects(mode));
      return blocks ? { step, value, depth, overwrites: true, lacks: true, mode } : undefined;
    }
    overwrites ||= entry.key !== key && replacesBelow(readKey(entry.key, settings));
    value = entry.value;
  }
  if (keys.length === 0 && value.kind === "map" && value.entries.length === 0) return undefined;
  return { step, value, depth: keys.length, overwrites: overwrites || replacesObjects(mode), lacks: false, mode };
}

/** Whether two layers say the same, in the same way. */
export function isSameContribution(
  one: WrittenContribution,
  other: WrittenContribution,
  identities: Identities,
): boolean {
  if (one.depth !== other.depth || one.overwrites !== other.overwrites || one.lacks !== other.lacks) return false;
  return one.lacks || identities.same(one.value, other.value);
}

/** Those of the layers, strongest first, of which a value consists; `length` is that of its path below the section. */
export function countingContributions(
  said: readonly WrittenContribution[],
  length: number,
  value: Value | undefined,
): readonly WrittenContribution[] {
  const last = said.findIndex((each) => replacesAll(each, length, value));
  return last === -1 ? said : said.slice(0, last + 1);
}

function replacesObjects(mode: InheritMode | undefined): boolean {
  return mode !== undefined && !MERGE_MODES[mode.objects].keepsBelow;
}

function replacesAll(said: WrittenContribution, length: number, result: Value | undefined): boolean {
  if (said.overwrites || said.lacks) return true;
  const { value } = said;
  if (value.kind === "template") return value.parts.length > 1 || result?.kind === "scalar";
  if (said.depth < length) return value.kind !== "map";
  if (value.kind === "scalar") return said.mode === undefined || !MERGE_MODES[said.mode.text].keepsBelow;
  if (value.kind === "list") return said.mode !== undefined && !MERGE_MODES[said.mode.lists].keepsBelow;
  return value.kind === "set";
}
