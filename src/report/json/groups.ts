import type { Group } from "../../model/inventory/group.ts";
import { steeringEscaped } from "../../model/values/json-text.ts";

/** A group with the names of its nodes. */
export interface GroupNodes {
  readonly group: Group;
  readonly nodes: readonly string[];
}

/** `heir groups --json` (version 1, docs/reference/json.md): the parents and the nodes of each group. */
export function groupsJson(groups: readonly GroupNodes[]): string {
  const shapes = groups.map(({ group, nodes }) => {
    return [group.id, { parents: group.parents.map(({ name }) => name), nodes }] as const;
  });
  return steeringEscaped(JSON.stringify({ v: 1, groups: Object.fromEntries(shapes) }));
}
