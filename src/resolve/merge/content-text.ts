import { compareText } from "../../base/text-order.ts";
import { modeLetters } from "../../model/inventory/merge-mode.ts";
import type { MapValue, ScalarValue } from "../../model/values/value.ts";
import type { MergedMap, MergeRule, PartialEntry, PartialValue, PendingContribution } from "./partial-value.ts";

/**
 * A text that is equal for values with equal content: kinds and types count, origins and the order of keys do not.
 * References are compared as written, since within one node they lead to the same value.
 */
export function contentText(value: PartialValue): string {
  switch (value.kind) {
    case "scalar":
      return scalarText(value);
    case "template":
      return `template ${JSON.stringify(value.text)}`;
    case "list":
    case "merged-list":
      return `[${value.items.map(contentText).join(",")}]`;
    case "set":
      return `set [${value.items.map(scalarText).sort(compareText).join(",")}]`;
    case "map":
    case "merged-map":
      return `{${entriesText(value)}}`;
    case "raw":
      return `raw {${entriesText(value.map)}}`;
    case "pending":
      return `pending [${value.contributions.map(contributionText).join(",")}]`;
    case "alias":
      return contentText(value.target);
  }
}

/** The value at each key of a mapping; of equal keys the last. */
export function partialValuesOf(map: MapValue | MergedMap): ReadonlyMap<string, PartialValue> {
  const entries: readonly PartialEntry[] = map.kind === "map" ? map.entries : [...map.entries.values()];
  return new Map(entries.map(({ key, value }) => [key, value]));
}

function entriesText(map: MapValue | MergedMap): string {
  const entries = [...partialValuesOf(map)].map(([key, value]) => `${JSON.stringify(key)}:${contentText(value)}`);
  return entries.sort(compareText).join(",");
}

function scalarText({ type, data }: ScalarValue): string {
  return `${type} ${JSON.stringify(typeof data === "bigint" ? String(data) : data)}`;
}

function contributionText({ value, rule, constant }: PendingContribution): string {
  return `${ruleText(rule)}${constant ? "=" : ""}${contentText(value)}`;
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
