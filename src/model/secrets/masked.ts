declare const maskedBrand: unique symbol;

/**
 * A result that is safe to print: its secrets are masked, or the user asked to see them. Only `mask` makes one, so that
 * code which prints an unmasked result does not compile.
 */
export type Masked<T> = T & { readonly [maskedBrand]: true };

/** Whether secrets in results are masked, or shown because the user asked for that. */
export type SecretsChoice = "mask" | "show";

/** Options of functions that return values for people. */
export interface SecretsOptions {
  /** `mask` if absent. */
  readonly secrets?: SecretsChoice;
}
