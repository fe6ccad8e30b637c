import { isBareKey, type PrefixSettings, prefixCharacters } from "../../model/values/key-prefix.ts";
import type { MapValue } from "../../model/values/value.ts";
import { kept } from "../../speed/kept.ts";

/**
 * Whether the merge takes every key of a definition's mapping as it is written: all are text, and none has a prefix.
 * Mappings inside it do not count. A definition is read under one set of prefixes, so each mapping is examined once.
 */
export function hasBareKeys(map: MapValue, settings: PrefixSettings): boolean {
  return map.plain || areBare(map, settings);
}

const areBare = kept("shared", ({ entries }: MapValue, settings: PrefixSettings): boolean => {
  const prefixes = prefixCharacters(settings);
  return entries.every(({ key, keyNode }) => {
    return keyNode.type === "text" && keyNode.data === key && isBareKey(key, prefixes);
  });
});
