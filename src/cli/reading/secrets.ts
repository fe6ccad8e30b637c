import { HeirError } from "../../model/findings/failure.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { SecretsChoice } from "../../model/secrets/masked.ts";
import type { States } from "../../workspace/workspace.ts";
import type { Arguments, Context, Options } from "../commands/command.ts";
import { atRevision } from "./state.ts";

/** The option of commands that print values. */
export const secretsOption: Options = {
  "show-secrets": { kind: "flag", summary: "show secrets unmasked; only on a terminal" },
};

/** As `atRevision`; output with unmasked secrets is not cached. */
export function shownAtRevision(args: Arguments, states: States): Promise<readonly Snapshot[]> | undefined {
  return args.has("show-secrets") ? undefined : atRevision(args, states);
}

/** Whether to show secrets unmasked. Throws HeirError if that would write them to a file, a pipe or a log. */
export function secretsChoice(args: Arguments, context: Context): SecretsChoice {
  if (!args.has("show-secrets")) return "mask";
  if (context.width !== undefined) return "show";
  const hint = "programs that need the values get them from heir inventory";
  throw new HeirError("usage", "--show-secrets works on a terminal only", hint);
}
