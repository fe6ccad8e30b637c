import { clip, clipPair, displayWidth, padEnd } from "../../base/terminal-text.ts";
import { grouped, recordKeys } from "../../base/text-order.ts";
import type { FoundProblem } from "../../model/findings/diagnostic.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import {
  type FoldedMergedValue,
  isSemanticConflict,
  type MergeBase,
  type MergeComparison,
  type MergeKind,
  type MergePart,
} from "../../model/results/branch-merge.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { printPath } from "../../model/values/parameter-path.ts";
import { type ListValue, placeOf } from "../../model/values/value.ts";
import { endData, placedData } from "../data/explanation.ts";
import { failingData, findingData } from "../data/findings.ts";
import { failingSections } from "../diff/comparison.ts";
import { checkRows } from "../findings/diagnostic.ts";
import { sourceText } from "../text/origin.ts";
import type { Fullness, Row } from "../text/row.ts";
import { counted, emptyRow, inlineValue, nameList, onNodes, plainText, segment } from "../text/row.ts";

interface MergeReport {
  readonly comparison: Masked<MergeComparison>;
  readonly branch: string;
  readonly into: string;
  readonly commits: number;
  readonly isFastForward: boolean;
  /** Paths from the top of the repository. */
  readonly conflicts: readonly string[];
  /** What nodes get from each side of some of them. */
  readonly reasons?: ReadonlyMap<string, string>;
  /** Findings that are only in the merge. */
  readonly findings: readonly FoundProblem[];
  /** The number of findings that come from the branch. */
  readonly brought: number;
}

export const nodeMeanings: Readonly<Record<"missing" | "kept" | "unsettled" | "notCompared", string>> = {
  missing: "not in the merge, though a side adds it",
  kept: "still in the merge, though a side removes it",
  unsettled: "not checked: they use files in conflict",
  notCompared: "not compared: on some side it does not resolve",
};

/** A merge's effects: semantic conflicts with their four values, nodes, then notes on values joined from both sides. */
export function mergeRows({ values, nodes }: Masked<MergeComparison>, options: Fullness = {}): readonly Row[] {
  const named = recordKeys(nodeMeanings).filter((state) => nodes[state].length > 0);
  const notes = values.filter((value) => !isSemanticConflict(value));
  return [
    ...values.filter(isSemanticConflict).flatMap((value) => conflictRows(value, options)),
    ...failingSections(nodes.failing, options, failsMerged).flat(),
    ...named.map((state): Row => {
      const text = `${counted(nodes[state].length, "node")} ${nodeMeanings[state]}: `;
      return [plainText(text), ...nameList(nodes[state], options)];
    }),
    ...noteRows(notes, options),
  ];
}

/** The output of `merge-check`: the states merged, the effects, the new findings, and the number of nodes checked. */
export function* mergeReportRows(
  report: MergeReport,
  { full = false, width }: Fullness & { readonly width?: number | undefined } = {},
): Iterable<Row> {
  const rows = mergeRows(report.comparison, { full });
  yield* mergeHeadRows(report);
  if (rows.length > 0) yield* [emptyRow, ...rows];
  yield emptyRow;
  yield* checkRows(report.findings, width);
  yield [segment("muted", mergeSummary(report))];
}

/** `2 values on neither side, 1 change lost, 1 node fails`; undefined if there are none. */
export function conflictText({ values, nodes }: Masked<MergeComparison>): string | undefined {
  const count = (kinds: readonly MergeKind[]) => {
    return values.filter(({ kind }) => kinds.includes(kind)).reduce((sum, value) => sum + value.nodes.length, 0);
  };
  const [neither, lost] = [count(["neither"]), count(["ours-lost", "theirs-lost"])];
  const [failing, astray] = [nodes.failing.length, nodes.missing.length + nodes.kept.length];
  const texts = [
    ...(neither === 0 ? [] : [`${counted(neither, "value")} on neither side`]),
    ...(lost === 0 ? [] : [`${counted(lost, "change")} lost`]),
    ...(failing === 0 ? [] : [`${counted(failing, "node")} ${failing === 1 ? "fails" : "fail"}`]),
    ...(astray === 0 ? [] : [`${counted(astray, "node")} astray`]),
  ];
  return texts.length === 0 ? undefined : texts.join(", ");
}

/** The states merged and the result of git; each file in conflict has a row. */
export function mergeHeadRows(merge: MergeReport): readonly Row[] {
  const { branch, into, commits, conflicts, comparison } = merge;
  const note = baseNotes[comparison.base];
  const title = segment("title", `merge of ${branch} (${counted(commits, "commit")}) into ${into}`);
  return [
    [title, plainText(`: ${gitText(merge)}`)],
    ...(note === undefined ? [] : [[segment("muted", note)]]),
    ...conflicts.map((path): Row => {
      const reason = merge.reasons?.get(path);
      const said = reason === undefined ? [] : [plainText(`  ${reason}`)];
      return [segment("error", "conflict"), plainText("  "), segment("source", path), ...said];
    }),
  ];
}

/** The last line: the number of semantic conflicts, of findings, and of nodes checked. */
export function mergeSummary({ comparison, findings, brought }: MergeReport): string {
  const { nodes, resolvedAgain, files } = comparison.lookedAt;
  const found = [
    ...(findings.length === 0 ? [] : [counted(countOfAll(findings), "new finding")]),
    ...(brought === 0 ? [] : [`${counted(brought, "finding")} of the branch`]),
  ];
  const result = [conflictText(comparison) ?? "no semantic conflicts", ...found].join(", ");
  return `${result}: ${resolvedAgain} of ${counted(nodes, "node")} re-resolved, ${counted(files, "file")} changed`;
}

const baseNotes: Readonly<Record<MergeBase, string | undefined>> = {
  commit: undefined,
  merged: "the sides have two merge bases: base is the merge of both, as git takes it",
  first: "the sides have several merge bases that do not merge cleanly: base is the first of them",
  none: "the sides have no common ancestor: base is empty",
};

function gitText({ commits, isFastForward, conflicts }: MergeReport): string {
  if (commits === 0) return "it is merged already";
  if (isFastForward) return "a fast-forward";
  return conflicts.length === 0 ? "no text conflict" : counted(conflicts.length, "text conflict");
}

export const mergeMeanings: Readonly<Record<MergeKind, string>> = {
  neither: "merged value is on neither side",
  "ours-lost": "our change is lost, the merged value is theirs",
  "theirs-lost": "their change is lost, the merged value is ours",
  joined: "joins the changes of both sides",
  "new-node": "the node is new, and the other side changed what it uses",
};

const states = ["base", "ours", "theirs", "merged"] as const;

/** The value, what happened to it, and four rows with the value in each state and its source. */
function conflictRows(value: FoldedMergedValue, options: Fullness): readonly Row[] {
  const { kind } = value;
  const label = kind === "neither" ? segment("error", "semantic") : segment("warning", "lost    ");
  const path = segment("path", printPath(value.path));
  const title = [label, plainText("  "), path, ...onNodes(value.nodes, options), plainText(`: ${mergeMeanings[kind]}`)];
  return [title, ...fourStateRows(value, options)];
}

/** A value in each of the four states with its source, and below each side the changes that affected it. */
export function fourStateRows({ values, parts }: FoldedMergedValue, options: Fullness = {}): readonly Row[] {
  const texts = states.map((state) => valueText(values, state, options));
  const width = Math.max(...texts.map(displayWidth));
  return states.flatMap((state, index): readonly Row[] => {
    const side = state === "ours" || state === "theirs" ? parts[state] : [];
    const text = values[state] === undefined ? "(none)" : padEnd(texts[index] ?? "", width);
    const row = [plainText("   "), segment("muted", state.padEnd(6)), plainText("  "), segment("value", text)];
    const value = values[state];
    const source = value === undefined ? [] : [plainText("  "), segment("source", sourceText(value))];
    return [[...row, ...source], ...partRows(side, options)];
  });
}

const INLINE_WIDTH = 60;

/**
 * A value in one state. For a long list: its size, and how it differs from the list of the base. For other long values:
 * the part that differs from the merged value.
 */
function valueText(values: FoldedMergedValue["values"], state: (typeof states)[number], options: Fullness): string {
  const value = values[state];
  const text = inlineValue(value);
  if (value === undefined || options.full === true || displayWidth(text) <= INLINE_WIDTH) return text;
  if (value.kind === "list" && values.base?.kind === "list") return editedList(value, values.base);
  const other = state === "merged" ? values.theirs : values.merged;
  return clipPair(text, other === undefined ? "" : inlineValue(other), INLINE_WIDTH)[0];
}

/** `[12 items, + "a", - "b"]`. */
function editedList(list: ListValue, base: ListValue): string {
  const [now, old] = [list, base].map(({ items }) => items.map((item) => inlineValue(item)));
  const edits = [
    ...(now ?? []).filter((item) => !old?.includes(item)).map((item) => `+ ${item}`),
    ...(old ?? []).filter((item) => !now?.includes(item)).map((item) => `- ${item}`),
  ];
  const shown = edits.slice(0, MOST_PARTS).map((edit) => clip(edit, INLINE_WIDTH));
  const more = edits.length > shown.length ? [`… ${edits.length - shown.length} more`] : [];
  return `[${[counted(list.items.length, "item"), ...shown, ...more].join(", ")}]`;
}

const editTexts: Readonly<Record<MergePart["edit"], string>> = {
  sets: "set at",
  unsets: "no longer set at",
  changes: "changed at",
  brings: "brought in at",
  drops: "no longer brought in at",
  moves: "moved at",
};

const MOST_PARTS = 3;

/** `<- set at classes/base.yml:3`: the change of the side that contributed. */
function partRows(parts: readonly MergePart[], { full }: Fullness): readonly Row[] {
  const shown = full === true ? parts : parts.slice(0, MOST_PARTS);
  const left = parts.length - shown.length;
  const texts = [...shown.map(partText), ...(left > 0 ? [`${left} more (--full)`] : [])];
  return texts.length === 0 ? [] : [[segment("muted", `           <- ${texts.join("; ")}`)]];
}

/** A class that is added or removed has to be named; for other changes the file name suffices. */
function partText({ edit, layer, span }: MergePart): string {
  const { file, line } = placeOf(span);
  const isMention = edit === "brings" || edit === "drops" || edit === "moves";
  return `${isMention ? `${layer.name} ` : ""}${editTexts[edit]} ${file}:${line}`;
}

function failsMerged(count: number): string {
  return count === 1 ? "resolves on each side, fails merged" : "resolve on each side, fail merged";
}

const MOST_PATHS = 3;

/** Values joined from both sides: grouped by equal nodes, or one row for each value in the full form. */
function noteRows(values: readonly FoldedMergedValue[], options: Fullness): readonly Row[] {
  if (options.full === true) return values.map((value) => noteRow([value], options));
  const groups = grouped(values, ({ kind, nodes }) => [kind, ...nodes].join("\n"));
  return [...groups.values()].map((group) => noteRow(group, options));
}

function noteRow(group: readonly FoldedMergedValue[], options: Fullness): Row {
  const [first] = group;
  if (first === undefined) return [];
  const paths = group.slice(0, MOST_PATHS).map(({ path }) => printPath(path));
  const left = group.length - paths.length;
  const more = left > 0 ? plainText(` and ${counted(left, "more value")}`) : plainText("");
  const value = group.length === 1 ? `${valueText(first.values, "merged", options)}, ` : "";
  const [path, meaning] = [segment("path", paths.join(", ")), segment("muted", mergeMeanings[first.kind])];
  const own = [...onNodes(first.nodes, options), plainText(`: ${value}`), meaning];
  return [segment("muted", "note      "), path, more, ...own];
}

/** `heir merge-check --json`: what a merge does, with places instead of spans. */
export function mergeData({ comparison, commits, conflicts, findings, brought }: MergeReport) {
  const { ends, base, lookedAt } = comparison;
  const { nodes, resolvedAgain, files, leftOut } = lookedAt;
  return {
    v: 1,
    base: endData(ends.base),
    base_kind: base,
    into: endData(ends.ours),
    branch: endData(ends.theirs),
    commits,
    conflicts,
    ...metData(comparison, findings),
    brought,
    looked_at: { nodes, in_doubt: resolvedAgain, files, left_out: leftOut },
  };
}

/** What neither of two lines of work has written. */
export function metData({ values, nodes }: Masked<MergeComparison>, findings: readonly FoundProblem[]) {
  return {
    values: values.map(mergedValueData),
    nodes: {
      failing: nodes.failing.map(failingData),
      missing: nodes.missing,
      kept: nodes.kept,
      unsettled: nodes.unsettled,
      not_compared: nodes.notCompared,
    },
    findings: findings.map(findingData),
  };
}

function mergedValueData({ kind, path, values, nodes, parts }: FoldedMergedValue) {
  const states = (["base", "ours", "theirs", "merged"] as const).flatMap((state) => {
    const value = values[state];
    return value === undefined ? [] : [[state, placedData(value)] as const];
  });
  const sides = { ours: parts.ours.map(partData), theirs: parts.theirs.map(partData) };
  return { kind, path, ...Object.fromEntries(states), nodes, parts: sides };
}

function partData({ edit, layer, span }: MergePart) {
  return { edit, layer: layer.layer, name: layer.name, place: placeOf(span) };
}
