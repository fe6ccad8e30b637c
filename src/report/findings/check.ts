import type { Shard } from "../../base/shard.ts";
import type { Severity } from "../../model/findings/codes.ts";
import { placeOf } from "../../model/values/origin.ts";
import { counted } from "../text/count.ts";
import { emptyRow, type Row } from "../text/row.ts";
import { diagnosticRows } from "./diagnostic.ts";
import type { FoundProblem } from "./problems.ts";

/** What a check looked at. */
export interface CheckScope {
  readonly nodes: number;
  readonly files: number;
  /** How many findings an earlier state has as well, which are left out; absent if none was asked for. */
  readonly older?: number;
  /** Of which share of the nodes; absent if of all. */
  readonly share?: Shard;
}

/** Findings for people, a blank line after each; the summary is {@link checkSummary}. */
export function* checkRows(findings: readonly FoundProblem[], width?: number): Iterable<Row> {
  for (const finding of findings) {
    yield* diagnosticRows(finding, width);
    yield emptyRow;
  }
}

/**
 * The last line of a check, in one fixed form: `checked 14 nodes, 31 files: 1 error, 1 warning`, and behind it, if some
 * are left out, `; 3 older findings not shown`.
 */
export function checkSummary(findings: readonly FoundProblem[], { nodes, files, older = 0 }: CheckScope): string {
  const scope = `${counted(nodes, "node")}, ${counted(files, "file")}`;
  const hidden = older === 0 ? "" : `; ${counted(older, "older finding")} not shown`;
  if (findings.length === 0) return `${scope}, 0 findings${hidden}`;
  const count = (severity: Severity): number =>
    findings.filter(({ diagnostic }) => diagnostic.severity === severity).length;
  const infos = count("info");
  const counts = [
    counted(count("error"), "error"),
    counted(count("warning"), "warning"),
    ...(infos > 0 ? [`${infos} info`] : []),
  ];
  return `checked ${scope}: ${counts.join(", ")}${hidden}`;
}

/** The machine form of a check; version 1. */
export function checkJson(findings: readonly FoundProblem[], lookedAt: CheckScope): string {
  const { nodes, files, older, share } = lookedAt;
  const shapes = findings.map(findingData);
  const told = { ...(older !== undefined && { older }), looked_at: { nodes, files } };
  const report = { v: 1, findings: shapes, ...told, ...(share !== undefined && { shard: share }) };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}

/** A finding as programs are told it. */
export function findingData({ diagnostic, nodes }: FoundProblem): object {
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
}
