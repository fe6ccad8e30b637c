import type { Inventory } from "../../model/inventory/inventory.ts";
import type { GroupConflict, NodeOutcome } from "../../model/inventory/resolved.ts";
import { groupedConflicts } from "../orders/conflicts.ts";
import { NodeProfile } from "./profile.ts";

/** The questions of a node, with those of its variables: paths with the same groups are one question. */
export function questionsOf(inventory: Inventory, { name, conflicts }: NodeOutcome): readonly GroupConflict[] {
  const definition = inventory.node(name);
  if (definition === undefined || conflicts.length === 0) return conflicts;
  const profile = new NodeProfile(inventory, definition);
  const open = profile.open.filter(({ path: [section] }) => section === "variables");
  const variables = groupedConflicts(open, "open", inventory);
  const isSame = (one: GroupConflict, other: GroupConflict): boolean =>
    one.kind === other.kind && one.groups.join("\0") === other.groups.join("\0");
  const more = variables.filter((each) => !conflicts.some((conflict) => isSame(conflict, each)));
  const joined = conflicts.map((conflict) => {
    const same = variables.find((each) => isSame(conflict, each));
    return same === undefined ? conflict : { ...conflict, paths: [...conflict.paths, ...same.paths] };
  });
  return [...joined, ...more];
}
