import type { InheritMode } from "../../model/inventory/merge-mode.ts";
import type { Span } from "../../model/values/origin.ts";
import type { MapValue, ScalarValue, Value } from "../../model/values/value.ts";

/**
 * What stands at one key of a node while its steps are folded, before references are filled in.
 *
 * A single plain contribution is the definition's own value, shared and untouched; the other forms belong to one node.
 */
export type PartialValue = Value | MergedMap | MergedList | Pending | Alias | RawMap;

/** Mappings laid over one another key by key. */
export interface MergedMap {
  readonly kind: "merged-map";
  readonly entries: Map<string, PartialEntry>;
  origin: Span;
}

/** What stands under a key. An entry of a definition is one as it is, and most are. */
export interface PartialEntry {
  readonly key: string;
  readonly keyNode: ScalarValue;
  readonly value: PartialValue;
}

/** Lists joined in merge order. */
export interface MergedList {
  readonly kind: "merged-list";
  readonly items: Value[];
  /** Where the lists before the latest are written. */
  readonly earlier: Span[];
  plain: boolean;
  origin: Span;
}

/** Contributions whose result is only known once references are filled in; folded from the left. */
export interface Pending {
  readonly kind: "stack";
  readonly parts: PendingContribution[];
}

export interface PendingContribution {
  readonly cell: PartialValue;
  readonly origin: Span;
  readonly rule: MergeRule;
  /** Written with the constant prefix: no later layer may set the value. */
  readonly constant: boolean;
  /** The layer that says it, counted from the weakest; known only where contributions are watched. */
  readonly layer?: number | undefined;
}

/** What decides how a contribution is merged with the value below it. */
export type MergeRule =
  /** The kinds of the two values: rule M5. */
  | { readonly kind: "parameter" }
  /** The override prefix: the value below is replaced (rule M6). */
  | { readonly kind: "override" }
  /** The inherit mode of a property: rule P2. */
  | { readonly kind: "property"; readonly mode: InheritMode };

/** The value at another path, reached through a reference; never changed from here. */
export interface Alias {
  readonly kind: "alias";
  readonly target: PartialValue;
  readonly path: readonly string[];
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

/** Where the latest contribution to a cell is written. */
export function originOf(cell: PartialValue): Span {
  switch (cell.kind) {
    case "stack":
      return cell.parts[cell.parts.length - 1]?.origin ?? NOWHERE;
    case "alias":
      return originOf(cell.target);
    case "raw":
      return cell.map.origin;
    case "scalar":
    case "template":
    case "list":
    case "map":
    case "set":
    case "merged-map":
    case "merged-list":
      return cell.origin;
  }
}

/** The origin of what no file says. */
export const NOWHERE: Span = { file: { path: "", blob: "", text: "" }, start: 0, end: 0 };
