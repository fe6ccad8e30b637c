import { grouped } from "../../../base/grouped.ts";
import type { FoldedMergedValue, MergeComparison, MergeKind } from "../../../model/results/branch-merge.ts";
import { isSemanticConflict } from "../../../model/results/branch-merge.ts";
import type { FailingNode } from "../../../model/results/comparison.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { placeOf, spanPlace } from "../../../model/values/origin.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import { firstError } from "../../../report/diff/not-compared.ts";
import { sourceText } from "../../../report/diff/parts.ts";
import { diagnosticRows } from "../../../report/findings/diagnostic.ts";
import { fourStateRows, mergeMeanings, nodeMeanings } from "../../../report/merges/merge.ts";
import { nodeSet, plainText, type Row, rowText, segment } from "../../../report/text/row.ts";
import type { Sign } from "../../../report/text/sign.ts";
import type { RootFinding } from "../../../workspace/check/consequences.ts";
import type { Finding } from "../../../workspace/workspace.ts";

/** What a merge does to a value or to nodes that neither side does, or what speaks against it. */
export interface MergeItem {
  readonly id: string;
  readonly sign: Sign;
  /** The number of nodes; 0 if it is about a file. */
  readonly nodes: number;
  readonly title: string;
  readonly meaning: string;
  /** `file:line` of the merged value; empty without a file. */
  readonly place: string;
  /** Whether it needs a look before merging. */
  readonly isConflict: boolean;
  readonly lines: readonly Row[];
}

/** A row about a merge, its nodes, and the value if it is about one. */
export interface MergeRow {
  readonly item: MergeItem;
  readonly names: readonly string[];
  readonly value?: FoldedMergedValue;
}

/** What `heir merge-check` finds, as rows, semantic conflicts first. */
export function mergeItems(
  { values, nodes }: Masked<MergeComparison>,
  { conflicts, findings }: { readonly conflicts: readonly string[]; readonly findings: readonly Finding[] },
): readonly MergeRow[] {
  const rows = [
    ...values.map(valueRow),
    ...failingRows(nodes.failing),
    ...nodesRow("!", nodes.missing, nodeMeanings.missing),
    ...nodesRow("!", nodes.kept, nodeMeanings.kept),
    // git reports these itself: what it does not report comes first.
    ...conflicts.map(conflictRow),
    ...findings.map(newFinding),
    ...nodesRow("·", nodes.unsettled, nodeMeanings.unsettled),
    ...nodesRow("·", nodes.notCompared, nodeMeanings.notCompared),
  ];
  return [...rows.filter(({ item }) => item.isConflict), ...rows.filter(({ item }) => !item.isConflict)];
}

/** Lines of files are cut to this width, which fits a pane of most terminals. */
const WIDTH = 76;

function conflictRow(path: string): MergeRow {
  const meaning = "git cannot merge the text of this file";
  const lines: readonly Row[] = [[segment("source", path)], [plainText("Values from it are not checked.")]];
  const named = { id: `conflict ${path}`, sign: "✗", title: path, place: "" } as const;
  return { item: { ...named, nodes: 0, meaning, isConflict: true, lines }, names: [] };
}

const signs: Readonly<Record<MergeKind, MergeItem["sign"]>> = {
  neither: "≠",
  "ours-lost": "∩",
  "theirs-lost": "∩",
  joined: "·",
  "new-node": "·",
};

function valueRow(value: FoldedMergedValue): MergeRow {
  const { kind, path, nodes: names, values } = value;
  const side = values.merged ?? values.ours ?? values.theirs;
  const item: MergeItem = {
    id: `value ${printPath(path)} ${names[0] ?? ""}`,
    sign: signs[kind],
    nodes: names.length,
    title: printPath(path),
    meaning: mergeMeanings[kind],
    place: side === undefined ? "" : sourceText(side),
    isConflict: isSemanticConflict(value),
    lines: [...fourStateRows(value, { full: true }), [], ...nameRows(names)],
  };
  return { item, names, value };
}

/** Nodes that fail for the same reason are one row. */
function failingRows(failing: readonly FailingNode[]): readonly MergeRow[] {
  const found = failing.map((node) => ({ name: node.name, first: firstError(node) }));
  const groups = grouped(found, ({ first }) => (first === undefined ? "" : `${first.code}: ${first.message}`));
  return [...groups].map(([reason, members]): MergeRow => {
    const [{ first } = {}] = members;
    const names = members.map(({ name }) => name);
    const item: MergeItem = {
      id: `fails ${reason}`,
      sign: "!",
      nodes: names.length,
      title: reason,
      meaning: "resolves on each side, fails merged",
      place: spanPlace(first?.span),
      isConflict: true,
      lines: first === undefined ? nameRows(names) : diagnosticRows({ diagnostic: first, nodes: names }, WIDTH),
    };
    return { item, names };
  });
}

function nodesRow(sign: "!" | "·", names: readonly string[], meaning: string): readonly MergeRow[] {
  if (names.length === 0) return [];
  const title = rowText(nodeSet(names));
  const own = { id: meaning, sign, title, meaning, place: "", isConflict: sign === "!" };
  return [{ item: { ...own, nodes: names.length, lines: nameRows(names) }, names }];
}

function newFinding({ diagnostic, nodes: names }: Finding): MergeRow {
  const { code, message, severity, span } = diagnostic;
  const item: MergeItem = {
    id: `finding ${code} ${span?.file.path ?? ""} ${span?.start ?? ""} ${message}`,
    sign: severity === "error" ? "✗" : severity === "warning" ? "!" : "·",
    nodes: names.length,
    title: `${code}: ${message}`,
    meaning: "neither side has this finding",
    place: spanPlace(span),
    isConflict: severity !== "info",
    lines: diagnosticRows({ diagnostic, nodes: names }, WIDTH),
  };
  return { item, names };
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
