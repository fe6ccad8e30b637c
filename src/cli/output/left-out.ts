import type { LeftOut } from "../../model/results/left-out.ts";
import { leftOutText } from "../../report/findings/left-out.ts";
import type { Context } from "../commands/command.ts";

/** Prints a line to standard error for each part that an answer leaves out (rule S13). */
export function printLeftOut(context: Context, leftOut: readonly LeftOut[]): void {
  for (const left of leftOut) context.notice(leftOutText(left));
}
