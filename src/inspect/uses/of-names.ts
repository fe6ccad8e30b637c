import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NameMention } from "../../model/inventory/mention.ts";
import type { Use, User } from "../../model/results/uses.ts";
import { simpleTargets } from "../../resolve/policies/targets.ts";
import { type WrittenName, writers } from "./writers.ts";

/**
 * The places where a name is written: in lists of classes, groups, applications and directives, in the settings, in criteria,
 * `order.yml` and rules; except names with references.
 */
export function usesOfName(inventory: Inventory, of: User["kind"] | WrittenName["of"], name: string): readonly Use[] {
  const listed = writers(inventory).flatMap(({ by, names }) => {
    const meant = names.filter((each) => each.of === of && each.mention.name === name);
    return meant.map(({ mention, how }) => mentionUse(by, mention, how));
  });
  switch (of) {
    case "class":
      return [...mapped(inventory, name), ...listed];
    case "group":
      return [...listed, ...criteria(inventory, name)];
    case "node":
      return usesOfNode(inventory, name);
    default:
      return listed;
  }
}

/** A mention as a use of the name. */
export function mentionUse(by: User, { name, remove, origin }: NameMention, how: Use["how"]): Use {
  return { how: remove ? "removes" : how, by, text: remove ? `~${name}` : name, path: [], origin };
}

function mapped({ settings }: Inventory, name: string): readonly Use[] {
  const meant = settings.class_mappings.filter(({ classes }) => classes.includes(name));
  const by: User = { kind: "settings", name: "class_mappings" };
  return meant.map(({ pattern, origin }) => ({ how: "lists", by, text: pattern, path: [], origin }));
}

function criteria({ groups }: Inventory, name: string): readonly Use[] {
  return [...groups.groups.values()].flatMap(({ id, members }) => {
    const all = members.kind === "match" ? members.match.criteria : [];
    const asked = all.filter((criterion) => criterion.kind === "group" && criterion.id === name);
    const by: User = { kind: "group", name: id };
    return asked.map(({ text, origin }): Use => ({ how: "criterion", by, text, path: [], origin }));
  });
}

/** The places where groups and rules name a node. */
function usesOfNode(inventory: Inventory, name: string): readonly Use[] {
  const listed = [...inventory.groups.groups.values()].flatMap(({ id, members }) => {
    const by: User = { kind: "group", name: id };
    const nodes = members.kind === "nodes" ? members.nodes.filter((each) => each.name === name) : [];
    return nodes.map((mention) => mentionUse(by, mention, "names"));
  });
  const targeted = [...inventory.policies().rules.values()].flatMap((rule) => {
    const by: User = { kind: "rule", name: rule.id };
    const meant = simpleTargets(rule).filter((target) => target.kind === "policyServer" && target.node === name);
    return meant.map(({ origin }): Use => ({ how: "targets", by, text: name, path: [], origin }));
  });
  return [...listed, ...targeted];
}
