import { HeirError } from "./failure.ts";

/** An operand that names nothing in the states that are read: wrong use, unless `--allow-empty` accepts it (rule S14 in docs/concepts/snapshots.md). */
export class EmptyScope extends HeirError {
  readonly operand: string;

  constructor(operand: string, message: string, hint: string) {
    super("usage", message, hint);
    this.operand = operand;
  }
}
