import type { NameMention } from "../../model/inventory/mention.ts";
import type { NodePolicies } from "../../model/inventory/policy.ts";
import type { ResolvedNode } from "../../model/inventory/resolved.ts";
import type { Span } from "../../model/values/origin.ts";
import { type MapValue, textValue, type Value } from "../../model/values/value.ts";
import { policyListing, policyVariables } from "../changes/policies.ts";

/** The compared parts of a node as one mapping with the paths of changes; lists of names are lists of text. */
export function nodeTree(node: ResolvedNode, policies: NodePolicies): MapValue {
  const origin: Span = { file: node.definition.file, start: 0, end: 0 };
  const parts: readonly (readonly [string, Value])[] = [
    ["applications", nameList(node.applications, origin)],
    ["classes", nameList(node.classes, origin)],
    ["environment", node.environment],
    ["exports", node.exports],
    ["groups", nameList(node.groups, origin)],
    ["parameters", node.parameters],
    ["policies", policyListing(policies)],
    ["variables", policyVariables(policies)],
  ];
  const entries = parts.map(([key, value]) => ({ key, keyNode: textValue(key, origin), value }));
  return { kind: "map", entries, origin, plain: true };
}

/** A list of names has the origin of its last name: lists grow at their end. */
function nameList(mentions: readonly NameMention[], origin: Span): Value {
  const items = mentions.map((mention) => textValue(mention.name, mention.origin));
  return { kind: "list", items, origin: items.at(-1)?.origin ?? origin, plain: true };
}
