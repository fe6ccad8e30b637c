import type { Diagnostic, MaskedDiagnostic } from "../findings/diagnostic.ts";
import type { CriterionReason, MembershipReason, Seen } from "../inventory/group.ts";
import type { ResolvedNode } from "../inventory/inventory.ts";
import type { NodePolicies, RuntimeEntry, RuntimeProperties } from "../inventory/policy.ts";
import type { FoldedMergedValue, MergeComparison } from "../results/branch-merge.ts";
import type { FoldedChange } from "../results/change.ts";
import type { Comparison, FailingNode, NodeDifferences } from "../results/comparison.ts";
import type { Evidence } from "../results/evidence.ts";
import type { Bringer, Explanation, ListedContract, Unset } from "../results/explanation.ts";
import type { Impact, ValueImpact } from "../results/impact.ts";
import type { ChainChange, ChainEffect, PropertiesView, PropertyLayer, PropertyLineage } from "../results/lineage.ts";
import type { Blame, BlamedLeaf } from "../results/log.ts";
import type { PolicyExplanation } from "../results/policy-explanation.ts";
import type { Use, Uses } from "../results/uses.ts";
import type { Why } from "../results/why.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import { isMap, type MapValue, type Value } from "../values/value.ts";
import { explanationMasking, listedContractMasking, policyMasking } from "./explanation-masking.ts";
import { findingMasking } from "./finding-masking.ts";
import { type Masked, SECRET_TEXT } from "./masked.ts";
import { each, fields, type Masking, parameter, parameters, placed, together, valueMasking } from "./masking.ts";
import { looksEncrypted, marker, type Secrets, secretsAt } from "./secrets.ts";
import { maskedText, textMasking } from "./text-masking.ts";
import { causeMasking, changeMasking, evidenceMasking, whyMasking } from "./why-masking.ts";

interface Results {
  readonly blame: Blame;
  readonly comparison: Comparison;
  readonly contract: ListedContract;
  readonly effect: ChainEffect;
  readonly evidence: Evidence;
  readonly explanation: Explanation;
  readonly finding: Diagnostic;
  readonly impact: Impact;
  readonly membership: MembershipReason;
  readonly node: ResolvedNode;
  readonly merge: MergeComparison;
  readonly policies: NodePolicies;
  readonly policy: PolicyExplanation;
  readonly properties: PropertiesView;
  readonly runtime: RuntimeProperties;
  readonly unset: Unset;
  readonly uses: Uses;
  readonly why: Why;
}

/** A result that is safe to print: without its secrets, or unchanged if the user asked to see them. Never fails. */
export function mask<Kind extends keyof Results>(
  kind: Kind,
  result: Results[Kind],
  secrets: Secrets | "shown",
): Masked<Results[Kind]> {
  return secrets === "shown" ? shown(result) : shown(maskings[kind](result, { secrets, path: [], written: [] }));
}

/** {@link mask} for several findings. */
export function maskFindings(findings: readonly Diagnostic[], secrets: Secrets | "shown"): readonly MaskedDiagnostic[] {
  return findings.map((finding) => mask("finding", finding, secrets));
}

/** {@link mask} for the value at a path from the node object on. */
export function maskValue(value: Value, path: ParameterPath, secrets: Secrets | "shown"): Masked<Value> {
  return secrets === "shown" ? shown(value) : shown(valueMasking(value, { secrets, path, written: [] }));
}

/** A masked result made of another one alone, such as a part of it. */
export function derived<T, Result>(masked: Masked<T>, derive: (result: T) => Result): Masked<Result> {
  return shown(derive(masked));
}

/** The only place that makes a result of this type. */
function shown<T>(result: T): Masked<T> {
  return result as Masked<T>;
}

const lineage: Masking<PropertyLineage> = (property, place) => {
  const layers = each(fields<PropertyLayer>({ value: valueMasking }));
  return parameter(fields<PropertyLineage>({ layers, value: valueMasking }), property.property)(property, place);
};

const chainChange: Masking<ChainChange> = (change, place) => {
  const [section, ...keys] = change.path;
  // A variable is a secret where a property of its name is one.
  const path = section === "variables" ? ["parameters", ...keys] : change.path;
  return fields<ChainChange>({ value: valueMasking })(change, { ...place, path });
};

const seen: Masking<Seen> = (looked, { secrets }) => {
  const isSecret = looksEncrypted(looked.text) || secretsAt(looked.origin, secrets).length > 0;
  return isSecret ? { ...looked, text: SECRET_TEXT } : looked;
};

/** A criterion may quote each secret that it compares with. */
const criterion: Masking<CriterionReason> = (reason, place) => {
  const quotable = secretsAt(reason.origin, place.secrets).map(({ text }) => text);
  const text = maskedText(reason.text, place.secrets, quotable);
  return { ...fields<CriterionReason>({ seen: each(seen) })(reason, place), text };
};

/** A mapping that is a secret as a whole keeps its keys. */
const mapping: Masking<MapValue> = (map, place) => {
  const masked = valueMasking(map, place);
  if (isMap(masked)) return masked;
  return { ...map, entries: map.entries.map((entry) => ({ ...entry, value: marker(entry.value) })) };
};

const failingMasking = fields<NonNullable<FailingNode["edit"]>>({ cause: causeMasking });

const mergedValue: Masking<FoldedMergedValue> = placed({ values: together("base", "ours", "theirs", "merged") });

const maskings: { readonly [Kind in keyof Results]: Masking<Results[Kind]> } = {
  blame: fields<Blame>({ leaves: each(placed<BlamedLeaf>({ value: valueMasking, cause: causeMasking })) }),
  comparison: fields<Comparison>({
    changes: each(fields<FoldedChange>({ change: changeMasking })),
    nodes: fields<NodeDifferences>({ newlyFailing: each(fields<FailingNode>({ edit: failingMasking })) }),
  }),
  contract: listedContractMasking,
  effect: fields<ChainEffect>({ changes: each(chainChange) }),
  evidence: evidenceMasking,
  explanation: explanationMasking,
  finding: findingMasking,
  impact: fields<Impact>({ values: each(placed<ValueImpact>({ value: valueMasking })) }),
  membership: fields<MembershipReason>({ criteria: each(criterion) }),
  merge: fields<MergeComparison>({ values: each(mergedValue) }),
  node: (node, place) => ({
    ...node,
    parameters: mapping(node.parameters, { ...place, path: ["parameters"] }),
    exports: mapping(node.exports, { ...place, path: ["exports"] }),
    environment: valueMasking(node.environment, { ...place, path: ["environment"] }),
  }),
  policies: fields<NodePolicies>({ variables: parameters(valueMasking) }),
  policy: policyMasking,
  properties: fields<PropertiesView>({ properties: each(lineage) }),
  runtime: fields<RuntimeProperties>({
    namespaces: parameters(parameters(fields<RuntimeEntry>({ value: valueMasking }))),
    merged: parameters(valueMasking),
  }),
  unset: fields<Unset>({ bringers: each(placed<Bringer>({ value: valueMasking })) }),
  uses: fields<Uses>({ uses: each(placed<Use>({ text: textMasking, value: valueMasking })) }),
  why: whyMasking,
};
