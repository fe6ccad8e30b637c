import { terminalSafeJson } from "../../base/json-text.ts";
import type { Group } from "../../model/inventory/group.ts";

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
  return terminalSafeJson(JSON.stringify({ v: 1, groups: Object.fromEntries(shapes) }));
}
