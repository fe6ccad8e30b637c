import { fnmatch } from "../../base/fnmatch.ts";
import { similar } from "../../base/similar.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { diagnosticText } from "../../report/findings/diagnostic.ts";
import { type FoundProblem, sortedProblems } from "../../report/findings/problems.ts";
import { counted } from "../../report/text/count.ts";
import type { LoadScope } from "../../workspace/load/loader.ts";
import type { States, Workspace } from "../../workspace/workspace.ts";
import type { Arguments, Context } from "../commands/command.ts";
import { didYouMean } from "../words/parse.ts";

/** One state of the repository, read. */
export interface StateReading {
  readonly workspace: Workspace;
  readonly snapshot: Snapshot;
  readonly inventory: Inventory;
}

/** What is printed follows from the revision that `-r` names, or from the work tree. */
export async function atRevision(args: Arguments, states: States): Promise<readonly Snapshot[]> {
  return [await states.snapshot(args.text("rev") ?? states.defaultRevision)];
}

/** The revision that `-r` names, or the work tree; `scope` says how much of it to read in advance. */
export async function readInventory(args: Arguments, context: Context, scope?: LoadScope): Promise<StateReading> {
  const { signal } = context;
  const workspace = await context.open();
  const snapshot = await workspace.snapshot(args.text("rev") ?? workspace.defaultRevision, { signal });
  return { workspace, snapshot, inventory: await workspace.load(snapshot, { signal, ...(scope && { scope }) }) };
}

/** The nodes that are wanted of those that an inventory lists. */
export type ChosenNodes = (inventory: Inventory) => readonly string[];

/**
 * As {@link readInventory}, with what some nodes take read in advance: `choose` names them from what is listed. It is not
 * asked where the inventory as a whole cannot be read.
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

/** What a name on the command line can be one of. */
export type NameKind = "node" | "class" | "group" | "rule" | "node or group";

/**
 * The names that at least one of the patterns means, in their own order; all when there is no pattern. A pattern that
 * means none is a usage error: an empty answer would look like an answer.
 */
export function chosenNames(kind: NameKind, names: readonly string[], patterns: readonly string[]): readonly string[] {
  if (patterns.length === 0) return names;
  const matches = patterns.map((pattern) => {
    const fits = fnmatch(pattern);
    return (name: string) => name === pattern || fits(name);
  });
  for (const [index, pattern] of patterns.entries()) {
    if (!names.some((name) => matches[index]?.(name))) throw noSuchName(kind, pattern, names);
  }
  return names.filter((name) => matches.some((match) => match(name)));
}

const LISTINGS = { node: "heir nodes", class: "heir classes", group: "heir groups", rule: "heir rules" } as const;

/** `no node is called "web1"`, with the nearest names. */
export function noSuchName(kind: NameKind, name: string, names: readonly string[]): HeirError {
  const listing = kind === "node or group" ? "heir nodes and heir groups list" : `${LISTINGS[kind]} lists`;
  const isGlob = /[*?[]/.test(name);
  const message = isGlob ? `no ${kind} matches "${name}"` : `no ${kind} is called "${name}"`;
  return new HeirError("usage", message, didYouMean(similar(name, names)) ?? `${listing} all of them`);
}

/** Faults of the inventory as a whole, as problems that no single node has. */
export function wholeProblems(inventory: Inventory): readonly FoundProblem[] {
  return sortedProblems(inventory.diagnostics.map((diagnostic) => ({ diagnostic, nodes: [] })));
}

/** Shows problems on standard error: errors always, warnings with `-v`; else only how many there are. */
export function warnProblems(context: Context, problems: readonly FoundProblem[]): void {
  const errors = problems.filter(({ diagnostic }) => diagnostic.severity === "error");
  for (const problem of context.verbose ? problems : errors) {
    context.warn(diagnosticText(problem, context.errorTheme));
  }
  const hidden = problems.length - errors.length;
  if (hidden > 0 && !context.verbose) context.note(`${counted(hidden, "warning")} not shown (-v, or heir check)`);
}
