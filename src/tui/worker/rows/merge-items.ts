import {
  type FoldedMergedValue,
  isSemanticConflict,
  type MergeComparison,
  type MergeKind,
} from "../../../model/results/branch-merge.ts";
import type { FailingNode } from "../../../model/results/comparison.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import { sourceText } from "../../../report/diff/parts.ts";
import { diagnosticRows } from "../../../report/findings/diagnostic.ts";
import { fourStateRows, mergeMeaning, nodeMeanings } from "../../../report/merges/merge.ts";
import { nodeSet } from "../../../report/text/node-set.ts";
import { plainText, type Row, rowText, segment } from "../../../report/text/row.ts";
import type { Finding } from "../../../workspace/workspace.ts";
import type { BlockRow, ChangeSet, MergeItem } from "../protocol/data.ts";
import { failingByReason } from "./failing.ts";
import { diagnosticPlace } from "./finding-row.ts";

interface MergeFound {
  readonly conflicts: readonly string[];
  readonly findings: readonly Finding[];
  /** What the merge does to the branch that it goes into. */
  readonly brought?: ChangeSet;
}

/** What `heir merge-check` finds, as rows, semantic conflicts first, and then the edits that the merge brings. */
export function mergeItems(
  { values, nodes }: Masked<MergeComparison>,
  { conflicts, findings, brought }: MergeFound,
): readonly MergeItem[] {
  const items = [
    ...values.map(valueItem),
    ...failingItems(nodes.failing),
    ...nodesItems("!", nodes.missing, nodeMeanings.missing),
    ...nodesItems("!", nodes.kept, nodeMeanings.kept),
    // git reports these itself: what it does not report comes first.
    ...conflicts.map(conflictItem),
    ...findings.map(findingItem),
    ...(brought?.blocks ?? []).map(blockItem),
    ...nodesItems("·", nodes.unsettled, nodeMeanings.unsettled),
    ...nodesItems("·", nodes.notCompared, nodeMeanings.notCompared),
  ];
  return [...items.filter((item) => item.isConflict), ...items.filter((item) => !item.isConflict)];
}

/** Lines of files are cut to this width, which fits a pane of most terminals. */
const WIDTH = 76;

function conflictItem(path: string): MergeItem {
  const meaning = "git cannot merge the text of this file";
  const lines: readonly Row[] = [[segment("source", path)], [plainText("Values from it are not checked.")]];
  return { id: `conflict ${path}`, sign: "✗", nodes: 0, title: path, meaning, place: "", isConflict: true, lines };
}

const signs: Readonly<Record<MergeKind, MergeItem["sign"]>> = {
  neither: "≠",
  "ours-lost": "∩",
  "theirs-lost": "∩",
  joined: "·",
  "new-node": "·",
};

function valueItem(value: FoldedMergedValue): MergeItem {
  const { kind, path, nodes, values } = value;
  const side = values.merged ?? values.ours ?? values.theirs;
  return {
    id: `value ${printPath(path)} ${nodes[0] ?? ""}`,
    sign: signs[kind],
    nodes: nodes.length,
    title: printPath(path),
    meaning: mergeMeaning(kind),
    place: side === undefined ? "" : sourceText(side),
    isConflict: isSemanticConflict(value),
    lines: [...fourStateRows(value, { full: true }), [], ...nameRows(nodes)],
  };
}

/** An edit with all its effects. */
function blockItem({ id, sign, text, nodes, places, rows }: BlockRow): MergeItem {
  const meaning = "comes with the merge";
  const [place = ""] = places;
  return { id, sign, nodes: nodes.length, title: text, meaning, place, isConflict: false, lines: rows };
}

/** Nodes that fail for the same reason are one row. */
function failingItems(failing: readonly FailingNode[]): readonly MergeItem[] {
  return failingByReason(failing).map(({ reason, finding, names }): MergeItem => {
    return {
      id: `fails ${reason}`,
      sign: "!",
      nodes: names.length,
      title: reason,
      meaning: "resolves on each side, fails merged",
      place: diagnosticPlace(finding?.span),
      isConflict: true,
      lines: finding === undefined ? nameRows(names) : diagnosticRows({ diagnostic: finding, nodes: names }, WIDTH),
    };
  });
}

function nodesItems(sign: "!" | "·", names: readonly string[], meaning: string): readonly MergeItem[] {
  if (names.length === 0) return [];
  return [
    {
      id: meaning,
      sign,
      nodes: names.length,
      title: rowText(nodeSet(names)),
      meaning,
      place: "",
      isConflict: sign === "!",
      lines: nameRows(names),
    },
  ];
}

function findingItem({ diagnostic, nodes }: Finding): MergeItem {
  const { code, message, severity, span } = diagnostic;
  return {
    id: `finding ${code} ${span?.file.path ?? ""} ${span?.start ?? ""} ${message}`,
    sign: severity === "error" ? "✗" : severity === "warning" ? "!" : "·",
    nodes: nodes.length,
    title: `${code}: ${message}`,
    meaning: "neither side has this finding",
    place: diagnosticPlace(span),
    isConflict: severity !== "info",
    lines: diagnosticRows({ diagnostic, nodes }, WIDTH),
  };
}

function nameRows(names: readonly string[]): readonly Row[] {
  return [[segment("muted", "on  "), ...nodeSet(names, { full: true })]];
}
