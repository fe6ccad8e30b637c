export type FailureKind = "usage" | "environment";

/**
 * The command cannot go on: wrong use or a broken environment, never a fault in the user's data.
 * `message` is one sentence, `hint` one thing to do; only `cli/main.ts` catches it (exit 2).
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
