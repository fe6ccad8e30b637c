import type { ResolvedNode } from "../../../model/inventory/resolved.ts";
import type { Change } from "../../../model/results/change.ts";
import type { ExplainedContribution, Explanation } from "../../../model/results/explanation.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { placeOf } from "../../../model/values/origin.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { valueAt } from "../../../model/values/value-at.ts";
import { inlineValue } from "../../../report/text/inline.ts";
import { layerName, routeText } from "../../../report/text/layer-name.ts";
import { type LinePair, linePairs } from "../../../report/text/line-pairs.ts";
import { rowText } from "../../../report/text/row.ts";
import { yamlRows } from "../../../report/values/form.ts";
import type { LayerRow, Provenance, Sign } from "../protocol/data.ts";

/** A node before and after a change; absent if it does not resolve. */
export interface ChangedNode {
  readonly old: ResolvedNode | undefined;
  readonly now: ResolvedNode | undefined;
  /** A value of one of them as it may be drawn. */
  shown(value: Value, path: ParameterPath): Masked<Value>;
}

/** With more lines around it a value is shown alone. */
const MOST_NEIGHBOURS = 2000;
const MOST_LINES = 10_000;
const LONGEST_LINE = 2000;
const LONGEST_VALUE = 200;

/** The lines of a value and its neighbours, before and after a change. */
export function valueLines(change: Change, node: ChangedNode): readonly LinePair[] {
  const parent = change.path.length > 2 ? change.path.slice(0, -1) : undefined;
  const old = parent && linesAt(node.old, parent, node.shown);
  const now = parent && linesAt(node.now, parent, node.shown);
  if (old !== undefined && now !== undefined && old.length + now.length <= MOST_NEIGHBOURS) return linePairs(old, now);
  return linePairs(
    "before" in change ? linesOf(change.path, change.before) : [],
    "after" in change ? linesOf(change.path, change.after) : [],
  );
}

/** The lines of a whole node: all are new where it newly exists or resolves, all are old where it is gone. */
export function nodeLines(node: Masked<Value>, sign: Sign): readonly LinePair[] {
  const lines = linesOf([], node);
  return linePairs(sign === "+" || sign === "*" ? [] : lines, sign === "-" ? [] : lines);
}

/** Undefined if the node itself does not have the path. */
function linesAt(
  node: ResolvedNode | undefined,
  path: ParameterPath,
  shown: ChangedNode["shown"],
): readonly string[] | undefined {
  const [section, ...keys] = path;
  if (node === undefined || (section !== "parameters" && section !== "exports")) return undefined;
  const value = valueAt(node[section], keys);
  return value && linesOf(path, shown(value, path));
}

function linesOf(path: ParameterPath, value: Value): readonly string[] {
  const isLeaf = value.kind === "scalar" || value.kind === "template";
  const lines = yamlRows({ path, value, sources: false }).slice(0, MOST_LINES).map(rowText);
  const [first = "", ...rest] = lines.map((line) => line.slice(0, LONGEST_LINE));
  return isLeaf ? [`${path.at(-1) ?? ""}: ${first}`, ...rest] : [first, ...rest];
}

/** Where a value comes from on one side of a change. */
export function provenance(shown: Masked<Explanation>): Provenance {
  const deciding = shown.contributions.findLast(({ counts }) => counts);
  const through = deciding === undefined ? undefined : shown.layers[deciding.position - 1]?.through;
  return {
    value: shown.value && inlineValue(shown.value, LONGEST_VALUE),
    layers: shown.contributions.map(layerRow),
    through: through === undefined || through.length === 0 ? "" : routeText(shown.node, through),
  };
}

function layerRow(contribution: ExplainedContribution): LayerRow {
  const { step, position, value, action, counts } = contribution;
  const { file, line } = placeOf(value.origin);
  return {
    kind: step.layer,
    name: step.name,
    position,
    layer: layerName(step),
    value: inlineValue(value, LONGEST_VALUE),
    place: `${file}:${line}`,
    action,
    counts,
  };
}
