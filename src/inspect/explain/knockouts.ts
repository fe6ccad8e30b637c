import type { ExplainedContribution } from "../../model/results/explanation.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { comparedLists } from "../../resolve/merge/list-strategies.ts";
import type { ValueRules } from "../../resolve/merge/value-rules.ts";

/**
 * The contributions to a list with the items that the knockouts of each take away (rule K27 of docs/concepts/contracts.md).
 * Items made from references inside a list are not compared. Never fails.
 */
export function withKnockouts(
  contributions: readonly ExplainedContribution[],
  [section, ...keys]: ParameterPath,
  rules: ValueRules | undefined,
): readonly ExplainedContribution[] {
  const strategy = section === "parameters" ? rulesAt(rules, keys)?.strategy : undefined;
  if (strategy?.knockout === undefined) return contributions;
  let below: readonly Value[] = [];
  return contributions.map((contribution) => {
    if (!contribution.counts) return contribution;
    const removed: Value[] = [];
    const above = itemsOf(contribution);
    below = comparedLists({ below, above }, strategy, { clash: () => {}, removed: (item) => removed.push(item) });
    return removed.length === 0 ? contribution : { ...contribution, removed };
  });
}

function rulesAt(rules: ValueRules | undefined, keys: readonly string[]): ValueRules | undefined {
  let at = rules;
  for (const key of keys) at = at?.next(key);
  return at;
}

/** The items of a list, or of the list that a reference leads to. */
function itemsOf({ value, references }: ExplainedContribution): readonly Value[] {
  const target = value.kind === "template" ? references[0]?.value : value;
  return target?.kind === "list" ? target.items : [];
}
