import type { ComparedStates } from "../worker/protocol/data.ts";

/** What a line of a menu leads to. */
export type MenuChoice =
  | { readonly kind: "copy"; readonly text: string; readonly what: string }
  /** The changes of a target. */
  | { readonly kind: "look"; readonly target: ComparedStates }
  /** Ask for words. */
  | { readonly kind: "type"; readonly what: TypedWords }
  /** What merging a revision into HEAD would do; of any branch when absent. */
  | { readonly kind: "merge"; readonly branch: string | undefined }
  /** Leave out what an option of `heir diff` leaves out, or show it again; undefined shows all. */
  | { readonly kind: "ignore"; readonly option: string | undefined }
  | { readonly kind: "base"; readonly base: Base | undefined }
  | { readonly kind: "secrets"; readonly areShown: boolean }
  | { readonly kind: "nothing" };

/** What can be typed: the words that name two states, or the name of what shall be merged. */
export type TypedWords = "range" | "branch";

/** A commit that others are compared with. */
export interface Base {
  readonly id: string;
  readonly name: string;
}

export interface MenuItem {
  /** Chooses it at once. */
  readonly key: string;
  readonly text: string;
  /** What it is about, behind the text. */
  readonly value: string;
  readonly choice: MenuChoice;
}
