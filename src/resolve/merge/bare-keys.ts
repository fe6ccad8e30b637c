import { isBareKey, type PrefixSettings, prefixCharacters } from "../../model/values/key-prefix.ts";
import type { MapValue } from "../../model/values/value.ts";

const known = new WeakMap<MapValue, boolean>();

/**
 * Whether the merge takes every key of a definition's mapping as it is written: all are text, and none has a prefix.
 * Mappings inside it do not count. A definition is read under one set of prefixes, so each mapping is examined once.
 */
export function hasBareKeys(map: MapValue, settings: PrefixSettings): boolean {
  if (map.plain) return true;
  let isBare = known.get(map);
  if (isBare === undefined) {
    const prefixes = prefixCharacters(settings);
    isBare = map.entries.every(({ key, keyNode }) => {
      return keyNode.type === "text" && keyNode.data === key && isBareKey(key, prefixes);
    });
    known.set(map, isBare);
  }
  return isBare;
}
