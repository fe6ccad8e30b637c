import { BASELINE_FILE } from "../../model/findings/baseline.ts";
import { countOfAll } from "../../model/findings/rest.ts";
import { counted } from "../../report/text/count.ts";
import { lostNames, objectionTexts } from "./objections.ts";
import { excusedByBaseline, olderErrors, type Verdict } from "./verdict.ts";

/** The verdict on one ref in one line, without `heir: ` (rule J7 in docs/concepts/gates.md). */
export function refLine(ref: string, verdict: Verdict): string {
  if (verdict.isRefused) return `${ref} refused: ${reasons(verdict).join(", ")}`;
  const { consent } = verdict;
  const excused = olderErrors(verdict);
  const listed = excusedByBaseline(verdict);
  const known = excused === 0 ? "" : `; ${counted(excused, "older error")} ${excused === 1 ? "is" : "are"} excused`;
  const baseline = listed === 0 ? "" : `; ${counted(listed, "finding")} excused by ${BASELINE_FILE}`;
  const own = verdict.parts.some(({ policy }) => policy.from === "NEW") ? "; judged by its own settings" : "";
  const allowed = consent.length === 0 ? "" : `; allowed by ${consent.join(", ")}`;
  return `${ref}: ${[changeText(verdict), ...lossText(verdict), "no new error"].join(", ")}${known}${baseline}${own}${allowed}`;
}

function changeText({ parts, reach }: Verdict): string {
  const all = parts.reduce((sum, { comparison }) => sum + comparison.lookedAt.nodes, 0);
  if (reach === 0) return "no node changes";
  return `${reach} of ${counted(all, "node")} ${reach === 1 ? "changes" : "change"}`;
}

function lossText({ parts }: Verdict): readonly string[] {
  const lost = parts.flatMap(({ losses }) => losses.lost);
  return lost.length === 0 ? [] : [`${lost.length} lost (${lostNames(lost)})`];
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
