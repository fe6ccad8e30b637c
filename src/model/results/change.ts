import type { Value } from "../values/value.ts";
import type { Cause, EditPlaces } from "./cause.ts";

/**
 * How one resolved value differs between two snapshots.
 *
 * `path` starts at the node object (`["parameters", "ntp", "server"]`). Mappings are compared key by key; a mapping
 * that is added or removed is one change at its top; lists and scalars are one change with their whole values.
 */
export type Change = ValueChange & {
  /** Undefined if causes were not asked for. */
  readonly cause?: Cause;
};

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

/**
 * One change and every node that has it: the same kind, path, old and new value, from the same files, for the same
 * cause. The places of `change` are those on the first node. Node names are sorted.
 */
export interface FoldedChange {
  readonly change: Change;
  readonly nodes: readonly string[];
  /** Where the edit behind it is, on all of them; absent if no cause with a place is known. */
  readonly places?: readonly EditPlaces[];
}
