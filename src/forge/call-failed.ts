/** What a failed call means for what is done next. */
export type Fault =
  /** May work later: the forge is busy or cannot be reached. */
  | { readonly kind: "unavailable"; readonly waitMs: number | undefined }
  /** Was tried as often as it may be. */
  | { readonly kind: "exhausted" }
  /** The token is refused. */
  | { readonly kind: "unauthorized" }
  /** The token may not do that. */
  | { readonly kind: "forbidden" }
  /** There is nothing there that the token may see. */
  | { readonly kind: "missing" }
  /** The comment is too long. */
  | { readonly kind: "too-long" }
  | { readonly kind: "other" };

/** A call of a forge failed; the message says which, and what was answered. */
export class CallFailed extends Error {
  readonly fault: Fault;

  constructor(message: string, fault: Fault) {
    super(message);
    this.name = "CallFailed";
    this.fault = fault;
  }
}
