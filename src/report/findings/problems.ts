import { compareText } from "../../base/text-order.ts";
import type { Severity } from "../../model/findings/codes.ts";
import type { Diagnostic, Following, MaskedDiagnostic, Related } from "../../model/findings/diagnostic.ts";
import { contractKey } from "../../model/findings/finding.ts";
import { MOST_KEPT, RestCollection, restKey } from "../../model/findings/rest.ts";

/** A problem and the nodes that have it. */
export interface FoundProblem<Of extends Diagnostic = MaskedDiagnostic> {
  readonly diagnostic: Of;
  /** Sorted; empty when it is about the inventory as a whole. */
  readonly nodes: readonly string[];
}

/**
 * Collects the problems of many nodes; equal ones become one with all their nodes. Of one code in one file a thousand are
 * kept; one problem, with `rest`, stands for the others.
 */
export interface ProblemFold<Of extends Diagnostic = MaskedDiagnostic> {
  add(diagnostics: readonly Of[], node?: string): void;
  problems(): readonly FoundProblem<Of>[];
}

/** An empty fold. Problems beyond those that are kept are not counted if they are `ignored`. */
export function createProblemFold<Of extends Diagnostic = MaskedDiagnostic>(
  ignored: (diagnostic: Of) => boolean = () => false,
): ProblemFold<Of> {
  const found = new Map<string, { readonly diagnostic: Of; readonly nodes: Set<string> }>();
  const following = new FollowingFold();
  const rests = new Map<string, Rest<Of>>();
  const entryOf = (diagnostic: Of): { readonly nodes: Set<string> } | undefined => {
    const key = identity(diagnostic);
    const known = found.get(key);
    if (known !== undefined) {
      // What no node needs may be a warning, and an error of the node that needs it.
      if (rank[diagnostic.severity] < rank[known.diagnostic.severity]) found.set(key, { ...known, diagnostic });
      return known;
    }
    const place = restKey(diagnostic);
    const rest: Rest<Of> = rests.get(place) ?? { kept: 0 };
    rests.set(place, rest);
    if (rest.kept >= MOST_KEPT) {
      if (ignored(diagnostic)) return undefined;
      rest.others ??= new RestCollection(diagnostic);
      rest.others.add(diagnostic, key);
      return rest.others;
    }
    rest.kept += 1;
    const entry = { diagnostic, nodes: new Set<string>() };
    found.set(key, entry);
    return entry;
  };
  return {
    add(diagnostics, node) {
      for (const diagnostic of diagnostics) {
        const entry = entryOf(diagnostic);
        if (node !== undefined) entry?.nodes.add(node);
        if (diagnostic.follows !== undefined) following.add(identity(diagnostic), diagnostic.follows, node);
      }
    },
    problems: () => {
      const others = [...rests.values()].flatMap((rest) => rest.others ?? []);
      const whole = [...found].map(([key, each]) => ({ ...each, diagnostic: following.on(key, each.diagnostic) }));
      const all = [...whole, ...others.map((rest) => ({ diagnostic: rest.whole(), nodes: rest.nodes }))];
      return sortedProblems(all.map(({ diagnostic, nodes }) => ({ diagnostic, nodes: [...nodes].sort(compareText) })));
    },
  };
}

/** What follows from equal problems, each with its nodes. */
class FollowingFold {
  private readonly known = new Map<string, Map<string, { readonly related: Related; readonly nodes: Set<string> }>>();

  add(problem: string, follows: readonly Following[], node: string | undefined): void {
    const own = this.known.get(problem) ?? new Map();
    this.known.set(problem, own);
    for (const related of follows) {
      const { file, start } = related.span;
      const entry = own.get(`${file.path}\0${start}`) ?? { related, nodes: new Set(related.nodes) };
      own.set(`${file.path}\0${start}`, entry);
      if (node !== undefined) entry.nodes.add(node);
    }
  }

  on<Of extends Diagnostic>(problem: string, diagnostic: Of): Of {
    const own = this.known.get(problem);
    if (own === undefined) return diagnostic;
    const follows = [...own.values()].map(({ related, nodes }) => ({
      ...related,
      nodes: [...nodes].sort(compareText),
    }));
    return { ...diagnostic, follows };
  }
}

/** How many problems of one code in one file are kept, and the others. */
interface Rest<Of extends Diagnostic> {
  kept: number;
  others?: RestCollection<Of>;
}

/** Problems in the order in which they are shown: errors first, causes of others before the rest, then by file, place, code and message. */
export function sortedProblems<Problem extends FoundProblem<Diagnostic>>(
  problems: readonly Problem[],
): readonly Problem[] {
  return problems.toSorted(({ diagnostic: left }, { diagnostic: right }) => {
    return (
      rank[left.severity] - rank[right.severity] ||
      Number(right.follows !== undefined) - Number(left.follows !== undefined) ||
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
