import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Use, User } from "../../model/results/uses.ts";
import { type WrittenName, writers } from "./writers.ts";

/**
 * The places where a name is written: in lists of names, the settings, criteria, `order.yml` and rules; except names with
 * references.
 */
export function usesOfName(inventory: Inventory, of: User["kind"] | WrittenName["of"], name: string): readonly Use[] {
  return writers(inventory).flatMap(({ by, names }) => {
    const meant = names.filter((each) => each.of === of && each.mention.name === name);
    return meant.map((each) => nameUse(by, each));
  });
}

/** A written name as a use of what it names. */
export function nameUse(by: User, { mention: { name, remove, origin }, how, text }: Omit<WrittenName, "of">): Use {
  return { how: remove ? "removes" : how, by, text: text ?? (remove ? `~${name}` : name), path: [], origin };
}
