import { keysOf, type ValueContract } from "../contracts/contract.ts";
import type {
  ExplainedContribution,
  ExplainedReference,
  Explanation,
  ListedContract,
  ValueExplanation,
} from "../results/explanation.ts";
import type { DeclaredValue, ExplainedPair, PolicyExplanation } from "../results/policy-explanation.ts";
import { each, fields, type Masking, placed, valueMasking } from "./masking.ts";
import { textMasking } from "./text-masking.ts";

/** The keys of a contract whose values a node can have. */
const QUOTING: ReadonlySet<string> = new Set(["default", "const", "enum", "example", "schema"]);

/** Masks what a contract says about a secret: a value of it, also where only the contract names it. */
const contractMasking: Masking<ValueContract> = (contract, place) => {
  const path = keysOf(contract.path);
  const entries = contract.says.entries.map((entry) => {
    return QUOTING.has(entry.key) ? { ...entry, value: valueMasking(entry.value, { ...place, path }) } : entry;
  });
  return { ...contract, says: { ...contract.says, entries } };
};

export const listedContractMasking: Masking<ListedContract> = fields<ListedContract>({ contract: contractMasking });

const reference: Masking<ExplainedReference> = (followed, place) => {
  return placed<ExplainedReference>({ source: textMasking, value: valueMasking, contributions })(followed, place);
};

const references = each(reference);

/** Masks the contribution of one layer, and the targets of its references. */
export const contributionMasking: Masking<ExplainedContribution> = placed<ExplainedContribution>({
  value: valueMasking,
  references,
  removed: each(valueMasking),
});

const contributions = each(contributionMasking);

/** Masks an explanation, wherever a layer defines a secret. */
export const explanationMasking: Masking<Explanation> = placed<Explanation>({
  value: valueMasking,
  contributions,
  contracts: each(contractMasking),
  parts: each(placed<ValueExplanation>({ value: valueMasking, contributions })),
});

/** Masks the explanation of policies or of a variable. */
export const policyMasking: Masking<PolicyExplanation> = placed<PolicyExplanation>({
  value: valueMasking,
  pairs: each(fields<ExplainedPair>({ declared: fields<DeclaredValue>({ value: valueMasking, references }) })),
});
