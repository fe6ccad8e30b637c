import { keptAt } from "../../base/made-once.ts";
import { compareText, grouped } from "../../base/text-order.ts";
import type { Severity } from "../../model/findings/codes.ts";
import type { Diagnostic, FoundProblem, MaskedDiagnostic, Related } from "../../model/findings/diagnostic.ts";
import { contractKey, findingSpans } from "../../model/findings/diagnostic.ts";
import { MOST_KEPT, RestCollection, restKey } from "../../model/findings/finding-limit.ts";
import { exactPlace } from "../../model/values/value.ts";
import { counted, emptyRow, nodeSet, onNodes, plainText, type Row, segment } from "../text/row.ts";

/**
 * Collects the problems of many nodes; equal ones become one with all their nodes. Of one code in one file a thousand
 * are kept; one problem, with `rest`, represents the others.
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
  const following = new Map<string, FollowingFold>();
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
        addFollowing(following, diagnostic, node);
      }
    },
    problems: () => {
      const others = [...rests.values()].flatMap((rest) => rest.others ?? []);
      const whole = [...found].map(([key, each]) => ({
        ...each,
        diagnostic: withFollowing(each.diagnostic, following.get(key)),
      }));
      const all = [...whole, ...others.map((rest) => ({ diagnostic: rest.whole(), nodes: rest.nodes }))];
      return sortedProblems(all.map(({ diagnostic, nodes }) => ({ diagnostic, nodes: [...nodes].sort(compareText) })));
    },
  };
}

/** What follows from equal problems, by its place, each with its nodes. */
type FollowingFold = Map<string, { readonly related: Related; readonly nodes: Set<string> }>;

function addFollowing(all: Map<string, FollowingFold>, diagnostic: Diagnostic, node: string | undefined): void {
  const { follows } = diagnostic;
  if (follows === undefined) return;
  const known: FollowingFold = keptAt(all, identity(diagnostic), () => new Map());
  for (const related of follows) {
    const { file, start } = related.span;
    const entry = keptAt(known, `${file.path}\0${start}`, () => ({ related, nodes: new Set(related.nodes) }));
    if (node !== undefined) entry.nodes.add(node);
  }
}

function withFollowing<Of extends Diagnostic>(diagnostic: Of, known: FollowingFold | undefined): Of {
  if (known === undefined) return diagnostic;
  const follows = Array.from(known.values(), (each) => ({ ...each.related, nodes: [...each.nodes].sort(compareText) }));
  return { ...diagnostic, follows };
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

export const rank: Readonly<Record<Severity, number>> = { error: 0, warning: 1, info: 2 };

/** Of findings of contracts, the values need not be equal. */
function identity({ code, message, span, contract, path }: Diagnostic): string {
  const what = contract === undefined ? message : contractKey(contract, path);
  return [code, what, span?.file.path, span?.file.blob, span?.start, span?.end].join("\0");
}

/** Two classes between which only the order of class lists decides: `base < fra`, with a finding for each value. */
interface OrderPair {
  readonly name: string;
  readonly values: readonly FoundProblem[];
  readonly nodes: readonly string[];
}

/** Findings that are reported one by one, and pairs of classes, reported together where `checks:` does not ask for more. */
export function withoutOrderPairs<Problem extends FoundProblem>(findings: readonly Problem[]) {
  const named = grouped(findings, ({ diagnostic: { order, severity } }) =>
    order === undefined || severity !== "info" ? undefined : `${order.below} < ${order.above}`,
  );
  const pairs = [...named].flatMap(([name, values]): readonly OrderPair[] => {
    const nodes = [...new Set(values.flatMap((value) => value.nodes))].sort(compareText);
    return name === undefined ? [] : [{ name, values, nodes }];
  });
  return { others: named.get(undefined) ?? [], pairs };
}

/** How many paths of a pair are named in one line. */
const FEW = 3;

/** A pair that a change adds, in one line: `base < muc now decides dns on n3 (order-fragile)`. */
export function newPairRow({ name, values, nodes }: OrderPair): Row {
  const paths = values.slice(0, FEW).map(pathOf).join(", ");
  const more = values.length > FEW ? ` and ${counted(values.length - FEW, "more value")}` : "";
  return [plainText(`${name} now decides ${paths}${more} on `), ...nodeSet(nodes), plainText(" (order-fragile)")];
}

/** A pair in two lines, and one for each of its values. */
export function orderPairRows({ name, values, nodes }: OrderPair): readonly Row[] {
  const decided = `${name}: only the order of class lists decides ${counted(values.length, "value")}`;
  const hint = values.find(({ diagnostic }) => diagnostic.hint !== undefined)?.diagnostic.hint;
  return [
    [segment("muted", "info[order-fragile]"), plainText(": "), segment("title", decided), ...onNodes(nodes)],
    [segment("muted", "  = "), segment("title", "help: "), plainText(hint ?? "")],
    ...values.map((value): Row => {
      const places = findingSpans(value.diagnostic).map((each) => exactPlace(each));
      const some = value.nodes.length === nodes.length ? [] : onNodes(value.nodes);
      return [segment("path", `    ${pathOf(value)}`), segment("source", `  ${places.join(" over ")}`), ...some];
    }),
    emptyRow,
  ];
}

function pathOf({ diagnostic }: FoundProblem): string {
  return diagnostic.order?.path ?? "";
}

/** The last line of a check that lists none of them. */
export function orderPairsText(count: number): string {
  const values = count === 1 ? "1 value depends" : `${count} values depend`;
  return `${values} on the order of class lists (heir check --only order-fragile)`;
}
