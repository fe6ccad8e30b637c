import { compareText } from "../../base/text-order.ts";
import type { Severity } from "../../model/findings/codes.ts";
import type { Diagnostic, MaskedDiagnostic } from "../../model/findings/diagnostic.ts";
import { contractKey } from "../../model/findings/finding.ts";

/** A problem and the nodes that have it. */
export interface FoundProblem<Of extends Diagnostic = MaskedDiagnostic> {
  readonly diagnostic: Of;
  /** Sorted; empty when it is about the inventory as a whole. */
  readonly nodes: readonly string[];
}

/** Collects the problems of many nodes; equal ones become one with all their nodes. */
export interface ProblemFold<Of extends Diagnostic = MaskedDiagnostic> {
  add(diagnostics: readonly Of[], node?: string): void;
  problems(): readonly FoundProblem<Of>[];
}

/** An empty fold. */
export function createProblemFold<Of extends Diagnostic = MaskedDiagnostic>(): ProblemFold<Of> {
  const found = new Map<string, { readonly diagnostic: Of; readonly nodes: Set<string> }>();
  return {
    add(diagnostics, node) {
      for (const diagnostic of diagnostics) {
        const key = identity(diagnostic);
        const entry = found.get(key) ?? { diagnostic, nodes: new Set<string>() };
        found.set(key, entry);
        if (node !== undefined) entry.nodes.add(node);
      }
    },
    problems: () =>
      sortedProblems(
        [...found.values()].map(({ diagnostic, nodes }) => ({ diagnostic, nodes: [...nodes].sort(compareText) })),
      ),
  };
}

/** Problems in the order in which they are shown: errors first, then by file, place, code and message. */
export function sortedProblems<Problem extends FoundProblem<Diagnostic>>(
  problems: readonly Problem[],
): readonly Problem[] {
  return problems.toSorted(({ diagnostic: left }, { diagnostic: right }) => {
    return (
      rank[left.severity] - rank[right.severity] ||
      compareText(left.span?.file.path ?? "", right.span?.file.path ?? "") ||
      (left.span?.start ?? 0) - (right.span?.start ?? 0) ||
      compareText(left.code, right.code) ||
      compareText(left.message, right.message)
    );
  });
}

/** Errors before warnings before the rest. */
export const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Of findings of contracts, the values need not be equal. */
function identity({ code, message, span, contract, path }: Diagnostic): string {
  const what = contract === undefined ? message : contractKey(contract, path);
  return [code, what, span?.file.path, span?.file.blob, span?.start, span?.end].join("\0");
}
