export type FailureKind = "usage" | "environment";

/** What an error is about, for programs: the codes of docs/reference/exit-codes.md. */
export type ErrorCode =
  | "unknown-command"
  | "unknown-option"
  | "unknown-node"
  | "unknown-class"
  | "unknown-group"
  | "unknown-name"
  | "unknown-path"
  | "unknown-revision"
  | "unknown-code"
  | "unknown-topic"
  | "wrong-kind"
  | "bad-value"
  | "missing-operand"
  | "extra-operand"
  | "conflicting-options"
  | "no-inventory"
  | "no-commits"
  | "no-repository"
  | "git"
  | "secret"
  | "bug";

/** What programs get about an error, and what finding a better hint needs. */
export interface ErrorDetails {
  readonly code?: ErrorCode;
  /** Words that may have been meant, the best first. */
  readonly candidates?: readonly string[];
  /** The word that is not known. */
  readonly word?: string | undefined;
}

/** heir cannot continue: `usage` or `environment`, never a fault in the data. `hint`: one thing to do. Exits with 2. */
export class HeirError extends Error {
  readonly kind: FailureKind;
  readonly hint: string | undefined;
  readonly details: ErrorDetails;

  constructor(kind: FailureKind, message: string, hint?: string, details: ErrorDetails = {}) {
    super(message);
    this.name = "HeirError";
    this.kind = kind;
    this.hint = hint;
    this.details = details;
  }
}

/** A bug in heir: an invariant does not hold. */
export class InvariantError extends Error {
  constructor(message: string) {
    super(message);
    this.name = "InvariantError";
  }
}

/** Whether the system gave one of some codes for a failure, such as `ENOENT`. */
export function hasCode(error: unknown, ...codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}

/** The result of some work, or undefined where it throws. */
export function quietly<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch {
    return undefined;
  }
}

/** The error, if it says what heir cannot read or do. Throws any other. */
export function expected(error: unknown): HeirError {
  if (error instanceof HeirError) return error;
  throw error;
}

/** In place of what heir cannot read or do. Throws any other error. */
export function orNone(error: unknown): undefined {
  expected(error);
}

/** What an error says, whatever was thrown. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** An operand that names nothing in the states that are read: wrong use, unless `--allow-empty` accepts it (rule S14 in docs/concepts/snapshots.md). */
export class EmptyScope extends HeirError {
  readonly operand: string;

  constructor(operand: string, message: string, hint: string, details: ErrorDetails = {}) {
    super("usage", message, hint, { code: "unknown-name", word: operand, ...details });
    this.operand = operand;
  }
}
