import { distinctEntries, jsonString, keyText, scalarJson, sortedItems } from "./json-text.ts";
import type { Value } from "./value.ts";

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
      return `[${joined(value.items, compactJson)}]`;
    case "set":
      return `[${joined(sortedItems(value), scalarJson)}]`;
    case "map":
      return `{${joined(distinctEntries(value), (entry) => `${jsonString(keyText(entry))}:${compactJson(entry.value)}`)}}`;
  }
}

function joined<Item>(items: readonly Item[], text: (item: Item) => string): string {
  let out = "";
  for (const item of items) out += out === "" ? text(item) : `,${text(item)}`;
  return out;
}
