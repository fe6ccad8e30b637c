import { command } from "../../../base/terminal-text.ts";
import type { ReviewData } from "../../../model/documents/comparison.ts";
import type { FoundProblem, MaskedDiagnostic } from "../../../model/findings/diagnostic.ts";
import { countOf, countOfAll } from "../../../model/findings/finding-limit.ts";
import type { MergeComparison } from "../../../model/results/branch-merge.ts";
import type { Comparison, ReviewedComparison } from "../../../model/results/comparison.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { summaryData } from "../../../report/data/comparison.ts";
import { endData } from "../../../report/data/explanation.ts";
import { findingData } from "../../../report/data/findings.ts";
import { type Appendix, comparisonMarkdown, type MarkdownOptions, revisionOf } from "../../../report/diff/markdown.ts";
import { verdictText } from "../../../report/diff/summary.ts";
import { problemRow } from "../../../report/findings/diagnostic.ts";
import { newPairRow, withoutOrderPairs } from "../../../report/findings/problems.ts";
import { conflictText, mergeRows } from "../../../report/merges/merge.ts";
import { bytes, codeSpan, fenced, folded } from "../../../report/text/markdown.ts";
import { counted, countedNodes, indentRow, plainText, type Row, segment } from "../../../report/text/row.ts";

/** Room for the line that counts findings that are left out. */
const LAST_LINE = 100;

/** `heir diff --format markdown` and new findings, only counted if in a block (rule V18 of docs/concepts/review.md). */
export function reviewMarkdown(review: ReviewedChange, options: Pick<MarkdownOptions, "maxBytes">): string {
  const { comparison, findings } = review;
  const neither = neitherText(review);
  const reasons = new Set(comparison.nodes.newlyFailing.flatMap(({ diagnostics }) => diagnostics.map(identity)));
  const others = findings.filter(({ diagnostic }) => !reasons.has(identity(diagnostic)));
  const appendix: Appendix = {
    verdict: [...neither.words, countedFindings(findings)].filter((words) => words !== "").join("; "),
    text: (room) => {
      const first = bytes(neither.text) <= room ? neither.text : "";
      return first + findingsText(others, comparison, room - bytes(first));
    },
  };
  return comparisonMarkdown(comparison, { ...options, appendix });
}

function identity({ code, message, span }: MaskedDiagnostic): string {
  return JSON.stringify([code, message, span?.file.path, span?.start]);
}

/** What new merges made that neither side has, and the files that git cannot merge: in a few words, and as one part. */
function neitherText({ comparison: { to }, met, conflicts }: ReviewedChange) {
  const unmerged = conflicts.length === 0 ? [] : [counted(conflicts.length, "text conflict")];
  const words = [...met.flatMap((each) => conflictText(each.comparison) ?? []), ...unmerged];
  if (words.length === 0) return { words, text: "" };
  // The state itself has its name in the head.
  const head = `${revisionOf(to)} "${to.subject}"`;
  const rows = [
    ...conflicts.map((path): Row => [segment("error", "conflict"), plainText(`  ${path}`)]),
    ...met.flatMap(({ name, comparison }) => [...(name === head ? [] : [[plainText(name)]]), ...mergeRows(comparison)]),
  ];
  return { words, text: `\n${folded("on neither side", fenced(rows, "text"), true)}` };
}

/** As many findings as fit, as one part that can be closed; the others are counted. */
function findingsText(findings: readonly FoundProblem[], { from, to }: Comparison, room: number): string {
  if (findings.length === 0) return "";
  const rows: Row[] = [];
  let shown = 0;
  const all = countOfAll(findings);
  let size = bytes(partText(all, [])) + LAST_LINE;
  const { others, pairs } = withoutOrderPairs(findings);
  const parts = [
    ...others.map((each) => ({ own: findingRows(each), count: countOf(each.diagnostic) })),
    ...pairs.map((pair) => ({ own: [newPairRow(pair)], count: pair.values.length })),
  ];
  for (const { own, count } of parts) {
    size += own.reduce((sum, row) => sum + row.reduce((width, { text }) => width + bytes(text), 1), 0);
    if (size > room) break;
    rows.push(...own);
    shown += count;
  }
  const left = all - shown;
  const check = codeSpan(command(["heir", "check", revisionOf(to), "--new-since", revisionOf(from)]));
  const last = left === 0 ? "" : `\n${left} of ${counted(all, "finding")} left out: ${check}\n`;
  return (shown === 0 ? "" : partText(all, rows)) + last;
}

function partText(count: number, rows: readonly Row[]): string {
  return `\n${folded(counted(count, "new finding"), fenced(rows, "text"), true)}`;
}

/** A finding in one row, its nodes and what to do below. */
function findingRows({ diagnostic, nodes }: FoundProblem): readonly Row[] {
  const { severity, hint } = diagnostic;
  const help = hint?.split("\n").map((line) => [plainText(`help: ${line}`)]) ?? [];
  const below = nodes.length === 0 ? help : [countedNodes(nodes), ...help];
  return [problemRow(diagnostic, severity), ...below.map((row) => indentRow(row, 4))];
}

/** A review, with its comment of at most `maxBytes` bytes. */
export function reviewData(review: ReviewedChange, options: { readonly maxBytes?: number } = {}): ReviewData {
  const { comparison, findings } = review;
  return {
    v: 1,
    from: endData(comparison.from),
    to: endData(comparison.to),
    status: reviewStatus(review),
    verdict: reviewVerdict(review),
    summary: summaryData(comparison),
    findings: findings.map(findingData),
    body: reviewMarkdown(review, options),
  };
}

export interface ReviewedChange {
  readonly comparison: Masked<ReviewedComparison>;
  /** The findings that the earlier state does not have, as `heir check --new-since` reports them. */
  readonly findings: readonly FoundProblem[];
  /** What new merges made that neither of their sides has, by the name of each. */
  readonly met: readonly { readonly name: string; readonly comparison: Masked<MergeComparison> }[];
  /** Files whose text git cannot merge. */
  readonly conflicts: readonly string[];
}

/**
 * The verdict on a change. `fails`: a node newly fails, an error is new, a merge has what neither side has, or git cannot
 * merge the text. `incomplete`: of some nodes nothing is known, as neither state resolves them.
 */
export function reviewStatus({ comparison, findings, met, conflicts }: ReviewedChange): ReviewData["status"] {
  const { nodes, lookedAt } = comparison;
  const isError = findings.some(({ diagnostic }) => diagnostic.severity === "error");
  if (nodes.newlyFailing.length > 0 || isError || met.length + conflicts.length > 0) return "fails";
  const isUnmerged = lookedAt.leftOut.some(({ kind }) => kind === "unmerged");
  return nodes.stillFailing.length > 0 || isUnmerged ? "incomplete" : "passes";
}

/** The verdict in one line: what the blocks do, and the number of new findings. */
export function reviewVerdict({ comparison, findings }: ReviewedChange): string {
  const count = countedFindings(findings);
  return [verdictText(comparison), ...(count === "" ? [] : [count])].join("; ");
}

/** `1 new error, 2 new warnings`; empty if there are none. */
function countedFindings(findings: readonly FoundProblem[]): string {
  const words = [
    ["error", "new error"],
    ["warning", "new warning"],
    ["info", "new note"],
  ] as const;
  const counts = words.flatMap(([severity, word]) => {
    const count = countOfAll(findings.filter(({ diagnostic }) => diagnostic.severity === severity));
    return count === 0 ? [] : [counted(count, word)];
  });
  return counts.join(", ");
}
