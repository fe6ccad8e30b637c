import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import { findingSpans } from "../../model/findings/diagnostic.ts";
import { placeOf, placeText } from "../../model/values/origin.ts";
import { counted, emptyRow, nameList, nodeSet, plainText, type Row, segment } from "../text/row.ts";
import type { FoundProblem } from "./problems.ts";

/** Two classes of which only the order of class lists decides: `base < fra`, with a finding for each value. */
export interface OrderPair {
  readonly name: string;
  readonly values: readonly FoundProblem[];
  readonly nodes: readonly string[];
}

/** Findings that are told one by one, and pairs of classes, which are told together where `checks:` does not ask for more. */
export function withoutOrderPairs<Problem extends FoundProblem>(
  findings: readonly Problem[],
): { readonly others: readonly Problem[]; readonly pairs: readonly OrderPair[] } {
  const named = grouped(findings, ({ diagnostic: { order, severity } }) =>
    order === undefined || severity !== "info" ? undefined : `${order.below} < ${order.above}`,
  );
  const pairs = [...named].flatMap(([name, values]) => {
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
    [segment("muted", "info[order-fragile]"), plainText(": "), segment("title", decided), ...nodesOf(nodes)],
    [segment("muted", "  = "), segment("title", "help: "), plainText(hint ?? "")],
    ...values.map((value): Row => {
      const over = findingSpans(value.diagnostic)
        .map((each) => placeText(placeOf(each)))
        .join(" over ");
      const some = value.nodes.length === nodes.length ? [] : nodesOf(value.nodes);
      return [segment("path", `    ${pathOf(value)}`), segment("source", `  ${over}`), ...some];
    }),
    emptyRow,
  ];
}

function pathOf({ diagnostic }: FoundProblem): string {
  return diagnostic.order?.path ?? "";
}

function nodesOf(names: readonly string[]): Row {
  return [plainText(` on ${counted(names.length, "node")} (`), ...nameList(names), plainText(")")];
}

/** The last line of a check that lists none of them. */
export function orderPairsText(count: number): string {
  const values = count === 1 ? "1 value depends" : `${count} values depend`;
  return `${values} on the order of class lists (heir check --only order-fragile)`;
}
