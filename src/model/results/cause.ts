import type { Step } from "../inventory/resolved.ts";
import type { Span } from "../values/origin.ts";
import type { ParameterPath } from "../values/parameter-path.ts";

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

/** The definition that a cause is written in, and its places there. */
export interface CausePlaces extends EditPlaces {
  readonly in: CauseOwner;
}

/** Why a resolved value differs between two snapshots. */
export type Cause = CauseEdit & {
  /** Further causes, if several layers make one value. */
  readonly also?: readonly Cause[];
};

export type CauseEdit =
  /** A value was edited in a layer, added to it or removed from it. */
  | (CausePlaces & { readonly kind: "value-edited" | "value-added" | "value-removed" })
  /** A mention of a class, in the class, group, node or setting that lists it. */
  | (CausePlaces & { readonly kind: "class-added" | "class-removed" | "class-reordered"; readonly class: string })
  /** A mention of a class in the place of another one. */
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
      /** The criterion that decides. */
      readonly criterion?: string;
    })
  | (CausePlaces & {
      readonly kind: "group-enabled" | "group-disabled" | "group-parents-changed";
      readonly group: string;
    })
  /** An edge of `order.yml` that was added or removed, or is reversed where it has both places. */
  | (CausePlaces & { readonly kind: "group-order-changed"; readonly lower: string; readonly higher: string })
  | (CausePlaces & { readonly kind: "inherit-mode-changed"; readonly property: string })
  /** The whole file of a layer. */
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
