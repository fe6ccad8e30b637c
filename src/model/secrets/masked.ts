declare const maskedBrand: unique symbol;

/**
 * A result that may be drawn or reported: its secrets are masked, or somebody asked to see them. Only `mask` makes one,
 * so that a result that nobody masked does not compile where one is drawn.
 */
export type Masked<T> = T & { readonly [maskedBrand]: true };

/** Whether secrets in results are masked, or shown to somebody who asked for that. */
export type SecretsChoice = "mask" | "show";

/** Options of whatever hands out values that people look at. */
export interface SecretsOptions {
  /** `mask` when absent. */
  readonly secrets?: SecretsChoice;
}
