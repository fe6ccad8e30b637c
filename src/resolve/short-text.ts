import { jsonString, scalarJson } from "../model/json-text.ts";
import type { Cell } from "./cell.ts";
import { cellsOf } from "./cell-text.ts";

const LONGEST = 60;

/** What a cell holds in a few words, for messages: a scalar as JSON, of mappings and lists the beginning. */
export function shortText(cell: Cell): string {
  const text = wholeText(cell);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function wholeText(cell: Cell): string {
  switch (cell.kind) {
    case "scalar":
      return scalarJson(cell);
    case "template":
      return cell.text;
    case "list":
    case "merged-list":
      return `[${cell.items.map(wholeText).join(", ")}]`;
    case "set":
      return `[${cell.items.map(scalarJson).join(", ")}]`;
    case "map":
    case "merged-map":
      return `{${[...cellsOf(cell)].map(([key, value]) => `${jsonString(key)}: ${wholeText(value)}`).join(", ")}}`;
    case "raw":
      return wholeText(cell.map);
    case "alias":
      return wholeText(cell.target);
    case "stack":
      return cell.parts.map((part) => wholeText(part.cell)).join(" and ");
  }
}
