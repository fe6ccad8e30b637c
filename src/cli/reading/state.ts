import type { FoundProblem } from "../../model/findings/diagnostic.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { diagnosticText } from "../../report/findings/diagnostic.ts";
import { sortedProblems } from "../../report/findings/problems.ts";
import { counted } from "../../report/text/row.ts";
import type { LoadScope } from "../../workspace/load/loader.ts";
import type { StateReading } from "../../workspace/scope/things.ts";
import type { FollowedStates } from "../../workspace/workspace.ts";
import type { Arguments, Context } from "../commands/command.ts";

/** The state of `-r`, or the work tree, for commands whose output depends on nothing else. */
export async function atRevision<State>(args: Arguments, states: FollowedStates<State>): Promise<readonly State[]> {
  return [await states.snapshot(args.text("rev") ?? states.defaultRevision)];
}

/** The commit that `-r` names; undefined for the index and the work tree. */
export async function commitRead(
  args: Arguments,
  states: Pick<FollowedStates<unknown>, "commitOf" | "defaultRevision">,
): Promise<string | undefined> {
  const revision = args.text("rev") ?? states.defaultRevision;
  return /^(INDEX|:index)$/.test(revision) ? undefined : states.commitOf(revision);
}

/** Loads the revision of `-r`, or the work tree; `scope` says how much of it to read in advance. */
export async function readInventory(args: Arguments, context: Context, scope?: LoadScope): Promise<StateReading> {
  const { signal } = context;
  const workspace = await context.open();
  const snapshot = await workspace.snapshot(args.text("rev") ?? workspace.defaultRevision, { signal });
  return { workspace, snapshot, inventory: await workspace.load(snapshot, { signal, scope }) };
}

/** Chooses some of the nodes of an inventory. */
export type ChosenNodes = (inventory: Inventory) => readonly string[];

/**
 * As {@link readInventory}, but reads in advance only what the nodes that `choose` returns need. Does not call `choose` if
 * the inventory cannot be read.
 */
export async function readNodes(args: Arguments, context: Context, choose: ChosenNodes): Promise<StateReading> {
  const reading = await readInventory(args, context, "names");
  const { workspace, snapshot, inventory } = reading;
  if (!isUnreadable(inventory)) await workspace.load(snapshot, { nodes: choose(inventory), signal: context.signal });
  return reading;
}

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
  for (const problem of context.verbose ? problems : errors) context.warn(diagnosticText(problem, context.errorTheme));
  const hidden = countOfAll(problems) - countOfAll(errors);
  if (hidden > 0 && !context.verbose) context.note(`${counted(hidden, "warning")} not shown (-v, or heir check)`);
}
