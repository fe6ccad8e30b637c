import { terminalSafe } from "../../../base/terminal-text.ts";
import type { Change, FoldedChange } from "../../../model/results/change.ts";
import { type Comparison, differingNodes } from "../../../model/results/comparison.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { printPath } from "../../../model/values/parameter-path.ts";
import type { Value } from "../../../model/values/value.ts";
import { causeParts } from "../../../report/diff/cause.ts";
import { signs, sourceText } from "../../../report/diff/parts.ts";
import { summaryText } from "../../../report/diff/summary.ts";
import { inlineValue } from "../../../report/text/inline.ts";
import { ignoredKind } from "../../../report/values/ignored.ts";
import type { ChangeRow, ChangeSet, CommitCounts, Sign } from "../protocol/data.ts";
import { groupByNodes } from "./by-nodes.ts";
import { failingByReason } from "./failing.ts";
import { diagnosticPlace } from "./finding-row.ts";

/** A set of changes, and the changes that its rows of values were made of. */
export interface MadeChangeSet {
  readonly set: ChangeSet;
  readonly sources: readonly (FoldedChange | undefined)[];
}

/** How much a comparison changes. */
export function countsOf(comparison: Comparison): CommitCounts {
  const { changes, nodes } = comparison;
  const count = (kind: Change["kind"]): number => changes.filter(({ change }) => change.kind === kind).length;
  return {
    nodes: differingNodes(comparison).size,
    changed: count("changed"),
    added: count("added"),
    removed: count("removed"),
    failing: nodes.newlyFailing.length,
    unknown: nodes.stillFailing.length,
  };
}

/** A comparison as rows, the changes of the most nodes first. */
export function changeSet(key: string, comparison: Masked<Comparison>): MadeChangeSet {
  const { from, to, lookedAt } = comparison;
  const rows = new Rows();
  const folded = groupByNodes(comparison.changes).flatMap(({ changes }) => changes);
  for (const each of folded) rows.add(valueRow(each), each.nodes);
  addNodeRows(rows, comparison);
  const set: ChangeSet = {
    key,
    from: from.title,
    to: to.title,
    subject: to.subject,
    counts: countsOf(comparison),
    nodes: rows.names(),
    changes: rows.rows,
    files: lookedAt.files,
    summary: terminalSafe(summaryText(comparison)),
  };
  return { set, sources: folded };
}

type BareRow = Omit<ChangeRow, "nodes">;

class Rows {
  readonly rows: ChangeRow[] = [];
  private readonly indexes = new Map<string, number>();

  add(row: BareRow, names: readonly string[]): void {
    this.rows.push({ ...row, nodes: Uint32Array.from(names, (name) => this.index(name)) });
  }

  names(): readonly string[] {
    return [...this.indexes.keys()];
  }

  private index(name: string): number {
    const known = this.indexes.get(name);
    if (known !== undefined) return known;
    const index = this.indexes.size;
    this.indexes.set(name, index);
    return index;
  }
}

/** Longer values are shown when the change is opened. */
const LONGEST = 400;

function valueRow({ change, nodes }: FoldedChange): BareRow {
  const path = printPath(change.path);
  const only = ignoredKind(change);
  const side = "after" in change ? change.after : change.before;
  const { words, place } = change.cause === undefined ? { words: "", place: "" } : causeParts(change.cause, nodes);
  return {
    id: `${signs[change.kind]} ${path} ${nodes[0] ?? ""}`,
    sign: signs[change.kind] as Sign,
    title: path,
    isValue: true,
    old: "before" in change ? shortText(change.before) : undefined,
    now: "after" in change ? shortText(change.after) : undefined,
    cause: words,
    place: place === "" ? sourceText(side) : place,
    ...(only !== undefined && { only }),
  };
}

function shortText(value: Value): string {
  const text = inlineValue(value, LONGEST);
  return text.length <= LONGEST ? text : `${text.slice(0, LONGEST - 1)}…`;
}

function addNodeRows(rows: Rows, { nodes }: Comparison): void {
  const add = (sign: Sign, title: string, names: readonly string[]): void => {
    if (names.length > 0) rows.add(nodeRow(sign, title), names);
  };
  const renamed = new Set(nodes.renamed.flatMap(({ from, to }) => [from, to]));
  const lone = (names: readonly string[]): readonly string[] => names.filter((name) => !renamed.has(name));
  add("+", "new", lone(nodes.added));
  add("-", "gone", lone(nodes.removed));
  for (const { from, to } of nodes.renamed) rows.add(nodeRow(">", `renamed from ${from}`), [to]);
  for (const { reason, finding, names } of failingByReason(nodes.newlyFailing)) {
    const title = reason === "" ? "newly fails" : `newly fails: ${reason}`;
    rows.add({ ...nodeRow("!", title), place: diagnosticPlace(finding?.span) }, names);
  }
  add("*", "resolves again", nodes.newlyResolving);
  add("?", "does not resolve on either side", nodes.stillFailing);
}

function nodeRow(sign: Sign, title: string): BareRow {
  return { id: `${sign} ${title}`, sign, title, isValue: false, old: undefined, now: undefined, cause: "", place: "" };
}
