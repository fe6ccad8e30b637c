import type { CheckData, DiagnosticData, ErrorData, FindingData } from "../../model/documents/check.ts";
import type { FoundProblem, MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import type { FailingNode } from "../../model/results/comparison.ts";
import { placeOf } from "../../model/values/value.ts";
import type { CheckScope } from "../findings/diagnostic.ts";

/** The findings of a check. */
export function checkData(
  findings: readonly FoundProblem[],
  { nodes, files, leftOut, scope, older, excused, more, share, gate }: CheckScope,
): CheckData {
  return {
    v: 1,
    findings: findings.flatMap((each) => [findingData(each), ...followingData(each)]),
    more: more !== undefined && more.length > 0 ? more : undefined,
    scope: scope && { nodes: scope.nodes, paths: scope.paths },
    older,
    excused,
    looked_at: { nodes, files, left_out: leftOut },
    shard: share,
    gate,
  };
}

export function findingData({ diagnostic, nodes }: FoundProblem): FindingData {
  const { code, severity, message, ...rest } = diagnosticData(diagnostic);
  return { code, severity, message, nodes, ...rest };
}

/** What follows from a finding, as findings of its nodes. */
function followingData({ diagnostic, nodes }: FoundProblem): readonly FindingData[] {
  const { code, severity, span, follows = [] } = diagnostic;
  const cause = span && placeOf(span);
  return follows.map((each) => ({
    code: "unresolved-reference",
    severity,
    message: `undefined reference ${each.caption}`,
    nodes: nodes.filter((name) => each.nodes?.includes(name) ?? true),
    place: placeOf(each.span),
    related: [],
    follows: { code, file: cause?.file, line: cause?.line },
  }));
}

/** A diagnostic with places instead of spans. */
export function diagnosticData(diagnostic: MaskedDiagnostic): DiagnosticData {
  const { related, note, hint, path, contract } = diagnostic;
  return {
    ...errorData(diagnostic),
    related: related.map((other) => ({ place: placeOf(other.span), caption: other.caption })),
    note,
    hint,
    path,
    contract: contract && { id: contract.id, path: contract.path, place: placeOf(contract.span) },
  };
}

/** A node that does not resolve, with its errors in short. */
export function failingData({ name, diagnostics }: FailingNode) {
  return { name, errors: diagnostics.map(errorData) };
}

/** An error in short. */
export function errorData({ code, severity, message, span }: MaskedDiagnostic): ErrorData {
  return { code, severity, message, place: span && placeOf(span) };
}
