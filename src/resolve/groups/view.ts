import type { Definition } from "../../model/inventory/definition.ts";
import type { Group } from "../../model/inventory/group.ts";
import type { Inventory, NodeOutcome } from "../../model/inventory/inventory.ts";
import { mappingOf, startOf } from "../../model/values/value.ts";
import { resolveDefinition } from "../node.ts";
import { groupAncestors } from "./node-groups.ts";

/** A group with its ancestors as a node in no other group gets them, parents ordered by its own list. Never fails. */
export function resolveGroup(inventory: Inventory, group: Group): NodeOutcome {
  return resolveDefinition(inventory, memberOf(group), groupAncestors(inventory, group.id));
}

/** The global parameters as a node would get them that is in no group. */
export function resolveGlobals(inventory: Inventory): NodeOutcome {
  const { file } = inventory.groups.globals.values.origin;
  return resolveDefinition(inventory, memberOf({ id: "globals", file }), groupAncestors(inventory, ""));
}

/** A node that is in a group and says nothing itself. */
export function memberOf({ id, file }: Pick<Group, "id" | "file">): Definition {
  const nothing = mappingOf([], startOf(file));
  return {
    kind: "node",
    name: id,
    file,
    pathName: `./${id}`,
    classes: [],
    applications: [],
    parameters: nothing,
    exports: nothing,
    environment: undefined,
    queries: [],
    unknownSections: [],
    diagnostics: [],
  };
}
