import { relative, resolve, sep } from "node:path";
import type { StateReading } from "../../workspace/scope/things.ts";
import type { Arguments, Context } from "../commands/command.ts";

/**
 * An operand that may be a file, perhaps with `:LINE`: where the state that is read has the file that is meant from where
 * the command runs, its path in the inventory; else the operand as it is. Never fails.
 */
export async function fileOperand(
  operand: string,
  { args, cwd }: { readonly args: Arguments; readonly cwd: Context["cwd"] },
  { workspace, snapshot }: Pick<StateReading, "workspace" | "snapshot">,
): Promise<string> {
  const [, file = "", line = ""] = /^(.*?)(:\d+)?$/s.exec(operand) ?? [];
  const folder = await workspace.worktreeFolder().catch(() => undefined);
  if (folder === undefined) return operand;
  const path = relative(folder, resolve(cwd, args.text("C") ?? "", file))
    .split(sep)
    .join("/");
  const isRead = snapshot.blobs.has(path) || [...(snapshot.targets?.values() ?? [])].includes(path);
  return isRead ? path + line : operand;
}
