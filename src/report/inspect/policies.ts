import { type NodePolicies, type Policy, pairText, type RuleDirective } from "../../model/inventory/policy.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { type MapEntry, type MapValue, textValue, type Value } from "../../model/values/value.ts";
import { emptyRow, indentRow, plainText, type Row, segment, tableRows } from "../text/row.ts";
import { yamlRows } from "../values/form.ts";

/**
 * The policies of a node in the order in which they run: the directives in the order of values, and below them those
 * that lost and why; then the variables that they declare, each with the place of its value.
 */
export function* policiesRows({ policies, variables }: Masked<NodePolicies>): Iterable<Row> {
  if (policies.length === 0) {
    yield [segment("muted", "no policies")];
    return;
  }
  const [head, ...lines] = tableRows(["#", "policy", "kind", "directives"], policies.map(policyCells));
  if (head !== undefined) yield head;
  for (const [index, policy] of policies.entries()) {
    yield lines[index] ?? emptyRow;
    yield* policy.overridden.map((lost) => lostRow(lost));
  }
  const value = variablesValue(variables);
  if (value === undefined) return;
  yield emptyRow;
  yield [segment("title", "VARIABLES")];
  yield* yamlRows({ path: [], value, sources: true });
}

function policyCells({ technique, directives }: Policy, index: number): readonly (string | number)[] {
  return [index + 1, technique.id, technique.kind, directives.map(rankedText).join(", ")];
}

function lostRow(lost: Policy["overridden"][number]): Row {
  const what: Row = [segment("removed", "lost: "), plainText(rankedText(lost)), segment("muted", `  ${lost.reason}`)];
  return indentRow(what, LOST_INDENT);
}

const LOST_INDENT = 6;

function rankedText(pair: RuleDirective): string {
  return `${pairText(pair)} (priority ${pair.directive.priority})`;
}

function variablesValue(variables: ReadonlyMap<string, Value>): MapValue | undefined {
  const entries = [...variables].map(([name, value]): MapEntry => {
    return { key: name, keyNode: textValue(name, value.origin), value };
  });
  const [first] = entries;
  return first && { kind: "map", entries, origin: first.value.origin, plain: true };
}
