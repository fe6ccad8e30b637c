import type { Group } from "../../model/inventory/group.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { NameMention } from "../../model/inventory/mention.ts";
import type { RuleTarget } from "../../model/inventory/policy.ts";
import type { Use, User } from "../../model/results/uses.ts";
import { simpleTargets } from "../../resolve/policies/targets.ts";

/** The places where classes, groups, nodes and the settings list a class, except names with references. */
export function usesOfClass(inventory: Inventory, name: string): readonly Use[] {
  const { groups, settings } = inventory;
  const mapped = settings.class_mappings.filter(({ classes }) => classes.includes(name));
  return [
    ...mapped.map(({ pattern, origin }): Use => {
      return { how: "lists", by: { kind: "settings", name: "class_mappings" }, text: pattern, path: [], origin };
    }),
    ...[...groups.groups.values()].flatMap(({ id, classes }) => mentions({ kind: "group", name: id }, classes, name)),
    ...inventory.classNames.flatMap((by) =>
      mentions({ kind: "class", name: by }, inventory.class(by)?.classes ?? [], name),
    ),
    ...inventory.nodeNames.flatMap((by) =>
      mentions({ kind: "node", name: by }, inventory.node(by)?.classes ?? [], name),
    ),
  ];
}

/** The places where groups, nodes, `order.yml` and rules name a group. */
export function usesOfGroup(inventory: Inventory, id: string): readonly Use[] {
  const { groups, order } = inventory.groups;
  return [
    ...[...groups.values()].flatMap((group) => usesInGroup(group, id)),
    ...inventory.nodeNames.flatMap((by) => {
      return mentions({ kind: "node", name: by }, inventory.node(by)?.own?.groups ?? [], id, "names");
    }),
    ...order.flatMap((chain) => mentions({ kind: "order", name: "order.yml" }, chain, id, "orders")),
    ...targetUses(inventory, id, (target) => target.kind === "group" && target.id === id),
  ];
}

/** The places where groups and rules name a node. */
export function usesOfNode(inventory: Inventory, name: string): readonly Use[] {
  const groups = [...inventory.groups.groups.values()];
  return [
    ...groups.flatMap(({ id, members }) => {
      return members.kind === "nodes" ? mentions({ kind: "group", name: id }, members.nodes, name, "names") : [];
    }),
    ...targetUses(inventory, name, (target) => target.kind === "policyServer" && target.node === name),
  ];
}

/** A mention as a use of the name. */
export function mentionUse(by: User, { name, remove, origin }: NameMention, how: Use["how"]): Use {
  return { how: remove ? "removes" : how, by, text: remove ? `~${name}` : name, path: [], origin };
}

function mentions(by: User, all: readonly NameMention[], name: string, how: Use["how"] = "lists"): readonly Use[] {
  return all.filter((mention) => mention.name === name).map((mention) => mentionUse(by, mention, how));
}

function usesInGroup({ id, parents, members }: Group, name: string): readonly Use[] {
  const by: User = { kind: "group", name: id };
  const criteria = members.kind === "match" ? members.match.criteria : [];
  const asked = criteria.filter((criterion) => criterion.kind === "group" && criterion.id === name);
  return [
    ...mentions(by, parents, name, "parent"),
    ...asked.map(({ text, origin }): Use => ({ how: "criterion", by, text, path: [], origin })),
  ];
}

function targetUses(inventory: Inventory, text: string, isMeant: (target: RuleTarget) => boolean): readonly Use[] {
  return [...inventory.policies().rules.values()].flatMap((rule) => {
    const by: User = { kind: "rule", name: rule.id };
    const meant = simpleTargets(rule).filter(isMeant);
    return meant.map(({ origin }): Use => ({ how: "targets", by, text, path: [], origin }));
  });
}
