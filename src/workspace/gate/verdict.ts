import type { Weakened } from "../../compare/guards/policy.ts";
import type { GateData, MeetingData, WeakenedData } from "../../model/documents/check.ts";
import { BASELINE_FILE } from "../../model/findings/baseline.ts";
import { countOfAll } from "../../model/findings/finding-limit.ts";
import type { Comparison } from "../../model/results/comparison.ts";
import { placeOf } from "../../model/values/value.ts";
import { changing, nodesNotCompared } from "../../report/diff/summary.ts";
import { metData } from "../../report/merges/merge.ts";
import { counted } from "../../report/text/row.ts";
import type { Meeting } from "../merge/ways.ts";
import type { Finding } from "../workspace.ts";
import type { Verdict } from "./judge.ts";
import { lostNames, objectionTexts, refuses } from "./objections.ts";

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

/** Everything that a verdict reports as a finding; what refuses comes first. */
export function verdictFindings({ objections, fresh }: Verdict): readonly Finding[] {
  const findings = (isFirst: boolean) =>
    objections.flatMap((objection) => (refuses(objection) === isFirst ? objection.finding : []));
  return [...findings(true), ...fresh, ...findings(false)];
}

/** How many errors of the later state are excused because the earlier one has them. */
function olderErrors({ older = [] }: Verdict): number {
  return countOfAll(older.filter(({ diagnostic }) => diagnostic.severity === "error"));
}

/** How many findings the baseline of the earlier state excuses. */
export function excusedByBaseline({ parts }: Verdict): number {
  return parts.reduce((sum, { excused }) => sum + excused, 0);
}

/** A verdict as plain data. */
export function gateData(verdict: Verdict): GateData {
  const { before, after, parts, reach, merges, consent } = verdict;
  return {
    old: before.id ?? null,
    new: after.id ?? null,
    policyFrom: parts[0]?.policy.from ?? "NEW",
    weakened: parts.flatMap(({ policy }) => policy.weakened.map(weakenedData)),
    lost: parts.flatMap(({ losses }) => losses.lost.map(({ name }) => name)),
    reach,
    excused: olderErrors(verdict) + excusedByBaseline(verdict),
    merges: merges.flatMap(meetingData),
    consent,
  };
}

function meetingData({ way, met }: Meeting): readonly MeetingData[] {
  const { made = null, base = null, ours, theirs } = way;
  return met.map(({ comparison, fresh }) => ({ made, base, ours, theirs, ...metData(comparison, fresh) }));
}

function weakenedData({ key, old, new: now, span }: Weakened): WeakenedData {
  const place = span && placeOf(span);
  return { key, old, new: now, file: place?.file, line: place?.line };
}
