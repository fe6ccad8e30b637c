import { distinctEntries, hasTextKey, jsonKey, jsonString, keyText, scalarJson, sortedItems } from "./json-text.ts";
import type { MapValue, Value } from "./value.ts";

/**
 * A value as JSON text without blanks, keys in the order of the map.
 *
 * Whole numbers keep all digits, floats their point (`1.0`), text stays as it is (no `\u` for other scripts). Dates
 * are ISO text, binary data is base64 text, sets are sorted lists, infinities are text. Never fails.
 */
export function compactJson(value: Value): string {
  switch (value.kind) {
    case "scalar":
      return scalarJson(value);
    case "template":
      return jsonString(value.text);
    case "list":
      return listJson(value.items, compactJson);
    case "set":
      return listJson(sortedItems(value), scalarJson);
    case "map":
      return mapJson(value);
  }
}

function listJson<Item>(items: readonly Item[], text: (item: Item) => string): string {
  let out = "[";
  let separator = "";
  for (const item of items) {
    out += separator + text(item);
    separator = ",";
  }
  return `${out}]`;
}

/** Nearly all keys are text, and different: whether they are is looked at on the way. */
function mapJson(map: MapValue): string {
  let out = "{";
  let separator = "";
  for (const entry of map.entries) {
    if (!hasTextKey(entry)) return typedMapJson(map);
    out += separator + jsonKey(entry.key) + compactJson(entry.value);
    separator = ",";
  }
  return `${out}}`;
}

function typedMapJson(map: MapValue): string {
  const parts = distinctEntries(map).map((entry) => jsonKey(keyText(entry)) + compactJson(entry.value));
  return `{${parts.join(",")}}`;
}
