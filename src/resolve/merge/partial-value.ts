import { compareText } from "../../base/text-order.ts";
import { type InheritMode, modeLetters } from "../../model/inventory/settings.ts";
import type { MapValue, ScalarValue, Span, Value } from "../../model/values/value.ts";
import type { ValueRules } from "./value-rules.ts";

/** The keys that lead to a value from the top of its section on. */
export type Path = readonly string[];

/**
 * The value of a key of a node while layers are merged, before references are filled in. A value that only one layer
 * gives is the definition's own, shared and unchanged; the other forms belong to one node.
 */
export type PartialValue = Value | MergedMap | MergedList | Pending | Alias | RawMap;

export interface MergedMap {
  readonly kind: "merged-map";
  readonly entries: Map<string, PartialEntry>;
  origin: Span;
  /** Of a copy that a reference brought in: the mapping that was copied first, and where it was merged. */
  readonly copied?: { readonly from: MapValue | MergedMap; readonly origin: Span };
}

/** One key of a merged mapping and its value. Nearly all are entries of a definition, unchanged. */
export interface PartialEntry {
  readonly key: string;
  readonly keyNode: ScalarValue;
  readonly value: PartialValue;
}

/** Lists joined in the order of the layers. */
export interface MergedList {
  readonly kind: "merged-list";
  readonly items: Value[];
  /** Where the lists before the latest are written. */
  readonly earlier: Span[];
  plain: boolean;
  origin: Span;
}

/** Contributions to one key, weakest first, that can only be merged once references are filled in. */
export interface Pending {
  readonly kind: "pending";
  readonly contributions: PendingContribution[];
  /** What contracts change at its path and below. */
  readonly rules?: ValueRules | undefined;
}

export interface PendingContribution {
  readonly value: PartialValue;
  readonly origin: Span;
  readonly rule: MergeRule;
  /** Written with the constant prefix: no later layer may set the value. */
  readonly constant: boolean;
  /** The layer that gives it, counted from the weakest; known only where contributions are watched. */
  readonly layer?: number | undefined;
}

type MergeRule =
  /** The kinds of the two values: rule M5. */
  | { readonly kind: "parameter" }
  /** The override prefix: the value below is replaced (rule M6). */
  | { readonly kind: "override" }
  /** The inherit mode of a property: rule P2. */
  | { readonly kind: "property"; readonly mode: InheritMode };

/** The value at another path, which a reference leads to. It is not changed from here. */
export interface Alias {
  readonly kind: "alias";
  readonly target: PartialValue;
  /** The path of the mapping that it is in, and its key there. */
  readonly within: Path;
  readonly key: string;
}

/** A mapping whose keys are taken as written: below a list item, or the value of a prefixed key. */
export interface RawMap {
  readonly kind: "raw";
  readonly map: MapValue;
}

/** A value below a list item or a prefixed key, where keys are taken as written: rules M8 and M9. */
export function asRaw(value: Value): PartialValue {
  return value.kind === "map" && !value.plain ? { kind: "raw", map: value } : value;
}

const PARAMETER = { kind: "parameter" } as const;

/** A value of a layer of parameters, written without a prefix. */
export function parameterContribution(value: PartialValue): PendingContribution {
  return { value, origin: originOf(value), rule: PARAMETER, constant: false };
}

/** Further contributions to a value. Pending contributions below are changed in place. */
export function withContributions(
  below: PartialValue | undefined,
  contributions: readonly PendingContribution[],
  rules?: ValueRules,
): Pending {
  if (below?.kind === "pending") {
    below.contributions.push(...contributions);
    return below;
  }
  const first = below === undefined ? [] : [parameterContribution(below)];
  return { kind: "pending", contributions: [...first, ...contributions], rules };
}

/** Where the latest contribution to a value is written. */
export function originOf(value: PartialValue): Span {
  switch (value.kind) {
    case "pending":
      return value.contributions.at(-1)?.origin ?? NOWHERE;
    case "alias":
      return originOf(value.target);
    case "raw":
      return value.map.origin;
    case "scalar":
    case "template":
    case "list":
    case "map":
    case "set":
    case "merged-map":
    case "merged-list":
      return value.origin;
  }
}

/** The origin of a value that no file gives. */
export const NOWHERE: Span = { file: { path: "", blob: "", text: "" }, start: 0, end: 0 };

/** A text equal for values of equal content: kinds and types count, not origins or key order; references as written. */
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
