import type { Step } from "../inventory/resolved.ts";
import type { Span } from "../values/origin.ts";
import type { ParameterPath } from "../values/parameter-path.ts";

/** In whose text a cause stands: a layer of the node, or a file that is none. */
export interface CauseOwner {
  readonly layer: Step["layer"] | "order" | "settings" | "rule" | "directive" | "technique";
  /** Class or node name, id of a group, rule, directive or technique; `globals`, `order`, `settings`. */
  readonly name: string;
}

/** Where a cause stands on each side; absent on a side where there is nothing of it. */
export interface CausePlaces {
  readonly in: CauseOwner;
  readonly old?: Span;
  readonly new?: Span;
}

/** Why a resolved value differs between two snapshots. */
export type Cause = CauseDeed & {
  /** What else had a part in it, where many layers make one value. */
  readonly also?: readonly Cause[];
};

export type CauseDeed =
  /** A layer says something else, for the first time something, or nothing any more. */
  | (CausePlaces & { readonly kind: "value-edited" | "value-added" | "value-removed" })
  /** A mention of a class, in the class, group, node or setting that lists it. */
  | (CausePlaces & { readonly kind: "class-added" | "class-removed" | "class-reordered"; readonly class: string })
  | (CausePlaces & {
      readonly kind: "application-added" | "application-removed" | "application-reordered";
      readonly application: string;
    })
  /** A mention with `~`. */
  | (CausePlaces & {
      readonly kind: "removal-added" | "removal-removed";
      readonly of: "class" | "group" | "application";
      readonly name: string;
    })
  /** In the node: what it says of the group, or a fact. In a group: the nodes that it names, or its match. */
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
  /** An edge of `order.yml` that came or went. */
  | (CausePlaces & { readonly kind: "group-order-changed"; readonly lower: string; readonly higher: string })
  | (CausePlaces & { readonly kind: "inherit-mode-changed"; readonly property: string })
  /** The whole file of a layer. */
  | (CausePlaces & { readonly kind: "file-added" | "file-removed" | "file-renamed" })
  /** The text is the same; what it refers to is not, for a cause of its own. */
  | (CausePlaces & {
      readonly kind: "reference-changed";
      readonly reference: string;
      readonly path: ParameterPath;
      readonly cause: Cause;
    })
  /** Another node exports something else, came or went. */
  | (CausePlaces & {
      readonly kind: "query-changed";
      readonly query: string;
      readonly node: string;
      readonly cause: Cause;
    })
  | (CausePlaces & { readonly kind: "target-changed"; readonly rule: string })
  | (CausePlaces & { readonly kind: "directive-added" | "directive-removed"; readonly directive: string })
  | { readonly kind: "settings-changed"; readonly settings: readonly string[]; readonly files: readonly string[] }
  | { readonly kind: "node-added" | "node-removed"; readonly node: string }
  | { readonly kind: "node-renamed"; readonly node: string; readonly to: string }
  | { readonly kind: "unknown" };
