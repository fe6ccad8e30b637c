import type { InheritMode } from "../../model/inventory/settings.ts";
import type { MapValue, ScalarValue, Span, Value } from "../../model/values/value.ts";
import type { ValueRules } from "../contracts/value-rules.ts";

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

export type MergeRule =
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
