import { compareText } from "../../base/text-order.ts";
import { modeLetters } from "../../model/inventory/merge-mode.ts";
import type { MapValue, ScalarValue } from "../../model/values/value.ts";
import type { MergedMap, MergeRule, PartialEntry, PartialValue, PendingContribution } from "./partial-value.ts";

/**
 * What a cell holds as text that is equal for equal content: kinds and types count, origins and the order of keys do
 * not. References are compared as written, since within one node they lead to the same value.
 */
export function contentText(cell: PartialValue): string {
  switch (cell.kind) {
    case "scalar":
      return scalarText(cell);
    case "template":
      return `template ${JSON.stringify(cell.text)}`;
    case "list":
    case "merged-list":
      return `[${cell.items.map(contentText).join(",")}]`;
    case "set":
      return `set [${cell.items.map(scalarText).sort(compareText).join(",")}]`;
    case "map":
    case "merged-map":
      return `{${keyed(cell)}}`;
    case "raw":
      return `raw {${keyed(cell.map)}}`;
    case "stack":
      return `stack [${cell.parts.map(partText).join(",")}]`;
    case "alias":
      return contentText(cell.target);
  }
}

/** The cell at each key of a mapping; of equal keys the last. */
export function partialValuesOf(map: MapValue | MergedMap): ReadonlyMap<string, PartialValue> {
  const entries: readonly PartialEntry[] = map.kind === "map" ? map.entries : [...map.entries.values()];
  return new Map(entries.map(({ key, value }) => [key, value]));
}

function keyed(map: MapValue | MergedMap): string {
  const parts = [...partialValuesOf(map)].map(([key, cell]) => `${JSON.stringify(key)}:${contentText(cell)}`);
  return parts.sort(compareText).join(",");
}

function scalarText({ type, data }: ScalarValue): string {
  return `${type} ${JSON.stringify(typeof data === "bigint" ? String(data) : data)}`;
}

function partText({ cell, rule, constant }: PendingContribution): string {
  return `${ruleText(rule)}${constant ? "=" : ""}${contentText(cell)}`;
}

function ruleText(rule: MergeRule): string {
  switch (rule.kind) {
    case "parameter":
      return "";
    case "override":
      return "~";
    case "property":
      return `${modeLetters(rule.mode)} `;
  }
}
