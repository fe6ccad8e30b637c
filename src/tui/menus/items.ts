/** What choosing a line of a menu does. */
export type MenuChoice =
  | { readonly kind: "copy"; readonly text: string; readonly what: string }
  /** Saves the report of the merge in front to a file. */
  | { readonly kind: "report" }
  /** Turns an option of `heir diff` that leaves changes out on or off; undefined turns all off. */
  | { readonly kind: "ignore"; readonly option: string | undefined }
  | { readonly kind: "secrets"; readonly areShown: boolean }
  | { readonly kind: "nothing" };

export interface MenuItem {
  /** The key that chooses it. */
  readonly key: string;
  readonly text: string;
  /** What it applies to, behind the text. */
  readonly value: string;
  readonly choice: MenuChoice;
}
