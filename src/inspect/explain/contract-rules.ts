import type { Contribution } from "../../model/results/contribution.ts";
import type { ExplainedContribution } from "../../model/results/explanation.ts";
import { mapEntries } from "../../model/values/inside.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { textValue, type Value } from "../../model/values/value.ts";
import { valueAt } from "../../model/values/value-at.ts";
import { keyKnockouts } from "../../resolve/merge/key-knockouts.ts";
import { comparedLists } from "../../resolve/merge/list-strategies.ts";
import type { ValueRules } from "../../resolve/merge/value-rules.ts";
import { stepBeside } from "./direct.ts";

/** What the default of a contract gives at a path, and whether the node has it there. */
interface DefaultContribution {
  readonly contribution: Contribution;
  readonly counts: boolean;
  /** What the contract says about the value, for people. */
  readonly description: string | undefined;
}

/**
 * The default at a path, or above it: rule K36 of docs/concepts/contracts.md. `value` is what the node has at the path;
 * undefined if no contract has a default there.
 */
export function defaultAt(
  rules: ValueRules | undefined,
  path: ParameterPath,
  value: Value | undefined,
): DefaultContribution | undefined {
  const along = rulesAlong(rules, path);
  const depth = along.findLastIndex((at) => at?.fallback !== undefined);
  const fallback = along[depth]?.fallback;
  const given = fallback && valueAt(fallback.value, path.slice(depth + 1));
  if (fallback === undefined || given === undefined) return undefined;
  const { of, path: place, description } = fallback.contract;
  const counts = value?.origin.file === of.file;
  const step = stepBeside("default", of.id, place.origin);
  const action = counts ? "set" : "hidden";
  return { contribution: { step, position: 0, action, keepsBelow: false, value: given, path }, counts, description };
}

/** The rules behind each key of a path. */
function rulesAlong(rules: ValueRules | undefined, path: ParameterPath): readonly (ValueRules | undefined)[] {
  let at = rules;
  return path.map((key) => {
    at = at?.next(key);
    return at;
  });
}

/**
 * The contributions to a list or mapping with the items or keys that the knockouts of each take away (rule K27 of docs/concepts/contracts.md).
 * Items made from references inside a list are not compared. Never fails.
 */
export function withKnockouts(
  contributions: readonly ExplainedContribution[],
  path: ParameterPath,
  rules: ValueRules | undefined,
): readonly ExplainedContribution[] {
  const strategy = rulesAlong(rules, path).at(-1)?.strategy;
  const sign = strategy?.knockout;
  if (strategy === undefined || sign === undefined) return contributions;
  let below: readonly Value[] = [];
  const seen = new Set<string>();
  return contributions.map((contribution) => {
    if (!contribution.counts) return contribution;
    const removed: Value[] = [];
    const said = targetOf(contribution);
    const above = said?.kind === "list" ? said.items : [];
    below = comparedLists({ below, above }, strategy, { clash: () => {}, removed: (item) => removed.push(item) });
    const entries = mapEntries(said);
    const knockouts = keyKnockouts(entries, sign);
    for (const { keyNode, taken } of knockouts) if (seen.delete(taken)) removed.push(textValue(taken, keyNode.origin));
    for (const { key } of entries) seen.add(key);
    for (const { key } of knockouts) seen.delete(key);
    return removed.length === 0 ? contribution : { ...contribution, removed };
  });
}

/** What a layer says, or what the reference leads to that it says. */
function targetOf({ value, references }: ExplainedContribution): Value | undefined {
  return value.kind === "template" ? references[0]?.value : value;
}
