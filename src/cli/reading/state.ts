import type { FoundProblem, MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { SecretsChoice } from "../../model/secrets/masked.ts";
import { diagnosticText } from "../../report/findings/diagnostic.ts";
import { createProblemFold, sortedProblems } from "../../report/findings/problems.ts";
import { counted } from "../../report/text/row.ts";
import { hasError } from "../../workspace/load/outcome.ts";
import type { FollowedStates } from "../../workspace/load/states.ts";
import type { StateReading } from "../../workspace/scope/things.ts";
import type { Views } from "../../workspace/views/views.ts";
import type { LoadScope } from "../../workspace/workspace.ts";
import { type Arguments, type Command, type Context, type ExitCode, exit } from "../commands/command.ts";
import { givenSecrets, secretsChoice } from "../words/options.ts";
import { Scope } from "./names.ts";

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

export interface AskedState extends StateReading {
  readonly args: Arguments;
  readonly context: Context;
  readonly scope: Scope;
  readonly secrets: SecretsChoice;
  /** What is asked of its nodes, as they are read by then. */
  views(): Views;
}

/** A command that is answered from the state of `-r`, or the work tree. */
interface StateCommand extends Omit<Command, "run"> {
  /** Throws HeirError for a line that makes no sense, before the state is read. */
  check?(args: Arguments): void;
  /** How much of the state is read in advance; everything if absent. */
  reads?(args: Arguments): LoadScope;
  answer(asked: AskedState): Promise<ExitCode>;
}

/** Makes a command of its answer. Where the state as a whole cannot be read, its problems are printed instead. */
export function stateCommand({ check, reads, answer, ...command }: StateCommand): Command {
  return {
    ...command,
    async run(args, context) {
      check?.(args);
      const secrets = secretsOf(command, args, context);
      const reading = await readInventory(context, args.text("rev"), reads?.(args));
      const { workspace, snapshot, inventory } = reading;
      if (warnUnreadable(context, inventory)) {
        await context.shares?.print(undefined, [snapshot]);
        return exit.unresolved;
      }
      const views = () => workspace.views(inventory, secrets);
      return answer({ ...reading, args, context, scope: new Scope(args), secrets, views });
    },
  };
}

function secretsOf({ options }: Pick<Command, "options">, args: Arguments, context: Context): SecretsChoice {
  const given = "secrets" in options ? givenSecrets(args) : undefined;
  return given ?? ("show-secrets" in options ? secretsChoice(args, context) : "mask");
}

/** Loads a revision, or the work tree; `scope` says how much of it to read in advance. */
export async function readInventory(context: Context, revision?: string, scope?: LoadScope): Promise<StateReading> {
  const { signal } = context;
  const workspace = await context.open();
  const snapshot = await workspace.snapshot(revision ?? workspace.defaultRevision, { signal });
  return { workspace, snapshot, inventory: await workspace.load(snapshot, { signal, scope }) };
}

/** Prints the problems of an inventory that cannot be read; false for any other. */
export function warnUnreadable(context: Context, inventory: Inventory): boolean {
  if (!hasError(inventory)) return false;
  warnProblems(context, sortedProblems(problemsOf(inventory)));
  return true;
}

/** Prints how many nodes do not resolve, if any. */
export function noteUnresolved(context: Context, failed: number, total: number): void {
  if (failed > 0) context.note(`${failed} of ${counted(total, "node")} ${failed === 1 ? "does" : "do"} not resolve`);
}

/** Prints findings as `warnProblems` does, equal ones once: of nodes, or of the state as a whole. */
export function warnFindings(context: Context, ...found: readonly NodeFindings[]): void {
  const fold = createProblemFold();
  for (const { diagnostics, name } of found) fold.add(diagnostics, name);
  warnProblems(context, fold.problems());
}

interface NodeFindings {
  readonly diagnostics: readonly MaskedDiagnostic[];
  readonly name?: string | undefined;
}

/** The findings as problems of a node, or of the state as a whole, in their order. */
export function problemsOf({ diagnostics, name }: NodeFindings): readonly FoundProblem[] {
  return diagnostics.map((diagnostic) => ({ diagnostic, nodes: name === undefined ? [] : [name] }));
}

/** Prints errors to standard error, and warnings with `-v`; else only the number of warnings. */
export function warnProblems(context: Context, problems: readonly FoundProblem[]): void {
  const errors = problems.filter(({ diagnostic }) => diagnostic.severity === "error");
  for (const problem of context.verbose ? problems : errors) context.warn(diagnosticText(problem, context.errorTheme));
  const hidden = countOfAll(problems) - countOfAll(errors);
  if (hidden > 0 && !context.verbose) context.note(`${counted(hidden, "warning")} not shown (-v, or heir check)`);
}
