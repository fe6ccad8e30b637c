import { clip } from "../../base/terminal-text.ts";
import type { ExplainedContribution } from "../../model/results/explanation.ts";
import type { WhyLayer } from "../../model/results/why.ts";
import type { Span } from "../../model/values/origin.ts";
import { isOfNames } from "../../model/values/parameter-path.ts";
import { inlineValue } from "../text/row.ts";

type SideName = "old" | "new";

/** The contribution of one layer on one side, in one line. */
export interface SideRow {
  /** In the order of layers, weakest first; empty if the node does not have the layer. */
  readonly position: string;
  readonly text: string;
  /** What it does for the value: `wins`, `counts`; empty if nothing. */
  readonly mark: string;
  readonly origin?: Span;
}

const WIDEST = 60;

/** What each layer does to a value on one side. A layer that says nothing has a row that says so. */
export function sideRows(layers: readonly WhyLayer[], side: SideName): readonly (readonly SideRow[])[] {
  const isOne = lone(layers, side);
  return layers.map((row) => rowsOf(row, side, isOne));
}

/** Whether one layer alone decides the value. */
function lone(layers: readonly WhyLayer[], side: SideName): boolean {
  return layers.flatMap((row) => row[side]?.contributions.filter(({ counts }) => counts) ?? []).length === 1;
}

function rowsOf(row: WhyLayer, side: SideName, isOne: boolean): readonly SideRow[] {
  const layer = row[side];
  if (layer === undefined) return [{ position: "", text: `(${row.layer} absent)`, mark: "" }];
  const position = String(layer.position);
  if (layer.contributions.length === 0) return [{ position, text: "(not set)", mark: "" }];
  return layer.contributions.map((each) => ({
    position,
    text: contributionText(each),
    mark: markOf(each, side, isOne),
    origin: each.value.origin,
  }));
}

function contributionText(contribution: ExplainedContribution): string {
  const { action, value, path } = contribution;
  if (isOfNames(path)) return nameText(contribution);
  if (action === "removed") return "(removes it)";
  const text = clip(inlineValue(value, WIDEST), WIDEST);
  return action === "hidden" ? `${text} (passed over)` : text;
}

function nameText({ action, value }: ExplainedContribution): string {
  const name = value.kind === "scalar" ? String(value.data) : "";
  return action === "hidden" ? `${name} (no effect)` : name;
}

function markOf({ action, counts, path }: ExplainedContribution, side: SideName, isOne: boolean): string {
  if (action === "failed") return side === "old" ? "failed" : "fails";
  if (!counts || isOfNames(path)) return "";
  if (isOne) return side === "old" ? "won" : "wins";
  return side === "old" ? "counted" : "counts";
}
