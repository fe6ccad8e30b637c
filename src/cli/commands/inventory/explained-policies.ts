import { command } from "../../../base/command.ts";
import { didYouMean, similar } from "../../../base/similar.ts";
import type { MaskedDiagnostic } from "../../../model/findings/diagnostic.ts";
import { EmptyScope } from "../../../model/findings/empty-scope.ts";
import type { PolicyExplanation } from "../../../model/results/policy-explanation.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { policyExplanationData } from "../../../report/data/policies.ts";
import { createProblemFold } from "../../../report/findings/problems.ts";
import { policyRows } from "../../../report/inspect/policy-explanation.ts";
import type { Views } from "../../../workspace/load/views.ts";
import { type ExitCode, exit } from "../../exit.ts";
import { printResult } from "../../output/rows.ts";
import { warnProblems } from "../../reading/problems.ts";
import { isJson } from "../../words/options.ts";
import type { Arguments, Context } from "../command.ts";

interface Asked {
  readonly views: Views;
  readonly name: string;
  /** Begins with `policies` or `variables`. */
  readonly path: ParameterPath;
}

/** `heir explain NODE policies:TECHNIQUE` and `variables:NAME`. Throws EmptyScope for a name that no directive has. */
export async function explainPolicies(
  args: Arguments,
  context: Context,
  { views, name, path }: Asked,
): Promise<ExitCode> {
  const { view, diagnostics } = views.policyExplainer(name);
  if (view === undefined) {
    warn(context, diagnostics, name);
    return exit.unresolved;
  }
  const [section, wanted, ...more] = path;
  const names = section === "policies" ? view.techniques : view.variables;
  const isThere = wanted === undefined || names.includes(wanted);
  const isDeeper = section === "variables" && wanted !== undefined && view.variable(wanted, more).value !== undefined;
  if (!isThere || (more.length > 0 && !isDeeper)) throw nothingThere(name, path, names);
  const found = (wanted === undefined ? names : [wanted]).map((each) => {
    return section === "policies" ? view.policy(each) : view.variable(each, more);
  });
  // A list has only those that apply to the node; one that was named is always shown.
  const here = wanted === undefined && !args.has("all") ? found.filter(({ pairs }) => pairs.some(reaches)) : found;
  const isResolved = here.every(isMade);
  warn(
    context,
    diagnostics.filter(({ severity }) => !isResolved || severity !== "error"),
    name,
  );
  const explained = { node: name, explanations: here, all: args.has("all") };
  await printResult(args, context, { data: () => policyExplanationData(explained), rows: () => policyRows(explained) });
  if (here.length === 0 && !isJson(args)) await context.print(`${name}  no ${section}`);
  return isResolved ? exit.ok : exit.unresolved;
}

/** Errors in other policies and variables are not errors of this one. */
function warn(context: Context, diagnostics: readonly MaskedDiagnostic[], node: string): void {
  const fold = createProblemFold();
  fold.add(diagnostics, node);
  warnProblems(context, fold.problems());
}

/** Whether the policies that reach the node define a value. */
function isMade({ technique, value, pairs }: PolicyExplanation): boolean {
  const [isDeclared, isReached] = [pairs.some(({ fate }) => fate === "counts"), pairs.some(reaches)];
  return technique === undefined ? value !== undefined || !isDeclared : isDeclared || !isReached;
}

function reaches({ fate }: { readonly fate: string }): boolean {
  return fate !== "absent";
}

function nothingThere(node: string, path: ParameterPath, names: readonly string[]): EmptyScope {
  const [section = "", name = ""] = path;
  const near = similar(name, names).map((each) => printPath([section, each]));
  const what = section === "policies" ? "a technique of some rule" : "a variable of some directive";
  const hint = didYouMean(near) ?? `${command(["heir", "explain"], [node, section])} lists all of them`;
  return new EmptyScope(printPath(path), `"${path.slice(1).join(":")}" is not ${what}`, hint);
}
