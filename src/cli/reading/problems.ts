import { countOfAll } from "../../model/findings/rest.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { diagnosticText } from "../../report/findings/diagnostic.ts";
import { type FoundProblem, sortedProblems } from "../../report/findings/problems.ts";
import { counted } from "../../report/text/count.ts";
import type { Context } from "../commands/command.ts";

/** Whether the inventory as a whole cannot be read, so that no node resolves. */
export function isUnreadable(inventory: Inventory): boolean {
  return inventory.diagnostics.some(({ severity }) => severity === "error");
}

/** Prints the problems of an inventory that cannot be read; false for any other. */
export function warnUnreadable(context: Context, inventory: Inventory): boolean {
  if (!isUnreadable(inventory)) return false;
  warnProblems(context, wholeProblems(inventory));
  return true;
}

/** Problems of the inventory as a whole, which no single node has. */
export function wholeProblems(inventory: Inventory): readonly FoundProblem[] {
  return sortedProblems(inventory.diagnostics.map((diagnostic) => ({ diagnostic, nodes: [] })));
}

/** Prints how many nodes do not resolve, if any. */
export function noteUnresolved(context: Context, failed: number, total: number): void {
  if (failed > 0) context.note(`${failed} of ${counted(total, "node")} ${failed === 1 ? "does" : "do"} not resolve`);
}

/** Prints errors to standard error, and warnings with `-v`; else only the number of warnings. */
export function warnProblems(context: Context, problems: readonly FoundProblem[]): void {
  const errors = problems.filter(({ diagnostic }) => diagnostic.severity === "error");
  for (const problem of context.verbose ? problems : errors) {
    context.warn(diagnosticText(problem, context.errorTheme));
  }
  const hidden = countOfAll(problems) - countOfAll(errors);
  if (hidden > 0 && !context.verbose) context.note(`${counted(hidden, "warning")} not shown (-v, or heir check)`);
}
