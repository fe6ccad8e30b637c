import { didYouMean, similar } from "../../../base/similar.ts";
import { command } from "../../../base/terminal-text.ts";
import { EmptyScope, HeirError } from "../../../model/findings/failure.ts";
import type { PolicyExplanation } from "../../../model/results/policy-explanation.ts";
import { type ParameterPath, printPath, readPath } from "../../../model/values/parameter-path.ts";
import { explanationData, unsetData } from "../../../report/data/explanation.ts";
import { explanationRows, unsetRows } from "../../../report/inspect/explanation.ts";
import { policyExplanationData, policyRows } from "../../../report/inspect/policies.ts";
import { shownNode } from "../../../workspace/load/outcome.ts";
import { noValue } from "../../../workspace/scope/things.ts";
import type { Views } from "../../../workspace/views/views.ts";
import { printResult } from "../../output/rows.ts";
import { nodeAndPath } from "../../reading/names.ts";
import type { AskedState } from "../../reading/state.ts";
import { atRevision, problemsOf, stateCommand, warnFindings, warnProblems } from "../../reading/state.ts";
import {
  formatOptions,
  isJson,
  layersOption,
  nodePathOperands,
  revOption,
  secretsOption,
} from "../../words/options.ts";
import { exit } from "../command.ts";

/** `heir explain NODE PATH`: what each layer of a node does to one value. */
export const explain = stateCommand({
  examples: [
    ["heir explain web01.par1 ssh:port", "what each layer sets, which one wins, and why it applies"],
    ["heir explain web01.par1 ntp --all", "each value of a mapping, with layers that do not set it"],
    ["heir explain web01.par1 applications", "which layers add and remove each name"],
    ["heir explain web01.par1 variables:dnssec", "which directive of which rule sets a variable"],
    ["heir explain web01.par1 ssh:banner --not", "why the value is not set, and what would set it"],
    ["heir explain web01.par1 ssh:port -r HEAD~5 --json", "the value five commits ago, as JSON"],
  ],
  operands: nodePathOperands,
  options: {
    ...revOption,
    ...layersOption,
    not: { kind: "flag", summary: "why the value is not set, and what would set it" },
    ...secretsOption,
    ...formatOptions("text", "json"),
  },
  details: [
    "PATH is written as for heir show; `>` marks the contributions that make up the value. PATH can be in any section: " +
      "`classes:ssh.server`, `facts:os:name`, `runtime:NAMESPACE:KEY`; `policies:TECHNIQUE` and `variables:NAME` list the " +
      "rules and directives that set them or were overridden.",
  ],
  exits: { 3: "the value does not resolve: partial results are printed" },
  follows: atRevision,
  reads: () => "names",
  async answer(asked) {
    const { args, context, workspace, snapshot, inventory } = asked;
    const { name, text } = nodeAndPath(inventory.nodeNames, args.operands, { verb: "explain" });
    if (text === undefined)
      throw new HeirError("usage", "explain needs a path", `${command(["heir", "show"], [name])} lists all values`);
    const { signal } = context;
    await workspace.load(snapshot, { nodes: [name], signal });
    const views = asked.views();
    const found = explained(views, { name, text });
    if (found.policies !== undefined) {
      await workspace.load(snapshot, { scope: "shared", signal });
      return explainPolicies(asked, name, found.policies);
    }
    const { path, explanation, unset, diagnostics } = found;
    const isAnswered = args.has("not") || explanation.value !== undefined || explanation.contributions.length > 0;
    if (!isAnswered && explanation.isKnown) {
      const wholes = [...workspace.resolve(inventory, [name])].flatMap(({ node }) => node ?? []);
      const hint = `${command(["heir", "explain"], [name, printPath(path)], ["--not"])} shows what would set it`;
      throw noValue({ node: name, text, path, wholes: wholes.map((node) => shownNode(node, inventory)), hint });
    }
    // Errors in other values are not errors of this one.
    const own = explanation.isKnown ? diagnostics.filter(({ severity }) => severity !== "error") : diagnostics;
    warnProblems(context, problemsOf({ diagnostics: own, name }));
    const all = args.has("all");
    const why = args.has("not") ? unset : undefined;
    const hasLayers = why === undefined || explanation.contributions.length > 0;
    const layers = () => (hasLayers ? explanationRows(explanation, { all }) : []);
    await printResult(args, context, {
      data: () => (why === undefined ? explanationData(explanation, all) : unsetData(why, explanation)),
      rows: () => (why === undefined ? layers() : [...layers(), ...unsetRows(why, hasLayers)]),
    });
    return explanation.isKnown ? exit.ok : exit.unresolved;
  },
});

function explained(views: Views, { name, text }: { readonly name: string; readonly text: string }) {
  const explainer = views.explainer(name);
  const path = readPath(text, (each) => explainer.knows(each));
  if (path[0] === "policies" || path[0] === "variables") return { policies: path };
  const explanation = explainer.explanation(path);
  const unset = explanation.value === undefined ? views.unset(name, path) : undefined;
  return { path, explanation, unset, diagnostics: explainer.diagnostics };
}

/** `heir explain NODE policies:TECHNIQUE` and `variables:NAME`. Throws EmptyScope for a name that no directive has. */
async function explainPolicies({ args, context, views }: AskedState, name: string, path: ParameterPath) {
  const { view, diagnostics } = views().policyExplainer(name);
  if (view === undefined) {
    warnFindings(context, { diagnostics, name });
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
  // Errors in other policies and variables are not errors of this one.
  const own = diagnostics.filter(({ severity }) => !isResolved || severity !== "error");
  warnFindings(context, { diagnostics: own, name });
  const explained = { node: name, explanations: here, all: args.has("all") };
  await printResult(args, context, { data: () => policyExplanationData(explained), rows: () => policyRows(explained) });
  if (here.length === 0 && !isJson(args)) await context.print(`${name}  no ${section}`);
  return isResolved ? exit.ok : exit.unresolved;
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
