import { HeirError } from "../../model/findings/failure.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { Arguments } from "../commands/command.ts";

/** An operand that names nothing in the states that are read: wrong use, unless `--allow-empty` accepts it (rule S14 in docs/concepts/snapshots.md). */
export class EmptyScope extends HeirError {
  readonly operand: string;

  constructor(operand: string, message: string, hint: string) {
    super("usage", message, hint);
    this.operand = operand;
  }
}

/** The operands of one run that name nothing and are accepted, each for itself. */
export class Scope {
  private readonly isAccepted: boolean;
  private readonly empty: LeftOut[] = [];

  constructor(args: Pick<Arguments, "has">) {
    this.isAccepted = args.has("allow-empty");
  }

  /** Throws the error unless `--allow-empty` is given. */
  leaveOut(error: EmptyScope): void {
    if (!this.isAccepted) throw error;
    this.empty.push(emptyScope(error));
  }

  get leftOut(): readonly LeftOut[] {
    return this.empty;
  }
}

export function emptyScope({ operand }: EmptyScope): LeftOut {
  return { kind: "empty-scope", operand };
}
