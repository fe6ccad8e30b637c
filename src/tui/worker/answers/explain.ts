import type { Explanation } from "../../../model/results/explanation.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import { blamedValueRows, blameRows } from "../../../report/history/blame.ts";
import { explanationRows, unsetRows } from "../../../report/inspect/explanation.ts";
import { policyRows } from "../../../report/inspect/policies.ts";
import { emptyRow, type Row, segment } from "../../../report/text/row.ts";
import { valueOfNode } from "../../../workspace/load/outcome.ts";
import type { Views } from "../../../workspace/views/views.ts";
import { type AskedValuePlace, placeKey } from "../../state/compared.ts";
import type { AnswerWork } from "../opened/repository.ts";
import { provenance } from "./value.ts";
import { commitAt, type FoundPlace, foundPlace, historyOptions } from "./value-place.ts";

/** Every layer of the node and what it does to the value. */
export async function answerExplain({ at }: { readonly at: AskedValuePlace }, work: AnswerWork) {
  const place = await foundPlace(at, work);
  const key = placeKey(at);
  if (!place.inventory.nodeNames.includes(place.node))
    return { key, rows: [[segment("muted", "no such node here")]], source: undefined };
  const { views, node, path } = place;
  const explainer = views.explainer(node);
  if (path[0] === "policies" || path[0] === "variables")
    return { key, rows: ofPolicies(views, node, path), source: undefined };
  const explanation = explainer.explanation(path);
  const winner = provenance(explanation).layers.findLast(({ counts }) => counts);
  return { key, rows: rowsOf(explanation, place), source: winner?.place };
}

function rowsOf(explanation: Masked<Explanation>, { views, node, path }: FoundPlace): readonly Row[] {
  const shown = [...explanationRows(explanation, { all: false })];
  const [, ...every] = explanationRows(explanation, { all: true });
  const isMore = every.length + 1 > shown.length;
  const rows = isMore ? [...shown, emptyRow, [segment("title", "EVERY LAYER")], ...every] : shown;
  const unset = explanation.value === undefined ? views.unset(node, path) : undefined;
  return unset === undefined ? rows : [...rows, emptyRow, ...unsetRows(unset, true)];
}

function ofPolicies(views: Views, node: string, [section, name]: ParameterPath): readonly Row[] {
  const { view } = views.policyExplainer(node);
  if (view === undefined) return [[segment("muted", "the node does not resolve")]];
  const names = section === "policies" ? view.techniques : view.variables;
  // A policy that each of its directives makes is named `TECHNIQUE/DIRECTIVE`.
  const known = names.filter((each) => name === undefined || each === name || name.startsWith(`${each}/`));
  const explanations = known.map((each) => (section === "policies" ? view.policy(each) : view.variable(each)));
  return [...policyRows({ node, explanations, all: true })];
}

/** Which commit last changed the value and each value below it; of one value alone the commit can be opened. */
export async function answerBlame({ at }: { readonly at: AskedValuePlace }, work: AnswerWork) {
  const key = placeKey(at);
  const { workspace, snapshot, inventory, node: name, path } = await foundPlace(at, work);
  const { signal } = work;
  const isThere = inventory.nodeNames.includes(name);
  const node = isThere ? [...workspace.resolve(inventory, [name])][0]?.node : undefined;
  if (node === undefined) return { key, rows: [[segment("muted", "the node does not resolve")]] };
  const value = valueOfNode(inventory, node, path);
  if (value === undefined) return { key, rows: [[segment("muted", "there is no value here")]] };
  const revision = commitAt(at);
  const commit = revision === undefined ? undefined : await workspace.commitOf(revision, { signal });
  const request = { snapshot, inventory, node, path, value, commit, causes: true };
  const blame = await workspace.blame(request, historyOptions(work));
  const [leaf, ...others] = blame.leaves;
  if (leaf === undefined || others.length > 0) return { key, rows: blameRows(blame) };
  return { key, rows: blamedValueRows(leaf, name), commit: leaf.since?.id };
}
