import type { Settings } from "../inventory/settings.ts";
import { entryOf, type MapEntry, type MapValue } from "./value.ts";

/** The signs that may stand before a key. */
export type KeySigns = Pick<Settings, "dict_key_override_prefix" | "dict_key_constant_prefix">;

/** The signs as a list; one that is switched off is the empty text. */
export function signsOf({ dict_key_override_prefix, dict_key_constant_prefix }: KeySigns): readonly string[] {
  return [dict_key_override_prefix, dict_key_constant_prefix];
}

/** A key without the signs before it, as folding takes it: any number of them. Empty where it is signs only. */
export function bareKey(key: string, signs: readonly string[]): string {
  let start = 0;
  while (start < key.length && signs.includes(key.charAt(start))) start += 1;
  return key.slice(start);
}

/**
 * The last entry of a mapping that says a key, with signs before it or, as below a sign, letter by letter; undefined where
 * none does.
 */
export function entryAt(map: MapValue, key: string, settings: KeySigns): MapEntry | undefined {
  if (map.plain) return entryOf(map, key);
  const signs = signsOf(settings);
  return map.entries.findLast((entry) => entry.key === key || bareKey(entry.key, signs) === key);
}
