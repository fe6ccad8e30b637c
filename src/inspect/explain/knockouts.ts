import type { ExplainedContribution } from "../../model/results/explanation.ts";
import { mapEntries } from "../../model/values/inside.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { type MapEntry, textValue, type Value } from "../../model/values/value.ts";
import { keyKnockouts } from "../../resolve/merge/key-knockouts.ts";
import { comparedLists } from "../../resolve/merge/list-strategies.ts";
import type { ValueRules } from "../../resolve/merge/value-rules.ts";

/**
 * The contributions to a list or mapping with the items or keys that the knockouts of each take away (rule K27 of docs/concepts/contracts.md).
 * Items made from references inside a list are not compared. Never fails.
 */
export function withKnockouts(
  contributions: readonly ExplainedContribution[],
  path: ParameterPath,
  rules: ValueRules | undefined,
): readonly ExplainedContribution[] {
  const strategy = rulesAt(rules, path)?.strategy;
  const sign = strategy?.knockout;
  if (strategy === undefined || sign === undefined) return contributions;
  let below: readonly Value[] = [];
  const seen = new Set<string>();
  return contributions.map((contribution) => {
    if (!contribution.counts) return contribution;
    const removed: Value[] = [];
    const above = itemsOf(contribution);
    below = comparedLists({ below, above }, strategy, { clash: () => {}, removed: (item) => removed.push(item) });
    const entries = entriesOf(contribution);
    const knockouts = keyKnockouts(entries, sign);
    for (const { keyNode, taken } of knockouts) if (seen.delete(taken)) removed.push(textValue(taken, keyNode.origin));
    for (const { key } of entries) seen.add(key);
    for (const { key } of knockouts) seen.delete(key);
    return removed.length === 0 ? contribution : { ...contribution, removed };
  });
}

function rulesAt(rules: ValueRules | undefined, keys: readonly string[]): ValueRules | undefined {
  let at = rules;
  for (const key of keys) at = at?.next(key);
  return at;
}

/** The items of a list, or of the list that a reference leads to. */
function itemsOf(contribution: ExplainedContribution): readonly Value[] {
  const target = targetOf(contribution);
  return target?.kind === "list" ? target.items : [];
}

/** The same of the keys of a mapping. */
function entriesOf(contribution: ExplainedContribution): readonly MapEntry[] {
  return mapEntries(targetOf(contribution));
}

function targetOf({ value, references }: ExplainedContribution): Value | undefined {
  return value.kind === "template" ? references[0]?.value : value;
}
