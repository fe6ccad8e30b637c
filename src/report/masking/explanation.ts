import type {
  ExplainedContribution,
  ExplainedReference,
  Explanation,
  ValueExplanation,
} from "../../model/results/explanation.ts";
import type { Impact } from "../../model/results/impact.ts";
import type { Blame } from "../../model/results/log.ts";
import type { Unset } from "../../model/results/not-set.ts";
import type { PolicyExplanation } from "../../model/results/policy-explanation.ts";
import type { Uses } from "../../model/results/uses.ts";
import { masked, type Secrets } from "../../model/secrets/secrets.ts";

/** An explanation as it may be shown: secrets are masked wherever a layer says one, and in what is referred to. */
export function maskExplanation(explanation: Explanation, secrets: Secrets): Explanation {
  const parts = explanation.parts.map((part) => shownValue(part, secrets));
  return { ...explanation, ...shownValue(explanation, secrets), parts };
}

/** What would bring a value, as it may be shown. */
export function maskUnset(unset: Unset, secrets: Secrets): Unset {
  const bringers = unset.bringers.map((each) => ({ ...each, value: masked(each.value, each.path, secrets) }));
  return { ...unset, bringers };
}

/** Since when values are what they are, as it may be shown. */
export function maskBlame(blame: Blame, secrets: Secrets): Blame {
  const leaves = blame.leaves.map((leaf) => ({ ...leaf, value: masked(leaf.value, leaf.path, secrets) }));
  return { ...blame, leaves };
}

/** What uses something, as it may be shown. */
export function maskUses(all: Uses, secrets: Secrets): Uses {
  const uses = all.uses.map((use) => {
    return use.value === undefined ? use : { ...use, value: masked(use.value, use.path, secrets) };
  });
  return { ...all, uses };
}

/** What an edit would touch, as it may be shown. */
export function maskImpact(impact: Impact, secrets: Secrets): Impact {
  const values = impact.values.map((each) => ({ ...each, value: masked(each.value, each.path, secrets) }));
  return { ...impact, values };
}

/** Policies or a variable as they may be shown. */
export function shownPolicy(explanation: PolicyExplanation, secrets: Secrets): PolicyExplanation {
  const { path, value, pairs } = explanation;
  return {
    ...explanation,
    value: value && masked(value, path, secrets),
    pairs: pairs.map((pair) => {
      if (pair.said === undefined) return pair;
      const references = pair.said.references.map((each) => shownReference(each, secrets));
      return { ...pair, said: { value: masked(pair.said.value, path, secrets), references } };
    }),
  };
}

function shownValue({ path, value, contributions }: ValueExplanation, secrets: Secrets): ValueExplanation {
  return {
    path,
    value: value && masked(value, path, secrets),
    contributions: contributions.map((said) => shownContribution(said, secrets)),
  };
}

/** What one layer says, as it may be shown. */
export function shownContribution(said: ExplainedContribution, secrets: Secrets): ExplainedContribution {
  const references = said.references.map((each) => shownReference(each, secrets));
  return { ...said, value: masked(said.value, said.path, secrets), references };
}

function shownReference(reference: ExplainedReference, secrets: Secrets): ExplainedReference {
  const { source, below } = reference;
  return { source, below, ...shownValue(reference, secrets) };
}
