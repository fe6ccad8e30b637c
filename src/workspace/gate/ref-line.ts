import { BASELINE_FILE } from "../../model/findings/baseline.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { changing, nodesNotCompared } from "../../report/diff/summary.ts";
import { counted } from "../../report/text/row.ts";
import { excusedByBaseline, olderErrors, type Verdict } from "./judge.ts";
import { lostNames, objectionTexts } from "./objections.ts";

/** The verdict on one ref in one line, without `heir: ` (rule J7 in docs/concepts/gates.md). */
export function refLine(ref: string, verdict: Verdict): string {
  if (verdict.isRefused) return `${ref} refused: ${reasons(verdict).join(", ")}`;
  const { parts, consent } = verdict;
  const excused = olderErrors(verdict);
  const listed = excusedByBaseline(verdict);
  const first = parts.flatMap(({ policy }) => policy.first ?? []);
  const isOwn = first.length === 0 && parts.some(({ policy }) => policy.from === "NEW");
  const lost = parts.flatMap(({ losses }) => losses.lost);
  const losses = lost.length === 0 ? [] : [`${lost.length} lost (${lostNames(lost)})`];
  return [
    `${ref}: ${[...changeText(verdict), ...losses, "no new error"].join(", ")}`,
    ...(excused === 0 ? [] : [`${counted(excused, "older error")} ${excused === 1 ? "is" : "are"} excused`]),
    ...(listed === 0 ? [] : [`${counted(listed, "finding")} excused by ${BASELINE_FILE}`]),
    ...first.map((file) => `the first settings file (${file}) judges itself`),
    ...(isOwn ? ["judged by its own settings"] : []),
    ...(consent.length === 0 ? [] : [`allowed by ${consent.join(", ")}`]),
  ].join("; ");
}

function changeText({ parts, reach }: Verdict): readonly string[] {
  const comparisons = parts.map(({ comparison }) => comparison);
  const all = comparisons.reduce((sum, { lookedAt }) => sum + lookedAt.nodes, 0);
  return [reach === 0 ? noneChanges(comparisons) : changing(reach, all), ...comparisons.flatMap(nodesNotCompared)];
}

/** That no node differs, said of those alone that were compared. */
export function noneChanges(comparisons: readonly Comparison[]): string {
  return `no ${comparisons.some(({ nodes }) => nodes.stillFailing.length > 0) ? "other " : ""}node changes`;
}

function reasons({ blocking, objections }: Verdict): readonly string[] {
  const errors = countOfAll(blocking.filter(({ diagnostic }) => diagnostic.severity === "error"));
  const others = countOfAll(blocking) - errors;
  return [
    ...(errors === 0 ? [] : [counted(errors, "new error")]),
    ...(others === 0 ? [] : [counted(others, "new warning")]),
    ...objectionTexts(objections),
  ];
}
