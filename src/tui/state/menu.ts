import type { Target } from "../worker/data.ts";

/** What a line of a menu leads to. */
export type Choice =
  | { readonly kind: "copy"; readonly text: string; readonly what: string }
  /** The changes of a target. */
  | { readonly kind: "look"; readonly target: Target }
  /** Ask for the words that name two states. */
  | { readonly kind: "range" }
  /** Leave out what an option of `heir diff` leaves out, or show it again; undefined shows all. */
  | { readonly kind: "ignore"; readonly option: string | undefined }
  | { readonly kind: "base"; readonly base: Base | undefined }
  | { readonly kind: "secrets"; readonly areShown: boolean }
  | { readonly kind: "nothing" };

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
  readonly choice: Choice;
}
