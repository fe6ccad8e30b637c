import type { Settings } from "../../model/inventory/settings.ts";
import type { MapEntry, MapValue } from "../../model/values/value.ts";

type Prefixes = Pick<Settings, "dict_key_override_prefix" | "dict_key_constant_prefix">;

const known = new WeakMap<MapValue, boolean>();

/**
 * Whether folding takes every key of a definition's map as it is: all are text, and none has a prefix. What is below
 * does not matter. A definition is read under one set of prefixes, so the answer is worked out once for each map.
 */
export function hasBareKeys(map: MapValue, prefixes: Prefixes): boolean {
  if (map.plain) return true;
  let isBare = known.get(map);
  if (isBare === undefined) {
    isBare = map.entries.every((entry) => isBareKey(entry, prefixes));
    known.set(map, isBare);
  }
  return isBare;
}

function isBareKey({ key, keyNode }: MapEntry, prefixes: Prefixes): boolean {
  const { dict_key_override_prefix: override, dict_key_constant_prefix: constant } = prefixes;
  const sign = key.charAt(0);
  return keyNode.type === "text" && keyNode.data === key && sign !== "" && sign !== override && sign !== constant;
}
