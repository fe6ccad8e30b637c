import { isError } from "../../../model/findings/diagnostic.ts";
import type { Inventory, ResolvedNode } from "../../../model/inventory/inventory.ts";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import type { FoldedMergedValue } from "../../../model/results/branch-merge.ts";
import type { Change } from "../../../model/results/change.ts";
import type { ExplainedContribution, Explanation } from "../../../model/results/explanation.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { type ParameterPath, printPath } from "../../../model/values/parameter-path.ts";
import { isMap, spanPlace, type Value } from "../../../model/values/value.ts";
import { mapEntries, valueAt } from "../../../model/values/value-at.ts";
import { causeParts } from "../../../report/blocks/cause.ts";
import { fourStateRows, mergeMeanings } from "../../../report/merges/merge.ts";
import { layerName, routeText } from "../../../report/text/origin.ts";
import { inlineValue, type Row, rowText, segment } from "../../../report/text/row.ts";
import type { Sign } from "../../../report/text/sign.ts";
import { type LinePair, linePairs } from "../../../report/text/text-diff.ts";
import { yamlRows } from "../../../report/values/form.ts";
import { shownValues, wholeNode } from "../../../workspace/load/outcome.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { writeReport } from "../../../workspace/write/named-files.ts";
import { type ComparedStates, nodeOfSide } from "../../state/compared.ts";
import type { AnswerWork, WorkerRepository } from "../opened/repository.ts";
import type { ChangeRow } from "../rows/change-set.ts";
import { problemRows } from "../rows/node-tree.ts";

export interface LineRange {
  readonly from: number;
  readonly end: number;
}

/** One change on one node, or a node that differs as a whole. */
interface ChangeOnNode {
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

/** One change on one node; of a row of whole nodes, the node. */
export async function answerValue(
  { target, change, node }: { readonly target: ComparedStates; readonly change: string; readonly node: string },
  { repository, signal }: AnswerWork,
): Promise<ChangeOnNode | undefined> {
  const { set, merged, spreads } = await repository.seen(target, { signal });
  const at = set.changes.findIndex(({ id }) => id === change);
  const row = set.changes[at];
  const ofMerge = merged?.[at];
  if (row === undefined) return undefined;
  const asked = { key: set.key, change: row.id, node };
  if (ofMerge !== undefined && !row.isValue) {
    const { place, lines: problems } = ofMerge;
    return { ...asked, ...noReason, lines: [], whole: { place, problems } };
  }
  const workspace = await repository.workspace();
  const ends = await repository.seenEnds(target, { signal });
  const before = await workspace.load(ends[0], { signal });
  const after = await workspace.load(ends[1], { signal });
  const shown = shownValues([before, after], repository.secrets);
  if (!row.isValue) return { ...asked, ...noReason, ...linesOfNode(node, row, { workspace, before, after, shown }) };
  const spread = spreads?.[at];
  const isCompared = ofMerge === undefined && spread === undefined;
  const paths = [row.title, ...(row.otherName === undefined ? [] : [row.otherName])];
  const [found, later = found] = isCompared ? await changesOn(repository, target, { node, paths, signal }) : [];
  const path = found?.path ?? ofMerge?.value?.path ?? spread?.path;
  if (path === undefined) return undefined;
  const earlier = nodeOfSide(target, node, true);
  const [old] = workspace.resolve(before, [earlier]);
  const [now] = workspace.resolve(after, [node]);
  const { words, place } = later?.cause === undefined ? noCause : causeParts(later.cause, [node]);
  const both: ChangedNode = { old: old?.node, now: now?.node, shown };
  const explained = (inventory: Inventory, name: string, at: ParameterPath = path) => {
    return workspace.views(inventory, repository.secrets).explainer(name).explanation(at);
  };
  return {
    ...asked,
    ...(found === undefined ? mergedValue(ofMerge?.value, both) : valueLines(found, both, later)),
    ...(spread !== undefined && { sides: spread.rows }),
    // In one state there is nothing before.
    old: spread === undefined ? provenance(explained(before, earlier)) : undefined,
    now: provenance(explained(after, node, later?.path)),
    cause: row.otherName === undefined ? words : `${row.title} renamed to ${row.otherName}`,
    causePlace: place,
  };
}

const noCause = { words: "", place: "" };
const noReason = { old: undefined, now: undefined, cause: "", causePlace: "" };

interface Sides extends Pick<ChangedNode, "shown"> {
  readonly workspace: Workspace;
  readonly before: Inventory;
  readonly after: Inventory;
}

/** All values of a node in the newer state, else in the older one, of a renamed one in both; and why it fails. */
function linesOfNode(
  node: string,
  { sign, place, otherName }: ChangeRow,
  { workspace, before, after, shown }: Sides,
): Pick<ChangeOnNode, "lines" | "whole"> {
  const inventory = after.nodeNames.includes(node) ? after : before;
  const [outcome] = workspace.resolve(inventory, [node]);
  const [former] = otherName === undefined ? [] : workspace.resolve(before, [otherName]);
  const wholeOf = (each: ResolvedNode | undefined) => each && shown(wholeNode(inventory, each), []);
  const [value, old] = [wholeOf(outcome?.node), wholeOf(former?.node)];
  const file = inventory.fileOf("node", node);
  const own = file === undefined ? place : `${file}:1`;
  return {
    lines: value === undefined ? [] : nodeLines(value, sign, old),
    whole: {
      place: sign === "!" && place !== "" ? place : own,
      // What is only warned of is left to its tree.
      problems: outcome ? problemRows({ ...outcome, diagnostics: outcome.diagnostics.filter(isError) }) : [],
    },
  };
}

/**
 * The changes of a value on one node. A set of changes holds no values, so this node is compared again, alone. Paths
 * are as printed; a renamed value has its older one first.
 */
async function changesOn(
  repository: WorkerRepository,
  target: ComparedStates,
  { node, paths, ...options }: Abortable & { readonly node: string; readonly paths: readonly string[] },
): Promise<readonly Change[]> {
  const ends = await repository.seenEnds(target, options);
  const { changes } = await repository.selection.compareTarget(target, ends, { ...options, nodes: new Set([node]) });
  const own = changes.filter((each) => each.nodes.includes(node)).map(({ change }) => change);
  return paths.flatMap((path) => own.find((change) => printPath(change.path) === path) ?? []);
}

/** What became of a value, its value on all sides, and the lines of ours and of the merged one. */
function mergedValue(
  value: FoldedMergedValue | undefined,
  node: ChangedNode,
): Pick<ChangeOnNode, "sides" | "lines" | "own"> {
  if (value === undefined) return { lines: [] };
  const meaning = [segment("title", mergeMeanings[value.kind])];
  const change = changeOf(value);
  const found = change === undefined ? { lines: [] } : valueLines(change, node);
  return { sides: [meaning, [], ...fourStateRows(value, { full: true })], ...found };
}

/** From ours to merged; undefined if neither has the value. */
function changeOf({ path, values: { ours, merged } }: FoldedMergedValue): Change | undefined {
  if (ours !== undefined && merged !== undefined)
    return { kind: "changed", path, before: ours, after: merged, items: [] };
  if (merged !== undefined) return { kind: "added", path, after: merged };
  return ours && { kind: "removed", path, before: ours };
}

/** Writes the report to a new file. */
export async function mergeWrite(report: Readonly<Record<"name" | "text", string>>, { repository }: AnswerWork) {
  const { name, text } = report;
  await writeReport(repository.place().cwd, name, text);
  return { name };
}

/** A node before and after a change; absent if it does not resolve. */
interface ChangedNode {
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
function valueLines(change: Change, node: ChangedNode, later: Change = change) {
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
function nodeLines(node: Masked<Value>, sign: Sign, former?: Masked<Value>): readonly LinePair[] {
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
