import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { nothingSecret } from "../../model/secrets/secrets.ts";
import type { States } from "../../workspace/workspace.ts";
import type { Arguments, Context, Options } from "../commands/command.ts";
import { atRevision, type ChosenNodes, readInventory, readNodes, type StateReading } from "../start/reading.ts";

/** For commands that show values. */
export const secretsOption: Options = {
  "show-secrets": { kind: "flag", summary: "show secrets as they are; on a terminal only" },
};

/** As `atRevision`; what shows secrets is not kept. */
export function shownAtRevision(args: Arguments, states: States): Promise<readonly Snapshot[]> | undefined {
  return args.has("show-secrets") ? undefined : atRevision(args, states);
}

/** Whether secrets are to be seen. Throws HeirError where that would put them into a file, a pipe or a log. */
export function wantsSecrets(args: Arguments, context: Context): boolean {
  if (!args.has("show-secrets")) return false;
  if (context.width !== undefined) return true;
  const hint = "programs that need the values get them from heir inventory";
  throw new HeirError("usage", "--show-secrets works on a terminal only", hint);
}

/**
 * Reads what a command with {@link secretsOption} shows, for some nodes or all: if secrets are to be seen, nothing of it
 * is one. `choose` as in `readNodes`.
 */
export async function readShown(args: Arguments, context: Context, choose?: ChosenNodes): Promise<StateReading> {
  const isBare = wantsSecrets(args, context);
  const reading = await (choose === undefined ? readInventory(args, context) : readNodes(args, context, choose));
  return isBare ? { ...reading, inventory: unmasked(reading.inventory) } : reading;
}

/** An inventory nothing of which is secret. */
export function unmasked(inventory: Inventory): Inventory {
  return { ...inventory, secrets: nothingSecret };
}
