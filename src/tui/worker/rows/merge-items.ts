import { grouped } from "../../../base/text-order.ts";
import type { FoldedMergedValue, MergeComparison, MergeKind } from "../../../model/results/branch-merge.ts";
import { isSemanticConflict } from "../../../model/results/branch-merge.ts";
import type { FailingNode } from "../../../model/results/comparison.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import { placeOf, spanPlace } from "../../../model/values/value.ts";
import { firstError } from "../../../report/diff/comparison.ts";
import { diagnosticRows } from "../../../report/findings/diagnostic.ts";
import { fourStateRows, mergeMeanings, nodeMeanings } from "../../../report/merges/merge.ts";
import { sourceText } from "../../../report/text/origin.ts";
import { nodeSet, plainText, type Row, rowText, segment } from "../../../report/text/row.ts";
import type { Sign } from "../../../report/text/sign.ts";
import type { RootFinding } from "../../../workspace/judge/consequences.ts";
import type { Finding } from "../../../workspace/workspace.ts";

/** What a merge does to a value or to nodes that neither side does, or what speaks against it. */
export interface MergeItem {
  readonly id: string;
  readonly sign: Sign;
  /** The nodes; none if it is about a file. */
  readonly names: readonly string[];
  readonly title: string;
  readonly meaning: string;
  /** `file:line` of the merged value; empty without a file. */
  readonly place: string;
  /** Whether it needs a look before merging. */
  readonly isConflict: boolean;
  readonly lines: readonly Row[];
  readonly value?: FoldedMergedValue;
}

/** What `heir merge-check` finds, as rows, semantic conflicts first. */
export function mergeItems(
  { values, nodes }: Masked<MergeComparison>,
  { conflicts, findings }: { readonly conflicts: readonly string[]; readonly findings: readonly Finding[] },
): readonly MergeItem[] {
  const items = [
    ...values.map(valueItem),
    ...failingItems(nodes.failing),
    ...nodesItem("!", nodes.missing, nodeMeanings.missing),
    ...nodesItem("!", nodes.kept, nodeMeanings.kept),
    // git reports these itself: what it does not report comes first.
    ...conflicts.map(conflictItem),
    ...findings.map(newFinding),
    ...nodesItem("·", nodes.unsettled, nodeMeanings.unsettled),
    ...nodesItem("·", nodes.notCompared, nodeMeanings.notCompared),
  ];
  return [...items.filter(({ isConflict }) => isConflict), ...items.filter(({ isConflict }) => !isConflict)];
}

/** Lines of files are cut to this width, which fits a pane of most terminals. */
const WIDTH = 76;

function conflictItem(path: string): MergeItem {
  const meaning = "git cannot merge the text of this file";
  const lines: readonly Row[] = [[segment("source", path)], [plainText("Values from it are not checked.")]];
  return { id: `conflict ${path}`, sign: "✗", names: [], title: path, meaning, place: "", isConflict: true, lines };
}

const signs: Readonly<Record<MergeKind, Sign>> = {
  neither: "≠",
  "ours-lost": "∩",
  "theirs-lost": "∩",
  joined: "·",
  "new-node": "·",
};

function valueItem(value: FoldedMergedValue): MergeItem {
  const { kind, path, nodes: names, values } = value;
  const side = values.merged ?? values.ours ?? values.theirs;
  return {
    id: `value ${printPath(path)} ${names[0] ?? ""}`,
    sign: signs[kind],
    names,
    title: printPath(path),
    meaning: mergeMeanings[kind],
    place: side === undefined ? "" : sourceText(side),
    isConflict: isSemanticConflict(value),
    lines: [...fourStateRows(value, { full: true }), [], ...nameRows(names)],
    value,
  };
}

/** Nodes that fail for the same reason are one row. */
function failingItems(failing: readonly FailingNode[]): readonly MergeItem[] {
  const found = failing.map((node) => ({ name: node.name, first: firstError(node) }));
  const groups = grouped(found, ({ first }) => (first === undefined ? "" : `${first.code}: ${first.message}`));
  return [...groups].map(([reason, members]): MergeItem => {
    const [{ first } = {}] = members;
    const names = members.map(({ name }) => name);
    return {
      id: `fails ${reason}`,
      sign: "!",
      names,
      title: reason,
      meaning: "resolves on each side, fails merged",
      place: spanPlace(first?.span),
      isConflict: true,
      lines: first === undefined ? nameRows(names) : diagnosticRows({ diagnostic: first, nodes: names }, WIDTH),
    };
  });
}

function nodesItem(sign: "!" | "·", names: readonly string[], meaning: string): readonly MergeItem[] {
  if (names.length === 0) return [];
  const title = rowText(nodeSet(names));
  return [{ id: meaning, sign, names, title, meaning, place: "", isConflict: sign === "!", lines: nameRows(names) }];
}

function newFinding({ diagnostic, nodes: names }: Finding): MergeItem {
  const { code, message, severity, span } = diagnostic;
  return {
    id: `finding ${code} ${span?.file.path ?? ""} ${span?.start ?? ""} ${message}`,
    sign: severity === "error" ? "✗" : severity === "warning" ? "!" : "·",
    names,
    title: `${code}: ${message}`,
    meaning: "neither side has this finding",
    place: spanPlace(span),
    isConflict: severity !== "info",
    lines: diagnosticRows({ diagnostic, nodes: names }, WIDTH),
  };
}

function nameRows(names: readonly string[]): readonly Row[] {
  return [[segment("muted", "on  "), ...nodeSet(names, { full: true })]];
}

/** A finding as a row, with those that are there only because of it. */
export function rootRow({ finding, follows }: RootFinding, age: "new" | "older") {
  return { ...findingRow(finding, age), follows: follows.map((each) => ({ ...findingRow(each, age), follows: [] })) };
}

export type RootRow = ReturnType<typeof rootRow>;

/** A finding as a row. A finding that more nodes have than before is both new and older. */
export function findingRow({ diagnostic, nodes }: Finding, age: "new" | "older") {
  const { code, severity, message, span } = diagnostic;
  const place = spanPlace(span);
  const id = [age, code, place, span === undefined ? "" : placeOf(span).column, message].join("\n");
  return { id, code, severity, message, nodes: nodes.length, place };
}
