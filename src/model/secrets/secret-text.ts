/** The text that replaces a secret in output. */
export const SECRET_TEXT = "(secret)";
