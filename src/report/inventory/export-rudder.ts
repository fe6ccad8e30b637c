import { jsonString } from "../../base/json-text.ts";
import { valueJson } from "../../encoding/json.ts";
import type { Value } from "../../model/values/value.ts";

/**
 * The resolved properties of a node as the file `properties.d/properties.json` that its agent reads: one namespace,
 * `properties`. Reading it gives the same properties, except that dates and binary data are text in JSON.
 */
export function rudderProperties(properties: ReadonlyMap<string, Value>): string {
  const members = [...properties].map(([name, value]) => `\n    ${jsonString(name)}: ${valueJson(value)}`);
  return members.length === 0 ? '{"properties": {}}\n' : `{\n  "properties": {${members.join(",")}\n  }\n}\n`;
}
