export type FailureKind = "usage" | "environment";

/**
 * heir cannot continue: wrong usage (`usage`) or something missing in the environment (`environment`), never a fault in
 * the user's data. `message` is one sentence, `hint` one thing to do. A command that throws it exits with 2.
 */
export class HeirError extends Error {
  readonly kind: FailureKind;
  readonly hint: string | undefined;

  constructor(kind: FailureKind, message: string, hint?: string) {
    super(message);
    this.name = "HeirError";
    this.kind = kind;
    this.hint = hint;
  }
}

/** A bug in heir: an invariant does not hold. */
export class InvariantError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvariantError";
  }
}
