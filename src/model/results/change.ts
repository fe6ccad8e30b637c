import type { Value } from "../values/value.ts";
import type { Cause } from "./cause.ts";

/**
 * How one resolved value differs between two snapshots.
 *
 * `path` starts at the node object (`["parameters", "ntp", "server"]`). Mappings are compared key by key; a mapping
 * that is new or gone is one change at its top; lists and scalars are one change with their whole values.
 */
export type Change = ValueChange & {
  /** Why; absent where nobody asked. */
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
      /** The edits inside, when both sides are lists. */
      readonly items: readonly ItemEdit[];
    }
  /** Same value, but another definition now supplies it. */
  | { readonly kind: "moved"; readonly path: readonly string[]; readonly before: Value; readonly after: Value };

/** One edit inside a list; indexes count from 0 in the list they belong to. */
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
  /** Maps matched by their identifying key (or maps and lists matched by position): what changed inside. */
  | {
      readonly kind: "changed";
      /** The item also stands elsewhere in the order; indexes alone cannot say, as items before it come and go. */
      readonly moved: boolean;
      /** The key by which the two maps were matched, `name` or `id`; absent when they were matched by position. */
      readonly key?: string;
      readonly oldIndex: number;
      readonly newIndex: number;
      readonly before: Value;
      readonly after: Value;
      /** Paths start at the item. */
      readonly changes: readonly Change[];
    };

/**
 * One change and every node that has it: same kind, path, old and new value, defined in the same files, for the same
 * cause. The places of `change` are those on the first node. Node names are sorted.
 */
export interface FoldedChange {
  readonly change: Change;
  readonly nodes: readonly string[];
}
