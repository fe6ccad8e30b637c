import type { Inventory } from "../../model/inventory/inventory.ts";
import type { ClassMention } from "../../model/inventory/mention.ts";
import { mappedClasses } from "../../resolve/ancestry/class-mapping.ts";
import { membershipOf } from "../../resolve/groups/membership.ts";

/** How far class names were followed for earlier nodes of an inventory. */
export interface Followed {
  readonly classes: Set<string>;
  /** Whether no name had references. */
  areAllKnown: boolean;
}

/**
 * The files that nodes reach through class names, level by level: read each level before you ask for the next. A name
 * with references is skipped, since only resolving gives its meaning. What was followed before is left out.
 */
export function* filesOf(
  inventory: Inventory,
  names: Iterable<string>,
  followed: Followed,
): Generator<readonly string[], void> {
  const nodes = [...names];
  yield nodes.flatMap((name) => inventory.fileOf("node", name) ?? []);
  let level = nodes.flatMap((name) => firstMentions(inventory, name));
  while (level.length > 0) {
    const fresh = new Set<string>();
    for (const { name, template } of level) {
      if (template !== undefined) followed.areAllKnown = false;
      else if (!followed.classes.has(name)) fresh.add(name);
    }
    for (const name of fresh) followed.classes.add(name);
    yield [...fresh].flatMap((name) => inventory.fileOf("class", name) ?? []);
    level = [...fresh].flatMap((name) => inventory.class(name)?.classes ?? []);
  }
}

/** The classes of a node itself, of the settings for it, and of the groups that hold it. */
function firstMentions(inventory: Inventory, name: string): readonly ClassMention[] {
  const node = inventory.node(name);
  if (node === undefined) return [];
  const { groups } = inventory.groups;
  const held = groups.size === 0 ? [] : [...membershipOf(inventory, node).groups];
  const ofGroups = held.flatMap((id) => groups.get(id)?.classes ?? []);
  return [...node.classes, ...mappedClasses(node, inventory.settings), ...ofGroups];
}
