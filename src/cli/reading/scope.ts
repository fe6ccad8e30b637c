import type { EmptyScope } from "../../model/findings/empty-scope.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { Arguments } from "../commands/command.ts";

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
