import { grouped } from "../../../base/grouped.ts";
import type { MaskedDiagnostic } from "../../../model/findings/diagnostic.ts";
import type { FailingNode } from "../../../model/results/comparison.ts";

/** Nodes that fail for the same reason, and the finding that says it. */
export interface Failing {
  /** `code: message`; empty without a finding. */
  readonly reason: string;
  readonly finding: MaskedDiagnostic | undefined;
  readonly names: readonly string[];
}

export function failingByReason(failing: readonly FailingNode[]): readonly Failing[] {
  const findings = failing.map((node) => ({ name: node.name, finding: firstError(node) }));
  const groups = grouped(findings, ({ finding }) =>
    finding === undefined ? "" : `${finding.code}: ${finding.message}`,
  );
  return [...groups].map(([reason, members]) => {
    return { reason, finding: members[0]?.finding, names: members.map(({ name }) => name) };
  });
}

function firstError({ diagnostics }: FailingNode): MaskedDiagnostic | undefined {
  return diagnostics.find(({ severity }) => severity === "error") ?? diagnostics[0];
}
