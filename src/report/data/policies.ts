import { DataValue } from "../../encoding/json.ts";
import type { PropertyConflict } from "../../model/inventory/conflicts.ts";
import type { Group } from "../../model/inventory/group.ts";
import type {
  NodePolicies,
  Policy,
  Rule,
  RuleDirective,
  RuntimeEntry,
  RuntimeProperties,
} from "../../model/inventory/policy.ts";
import type { PropertiesView, PropertyLayer } from "../../model/results/lineage.ts";
import type { ExplainedPair } from "../../model/results/policy-explanation.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import { placeOf } from "../../model/values/value.ts";
import { type PolicyExplanations, reportedPairs, targetText } from "../inspect/policy-explanation.ts";
import { placedData, referenceData } from "./explanation.ts";

/** `heir groups --json`: the parents and the nodes of each group, by its id. */
export function groupsData(
  groups: readonly { readonly group: Group; readonly nodes: readonly string[]; readonly share?: object | undefined }[],
) {
  const members = groups.map(({ group, nodes, share }) => {
    return [group.id, { parents: group.parents.map(({ name }) => name), nodes, share }] as const;
  });
  return { v: 1, groups: new Map(members) };
}

/** `heir rules --json`: the nodes and the directives of each rule, by its id. */
export function rulesData(rules: readonly { readonly rule: Rule; readonly nodes: readonly string[] }[]) {
  const members = rules.map(({ rule, nodes }) => {
    return [rule.id, { nodes, directives: rule.directives.map(({ name }) => name) }] as const;
  });
  return { v: 1, rules: new Map(members) };
}

/** `heir policies --json` of a node: policies in the order in which they run, and the variables that directives declare. */
export function policiesData({ node, policies, variables }: Masked<NodePolicies>) {
  const values = [...variables].map(([name, value]) => [name, new DataValue(value)] as const);
  return { node, policies: policies.map(policyData), variables: new Map(values) };
}

/** `rule` and `directive` are the pair that places the policy. */
function policyData({ technique, place, directives, overridden }: Policy) {
  return {
    technique: technique.id,
    ...pairData(place),
    directives: directives.map(pairData),
    overridden: overridden.map((pair) => ({ ...pairData(pair), reason: pair.reason })),
  };
}

function pairData({ rule, directive }: RuleDirective) {
  return { rule: rule.id, directive: directive.id };
}

/** `heir explain NODE policies:TECHNIQUE --json` and `variables:NAME`: the origin of policies or variables. */
export function policyExplanationData({ node, explanations, all }: PolicyExplanations) {
  const policies = explanations.map((explanation) => {
    const { path, technique, value } = explanation;
    return {
      path,
      kind: technique?.kind,
      value: value && new DataValue(value),
      directives: reportedPairs(explanation, all).map(explainedPairData),
    };
  });
  return { v: 1, node, policies };
}

function explainedPairData(pair: ExplainedPair) {
  const { directive, technique, position, fate, reason, mention, targets, declared } = pair;
  return {
    policy: position,
    technique: technique?.id,
    ...pairData(pair),
    priority: directive.priority,
    fate,
    reason,
    place: placeOf(mention.origin),
    targets: targets.map((target) => ({ text: targetText(target), place: placeOf(target.origin) })),
    ...(declared !== undefined && {
      says: placedData(declared.value),
      references: declared.references.map((reference) => referenceData(reference)),
    }),
  };
}

/** `heir properties NODE --json`: properties with the layers that define them, and the conflicts between groups. */
export function propertiesData({ kind, name, groups, properties, conflicts, latent }: Masked<PropertiesView>) {
  const resolved = properties.flatMap(({ property, value, layers }) => {
    if (value === undefined) return [];
    return [[property, { value: new DataValue(value), lineage: layers.map(layerData) }] as const];
  });
  return {
    v: 1,
    [kind]: name,
    groups,
    properties: new Map(resolved),
    conflicts: conflicts.map(conflictData),
    latent: latent.map(conflictData),
  };
}

function layerData({ layer, name, value, origin }: PropertyLayer) {
  return { layer, name, value: new DataValue(value), place: placeOf(origin) };
}

function conflictData({ property, groups, paths, sides }: PropertyConflict) {
  return { property, groups, paths, places: sides.map(({ origin }) => placeOf(origin)) };
}

/** The file name for what comes from the resolved properties of the node. */
export const RESOLVED = "(resolved)";

/** `heir properties NODE --runtime --json`: what an agent has with the files of `properties.d`. */
export function runtimeData(runtime: Masked<RuntimeProperties>) {
  const { node, namespaces, merged, files, errors, caseCollisions } = runtime;
  const ofEach = (data: (entry: RuntimeEntry) => unknown) => mapped(namespaces, (each) => mapped(each, data));
  return {
    v: 1,
    node,
    namespaces: ofEach(({ value }) => new DataValue(value)),
    origin: ofEach(({ file = RESOLVED }) => file),
    merged: mapped(merged, (value) => new DataValue(value)),
    files: new Map(files.map(({ path, variable }) => [path, variable])),
    errors: errors.map(({ file, code, name }) => ({ file, kind: code, name })),
    caseCollisions,
  };
}

function mapped<Item>(items: ReadonlyMap<string, Item>, data: (item: Item) => unknown) {
  return new Map([...items].map(([key, item]) => [key, data(item)]));
}
