import type { DiagnosticCode, Severity } from "../../model/findings/codes.ts";
import type { FoundProblem } from "./problems.ts";

/** How many more findings of one code a file has than are reported. */
export interface MoreFindings {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly file: string;
  readonly count: number;
}

/** The most findings of one code in one file that are reported: nobody reads more of the same. */
const MOST = 1000;

/** The findings that are reported, in their order, and how many of each code and file are left out. */
export function cappedProblems(problems: readonly FoundProblem[]): {
  readonly kept: readonly FoundProblem[];
  readonly more: readonly MoreFindings[];
} {
  const counts = new Map<string, MoreFindings>();
  const kept = problems.filter(({ diagnostic: { code, severity, span } }) => {
    const file = span?.file.path ?? "";
    const key = JSON.stringify([code, severity, file]);
    const count = (counts.get(key)?.count ?? 0) + 1;
    counts.set(key, { code, severity, file, count });
    return count <= MOST;
  });
  const more = [...counts.values()].filter(({ count }) => count > MOST);
  return { kept, more: more.map((each) => ({ ...each, count: each.count - MOST })) };
}
