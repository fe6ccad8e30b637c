import type { Step } from "../inventory/inventory.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import type { Span, Value } from "../values/value.ts";

/**
 * How one resolved value differs between two snapshots. `path` starts at the node object (`["parameters", "ntp"]`). A
 * mapping that is added or removed is one change at its top; lists and scalars are one change with their whole values.
 */
export type Change = ValueChange & {
  /** Undefined if causes were not asked for. */
  readonly cause?: Cause;
};

/** The values of a change; absent where there is none. */
export interface Sided {
  readonly before?: Value;
  readonly after?: Value;
}

type ValueChange =
  | { readonly kind: "added"; readonly path: readonly string[]; readonly after: Value }
  | { readonly kind: "removed"; readonly path: readonly string[]; readonly before: Value }
  | {
      readonly kind: "changed";
      readonly path: readonly string[];
      readonly before: Value;
      readonly after: Value;
      /** The edits inside, if both sides are lists. */
      readonly items: readonly ItemEdit[];
    }
  /** The same value, from another definition. */
  | { readonly kind: "moved"; readonly path: readonly string[]; readonly before: Value; readonly after: Value };

/** One edit inside a list. Indexes count from 0 in their own list. */
export type ItemEdit =
  | { readonly kind: "added"; readonly newIndex: number; readonly after: Value }
  | { readonly kind: "removed"; readonly oldIndex: number; readonly before: Value }
  | {
      readonly kind: "moved";
      readonly oldIndex: number;
      readonly newIndex: number;
      readonly before: Value;
      readonly after: Value;
    }
  /** The changes inside two mappings that are matched by a key, or two mappings or lists matched by position. */
  | {
      readonly kind: "changed";
      /** The item also moved. Its indexes alone do not show that, since items before it are added and removed. */
      readonly moved: boolean;
      /** The key by which the two mappings are matched, `name` or `id`; undefined if they are matched by position. */
      readonly key?: string;
      readonly oldIndex: number;
      readonly newIndex: number;
      readonly before: Value;
      readonly after: Value;
      /** Paths start at the item. */
      readonly changes: readonly Change[];
    };

/** A change and its nodes, sorted: same kind, path, values, files and cause. The places are those on the first node. */
export interface FoldedChange {
  readonly change: Change;
  readonly nodes: readonly string[];
  /** Where the edit behind it is, on all of them; absent if no cause with a place is known. */
  readonly places?: readonly EditPlaces[];
}

/** The definition that a cause is written in: a layer of the node, or another file. */
export interface CauseOwner {
  readonly layer: Step["layer"] | "order" | "settings" | "rule" | "technique" | "contract";
  /** The name of a class or node, the id of a group, rule, directive, technique or contract, a file of `properties.d`; `globals`, `order` or `settings`. */
  readonly name: string;
}

/** Where an edit is on each side; a side without it has none. */
export interface EditPlaces {
  readonly old?: Span;
  readonly new?: Span;
}

export interface CausePlaces extends EditPlaces {
  readonly in: CauseOwner;
}

export type Cause = CauseEdit & {
  /** Further causes, if several layers make one value. */
  readonly also?: readonly Cause[];
};

export type CauseEdit =
  | (CausePlaces & { readonly kind: "value-edited" | "value-added" | "value-removed" })
  /** A mention of a class, in the class, group, node or setting that lists it. */
  | (CausePlaces & { readonly kind: "class-added" | "class-removed" | "class-reordered"; readonly class: string })
  /** A mention of a class that replaces another one. */
  | (CausePlaces & { readonly kind: "class-replaced"; readonly class: string; readonly to: string })
  | (CausePlaces & {
      readonly kind: "application-added" | "application-removed" | "application-reordered";
      readonly application: string;
    })
  /** A mention with `~` in front. */
  | (CausePlaces & {
      readonly kind: "removal-added" | "removal-removed";
      readonly of: "class" | "group" | "application";
      readonly name: string;
    })
  /** In the node: a mention of the group, or a fact. In a group: the nodes that it names, or its match. */
  | (CausePlaces & {
      readonly kind: "group-joined" | "group-left";
      readonly group: string;
      readonly criterion?: string;
    })
  | (CausePlaces & {
      readonly kind: "group-enabled" | "group-disabled" | "group-parents-changed";
      readonly group: string;
    })
  /** An edge of `order.yml` that was added or removed, or is reversed where it has both places. */
  | (CausePlaces & { readonly kind: "group-order-changed"; readonly lower: string; readonly higher: string })
  | (CausePlaces & { readonly kind: "inherit-mode-changed"; readonly property: string })
  | (CausePlaces & { readonly kind: "file-added" | "file-removed" | "file-renamed" })
  /** The text is the same, but the target of a reference in it changed; that change has its own cause. */
  | (CausePlaces & {
      readonly kind: "reference-changed";
      readonly reference: string;
      readonly path: ParameterPath;
      readonly cause: Cause;
    })
  /** Another node exports something else, was added or removed. */
  | (CausePlaces & {
      readonly kind: "query-changed";
      readonly query: string;
      readonly node: string;
      readonly cause: Cause;
    })
  | (CausePlaces & { readonly kind: "target-changed"; readonly rule: string })
  | (CausePlaces & { readonly kind: "directive-added" | "directive-removed"; readonly directive: string })
  /** A default or a merge strategy. */
  | (CausePlaces & { readonly kind: "contract-changed"; readonly contract: string })
  | { readonly kind: "settings-changed"; readonly settings: readonly string[]; readonly files: readonly string[] }
  | { readonly kind: "node-added" | "node-removed"; readonly node: string }
  | { readonly kind: "node-renamed"; readonly node: string; readonly to: string }
  | { readonly kind: "unknown" };
