import { compactJson } from "../model/compact-json.ts";
import { distinctEntries, jsonString, keyText, scalarJson, sortedItems } from "../model/json-text.ts";
import type { Value } from "../model/value.ts";

/**
 * A value as JSON text: compact, or over several lines when `indent` says by how many blanks.
 *
 * Whole numbers keep all digits, floats their point (`1.0`), text stays as it is (no `\u` for other scripts). Dates
 * are ISO text, binary data is base64 text, sets are sorted lists, infinities are text. Keys keep the order of the
 * map. Never fails.
 */
export function valueJson(value: Value, indent = 0): string {
  if (value.kind === "scalar") return scalarJson(value);
  return indent > 0 ? wide(value, " ".repeat(indent), "\n") : compactJson(value);
}

/** `line` is a line end and the indentation of the line on which the value begins. */
function wide(value: Value, step: string, line: string): string {
  const inner = line + step;
  switch (value.kind) {
    case "scalar":
    case "template":
      return compactJson(value);
    case "list":
      return block(
        "[]",
        line,
        value.items.map((item) => inner + wide(item, step, inner)),
      );
    case "set":
      return block(
        "[]",
        line,
        sortedItems(value).map((item) => inner + scalarJson(item)),
      );
    case "map": {
      const entries = distinctEntries(value);
      return block(
        "{}",
        line,
        entries.map((entry) => `${inner}${jsonString(keyText(entry))}: ${wide(entry.value, step, inner)}`),
      );
    }
  }
}

function block(brackets: "[]" | "{}", line: string, parts: readonly string[]): string {
  return parts.length === 0 ? brackets : `${brackets[0]}${parts.join(",")}${line}${brackets[1]}`;
}
