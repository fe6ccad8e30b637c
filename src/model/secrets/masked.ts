/** The text that replaces a secret in output. */
export const SECRET_TEXT = "(secret)";

/** A spread object loses this private member, as it would not lose a property. */
declare class MaskedBrand {
  private readonly isMasked: true;
}

/**
 * A result that is safe to print: its secrets are masked, or the user asked to see them. Only `mask` makes one, and
 * `derived` another one of it, so that code which prints an unmasked result does not compile, nor `{ ...masked, changes }`.
 */
export type Masked<T> = T & MaskedBrand;

/** Whether secrets in results are masked, or shown because the user asked for that. */
export type SecretsChoice = "mask" | "show";

/** Options of functions that return values for people. */
export interface SecretsOptions {
  /** `mask` if absent. */
  readonly secrets?: SecretsChoice;
}
