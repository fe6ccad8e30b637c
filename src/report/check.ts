import type { Severity } from "../model/codes.ts";
import { placeOf } from "../model/origin.ts";
import { counted } from "./count.ts";
import { diagnosticRows } from "./diagnostic.ts";
import type { FoundProblem } from "./problems.ts";
import { emptyRow, type Row } from "./row.ts";

/** What a check looked at. */
export interface CheckScope {
  readonly nodes: number;
  readonly files: number;
}

/** Findings for people, a blank line after each; the summary is {@link checkSummary}. */
export function* checkRows(findings: readonly FoundProblem[], width?: number): Iterable<Row> {
  for (const finding of findings) {
    yield* diagnosticRows(finding, width);
    yield emptyRow;
  }
}

/** The last line of a check, in one fixed form: `checked 14 nodes, 31 files: 1 error, 1 warning`. */
export function checkSummary(findings: readonly FoundProblem[], { nodes, files }: CheckScope): string {
  const scope = `${counted(nodes, "node")}, ${counted(files, "file")}`;
  if (findings.length === 0) return `${scope}, 0 findings`;
  const count = (severity: Severity): number =>
    findings.filter(({ diagnostic }) => diagnostic.severity === severity).length;
  const infos = count("info");
  const counts = [
    counted(count("error"), "error"),
    counted(count("warning"), "warning"),
    ...(infos > 0 ? [`${infos} info`] : []),
  ];
  return `checked ${scope}: ${counts.join(", ")}`;
}

/** The machine form of a check; version 1. */
export function checkJson(findings: readonly FoundProblem[], lookedAt: CheckScope): string {
  const shapes = findings.map(({ diagnostic, nodes }) => {
    const { code, severity, message, span, related, note, hint } = diagnostic;
    return {
      code,
      severity,
      message,
      nodes,
      ...(span !== undefined && { place: placeOf(span) }),
      related: related.map((other) => ({ place: placeOf(other.span), caption: other.caption })),
      ...(note !== undefined && { note }),
      ...(hint !== undefined && { hint }),
    };
  });
  const { nodes, files } = lookedAt;
  return `${JSON.stringify({ v: 1, findings: shapes, looked_at: { nodes, files } }, undefined, 2)}\n`;
}
