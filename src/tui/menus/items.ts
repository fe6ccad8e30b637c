import type { ComparedStates } from "../worker/protocol/data.ts";

/** What choosing a line of a menu does. */
export type MenuChoice =
  | { readonly kind: "copy"; readonly text: string; readonly what: string }
  /** Shows the changes of a target. */
  | { readonly kind: "look"; readonly target: ComparedStates }
  /** Asks for words. */
  | { readonly kind: "type"; readonly what: TypedWords }
  /** Shows what merging a revision into HEAD would do; undefined lists the branches. */
  | { readonly kind: "merge"; readonly branch: string | undefined }
  /** Turns an option of `heir diff` that leaves changes out on or off; undefined turns all off. */
  | { readonly kind: "ignore"; readonly option: string | undefined }
  | { readonly kind: "base"; readonly base: Base | undefined }
  | { readonly kind: "secrets"; readonly areShown: boolean }
  | { readonly kind: "nothing" };

/** What is typed: two states, or a revision to merge. */
export type TypedWords = "range" | "branch";

/** A commit that others are compared with. */
export interface Base {
  readonly id: string;
  readonly name: string;
}

export interface MenuItem {
  /** The key that chooses it. */
  readonly key: string;
  readonly text: string;
  /** What it applies to, behind the text. */
  readonly value: string;
  readonly choice: MenuChoice;
}
