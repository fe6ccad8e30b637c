import { policyPath } from "../../../model/values/parameter-path.ts";
import { explanationRows } from "../../../report/inspect/explanation.ts";
import { unsetRows } from "../../../report/inspect/not-set.ts";
import { policyRows } from "../../../report/inspect/policy-explanation.ts";
import { maskExplanation, maskUnset, shownPolicy } from "../../../report/masking/explanation.ts";
import { emptyRow, type Row, segment } from "../../../report/text/row.ts";
import { type InsightRows, placeKey } from "../protocol/insight-data.ts";
import type { Questions } from "../protocol/questions.ts";
import type { AnswerWork } from "../work.ts";
import { type FoundPlace, foundPlace } from "./value-place.ts";

/** Every layer of the node and what it does to the value. */
export async function* answerExplain(
  { at }: Questions["explain"]["ask"],
  work: AnswerWork,
): AsyncGenerator<InsightRows> {
  const place = await foundPlace(at, work);
  const key = placeKey(at);
  if (!place.inventory.nodeNames.includes(place.node)) yield { key, rows: [[segment("muted", "no such node here")]] };
  else yield { key, rows: rowsAt(place) };
}

function rowsAt({ workspace, inventory, secrets, node, path }: FoundPlace): readonly Row[] {
  const views = workspace.views(inventory);
  const explainer = views.explainer(node);
  const policies = explainer.knows(path) ? undefined : policyPath(path);
  if (policies !== undefined) return ofPolicies({ workspace, inventory, secrets, node, path: policies });
  const explanation = explainer.explanation(path);
  const shown = maskExplanation(explanation, secrets);
  const said = [...explanationRows(shown, { all: false })];
  const [, ...every] = explanationRows(shown, { all: true });
  const isMore = every.length + 1 > said.length;
  const rows = isMore ? [...said, emptyRow, [segment("title", "EVERY LAYER")], ...every] : said;
  const unset = explanation.value === undefined ? views.unset(node, path) : undefined;
  return unset === undefined ? rows : [...rows, emptyRow, ...unsetRows(maskUnset(unset, secrets), true)];
}

function ofPolicies({ workspace, inventory, secrets, node, path: [section, name] }: FoundPlace): readonly Row[] {
  const { view } = workspace.views(inventory).policyExplainer(node);
  if (view === undefined) return [[segment("muted", "the node does not resolve")]];
  const names = section === "policies" ? view.techniques() : view.variables();
  // A policy that each of its directives makes is told as `TECHNIQUE/DIRECTIVE`.
  const known = names.filter((each) => name === undefined || each === name || name.startsWith(`${each}/`));
  const found = known.map((each) => (section === "policies" ? view.policy(each) : view.variable(each)));
  const explanations = found.map((each) => shownPolicy(each, secrets));
  return [...policyRows({ node, explanations, all: true })];
}
