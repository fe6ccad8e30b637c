import { padStart } from "../../base/terminal-text.ts";
import type { ExplainedContribution, Explanation } from "../../model/results/explanation.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf, placeText } from "../../model/values/origin.ts";
import { layerName, routeText } from "../text/layer-name.ts";
import { emptyRow, plainText, type Row, segment } from "../text/row.ts";
import { rowColumns } from "../text/row-columns.ts";

/** The origin of a list of names: `+` adds, `-` removes, and mentions without effect. */
export function* nameRows(explanation: Masked<Explanation>): Iterable<Row> {
  const { contributions, path } = explanation;
  if (contributions.length === 0) return;
  yield emptyRow;
  const isOwn = path[0] === "applications";
  yield* rowColumns(
    contributions.map((contribution) => [
      [plainText("  "), mark(contribution), plainText(padStart(String(contribution.position), 4))],
      [segment("value", contribution.value.kind === "scalar" ? String(contribution.value.data) : "")],
      [plainText(isOwn ? layerName(contribution.step) : cameThrough(contribution, explanation))],
      [segment("source", placeText(placeOf(contribution.value.origin)))],
      [segment("muted", remark(contribution))],
    ]),
  );
}

function mark({ action, counts }: ExplainedContribution): Row[number] {
  if (action === "removed") return segment("removed", "-");
  return action === "appended" ? segment(counts ? "added" : "muted", "+") : plainText(" ");
}

function cameThrough({ action, position }: ExplainedContribution, { node, layers }: Explanation): string {
  const layer = layers[position - 1];
  if (layer === undefined) return "";
  return action === "appended" ? routeText(node, layer.through) : "";
}

function remark({ action, counts }: ExplainedContribution): string {
  if (action === "removed") return "removes it";
  if (action === "hidden") return "no effect";
  return action === "appended" && !counts ? "removed later" : "";
}
