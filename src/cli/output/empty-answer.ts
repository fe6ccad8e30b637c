import { documentJson } from "../../encoding/json.ts";
import type { EmptyScope } from "../../model/findings/empty-scope.ts";
import type { Arguments, Command, Context } from "../commands/command.ts";
import { emptyScope } from "../reading/names.ts";
import { isJson } from "../words/options.ts";
import { printLeftOut } from "./rows.ts";

interface Asked {
  readonly command: Command;
  readonly args: Arguments;
}

/** Prints the answer of a command whose one operand names nothing, as `--allow-empty` accepts: nothing, and a notice. */
export async function printEmpty({ command, args }: Asked, context: Context, empty: EmptyScope): Promise<void> {
  const hasJson = command.options["format"] !== undefined && isJson(args);
  if (hasJson) await context.write(emptyText(empty));
  printLeftOut(context, [emptyScope(empty)]);
}

/** That answer as JSON. */
export function emptyText(empty: EmptyScope): string {
  return `${documentJson({ v: 1, looked_at: { left_out: [emptyScope(empty)] } })}\n`;
}
