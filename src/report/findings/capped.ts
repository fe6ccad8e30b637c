import type { DiagnosticCode, Severity } from "../../model/findings/codes.ts";
import type { FoundProblem } from "./problems.ts";

/** How many more findings of one code a file has than are kept. */
export interface MoreFindings {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly file: string;
  readonly count: number;
}

/** The findings that are reported one by one, in their order, and those that are counted. */
export function listedProblems(problems: readonly FoundProblem[]): {
  readonly listed: readonly FoundProblem[];
  readonly more: readonly MoreFindings[];
} {
  const more = problems.flatMap(({ diagnostic: { code, severity, span, rest } }) =>
    rest === undefined ? [] : [{ code, severity, file: span?.file.path ?? "", count: rest.count }],
  );
  return { listed: problems.filter(({ diagnostic }) => diagnostic.rest === undefined), more };
}
