import type { Diagnostic as FoundDiagnostic } from "../model/findings/diagnostic.ts";
import { placeOf } from "../model/values/origin.ts";
import type { CheckResult as FoundFindings } from "../workspace/workspace.ts";
import type { PlainCheckResult, PlainDiagnostic } from "./types.ts";

/** A diagnostic as plain data. */
export function plainDiagnostic(diagnostic: FoundDiagnostic): PlainDiagnostic {
  const { code, severity, message, span, related, note, hint } = diagnostic;
  return {
    code,
    severity,
    message,
    ...(span !== undefined && { place: placeOf(span) }),
    related: related.map((other) => ({ place: placeOf(other.span), caption: other.caption })),
    ...(note !== undefined && { note }),
    ...(hint !== undefined && { hint }),
  };
}

/** The findings of a check as plain data. */
export function plainFindings({ findings, lookedAt }: FoundFindings): PlainCheckResult {
  const plain = findings.map(({ diagnostic, nodes }) => ({ ...plainDiagnostic(diagnostic), nodes: [...nodes] }));
  return { v: 1, findings: plain, looked_at: { nodes: lookedAt.nodes, files: lookedAt.files } };
}
