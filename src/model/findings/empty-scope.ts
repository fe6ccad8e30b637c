import { type ErrorDetails, HeirError } from "./failure.ts";

/** An operand that names nothing in the states that are read: wrong use, unless `--allow-empty` accepts it (rule S14 in docs/concepts/snapshots.md). */
export class EmptyScope extends HeirError {
  readonly operand: string;

  constructor(operand: string, message: string, hint: string, details: ErrorDetails = {}) {
    super("usage", message, hint, { code: "unknown-name", word: operand, ...details });
    this.operand = operand;
  }
}
