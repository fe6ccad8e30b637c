export type FailureKind = "usage" | "environment";

/**
 * heir cannot go on: wrong use (`usage`) or an environment that lacks something (`environment`), never a fault in the
 * user's data. `message` is one sentence, `hint` one thing to do. A command that throws it ends with exit code 2.
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

/** A bug in heir: something that should always hold did not. */
export class InvariantError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvariantError";
  }
}
