import type { ResolvedNode } from "../../../model/inventory/inventory.ts";
import type { Change } from "../../../model/results/change.ts";
import type { ExplainedContribution, Explanation } from "../../../model/results/explanation.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import type { ParameterPath } from "../../../model/values/parameter-path.ts";
import { isMap, spanPlace, type Value } from "../../../model/values/value.ts";
import { mapEntries, valueAt } from "../../../model/values/value-at.ts";
import { layerName, routeText } from "../../../report/text/layer-name.ts";
import { inlineValue, type Row, rowText } from "../../../report/text/row.ts";
import type { Sign } from "../../../report/text/sign.ts";
import { type LinePair, linePairs } from "../../../report/text/text-diff.ts";
import { yamlRows } from "../../../report/values/form.ts";

export interface LineRange {
  readonly from: number;
  readonly end: number;
}

/** One change on one node, or a node that differs as a whole. */
export interface ChangeOnNode {
  /** The keys of the change set and of the change. */
  readonly key: string;
  readonly change: string;
  readonly node: string;
  /** Of a value of a merge what became of it, and its value on all sides; of groups or classes the values of both. */
  readonly sides?: readonly Row[];
  /** The lines of the value and its neighbours, old and new in pairs. */
  readonly lines: readonly LinePair[];
  /** Which of them are of the value itself: all if absent. */
  readonly own?: LineRange;
  readonly old: Provenance | undefined;
  readonly now: Provenance | undefined;
  readonly cause: string;
  readonly causePlace: string;
  /** Of a row of whole nodes: where the node is wrong, else its file, and why it does not resolve. */
  readonly whole?: { readonly place: string; readonly problems: readonly Row[] };
}

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

/**
 * The lines of a value and its neighbours, before and after, and which of them are its own. `later` is the change at the
 * path that a renamed value has now.
 */
export function valueLines(change: Change, node: ChangedNode, later: Change = change) {
  const parent = change.path.length > 2 ? change.path.slice(0, -1) : undefined;
  const old = parent && shownAt(node, "old", parent);
  const now = parent && shownAt(node, "now", parent);
  if (parent !== undefined && old !== undefined && now !== undefined) {
    const [before, after] = [linesOf(parent, old), linesOf(parent, now)];
    if (before.length + after.length <= MOST_NEIGHBOURS) {
      const lines = linePairs(before, after);
      const [key = "", newKey = ""] = [change.path.at(-1), later.path.at(-1)];
      const own = ownRange(lines, { old: rangeOf(old, parent, key), now: rangeOf(now, parent, newKey) });
      return { lines, own };
    }
  }
  const lines = linePairs(
    "before" in change ? linesOf(change.path, change.before) : [],
    "after" in later ? linesOf(later.path, later.after) : [],
  );
  return { lines };
}

/** Where the lines of one entry of a mapping are among its own; undefined if it has no such entry. */
function rangeOf(whole: Value, path: ParameterPath, key: string): LineRange | undefined {
  const at = mapEntries(whole).findIndex((entry) => entry.key === key);
  if (!isMap(whole) || at < 0) return undefined;
  // Without entries a mapping is one line, as its head is.
  const [from = 0, end = 0] = [at, at + 1].map(
    (count) => linesOf(path, { ...whole, entries: whole.entries.slice(0, count) }).length,
  );
  return { from, end };
}

/** The pairs that have a line of one range of the old text or of one of the new text; undefined if there are none. */
function ownRange(pairs: readonly LinePair[], of: Readonly<Record<"old" | "now", LineRange | undefined>>) {
  const at = { old: 0, now: 0 };
  const isNextOwn = (pair: LinePair, side: "old" | "now"): boolean => {
    if (pair[side] === undefined) return false;
    at[side] += 1;
    const range = of[side];
    return range !== undefined && at[side] > range.from && at[side] <= range.end;
  };
  // Both sides count their lines, so neither may be left out.
  const isOwn = pairs.map((pair) => [isNextOwn(pair, "old"), isNextOwn(pair, "now")].includes(true));
  const from = isOwn.indexOf(true);
  return from < 0 ? undefined : { from, end: isOwn.lastIndexOf(true) + 1 };
}

/** The lines of a whole node: all are new where it newly exists or resolves, all are old where it is gone; `former` had another name. */
export function nodeLines(node: Masked<Value>, sign: Sign, former?: Masked<Value>): readonly LinePair[] {
  const lines = linesOf([], node);
  if (former !== undefined) return linePairs(linesOf([], former), lines);
  return linePairs(sign === "+" || sign === "*" ? [] : lines, sign === "-" ? [] : lines);
}

/** As it may be drawn; undefined if the node itself does not have the path. */
function shownAt(changed: ChangedNode, side: "old" | "now", path: ParameterPath): Masked<Value> | undefined {
  const node = changed[side];
  const [section, ...keys] = path;
  if (node === undefined || (section !== "parameters" && section !== "exports")) return undefined;
  const value = valueAt(node[section], keys);
  return value && changed.shown(value, path);
}

function linesOf(path: ParameterPath, value: Value): readonly string[] {
  const isLeaf = value.kind === "scalar" || value.kind === "template";
  const lines = yamlRows({ path, value, sources: false }).slice(0, MOST_LINES).map(rowText);
  const [first = "", ...rest] = lines.map((line) => line.slice(0, LONGEST_LINE));
  return isLeaf ? [`${path.at(-1) ?? ""}: ${first}`, ...rest] : [first, ...rest];
}

export type Provenance = ReturnType<typeof provenance>;

/** Where a value comes from on one side of a change, and the groups and classes through which the deciding layer came in. */
export function provenance(shown: Masked<Explanation>) {
  const deciding = shown.contributions.findLast(({ counts }) => counts);
  const through = deciding === undefined ? undefined : shown.layers[deciding.position - 1]?.through;
  return {
    layers: shown.contributions.map(layerRow),
    through: through === undefined || through.length === 0 ? "" : routeText(shown.node, through),
  };
}

function layerRow(contribution: ExplainedContribution) {
  const { step, position, value, counts } = contribution;
  return {
    kind: step.layer,
    name: step.name,
    position,
    layer: layerName(step),
    value: inlineValue(value, LONGEST_VALUE),
    place: spanPlace(value.origin),
    counts,
  };
}
