import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Use, User } from "../../model/results/uses.ts";
import { isEmptyMap, mapEntries } from "../../model/values/inside.ts";
import type { Span } from "../../model/values/origin.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { Value } from "../../model/values/value.ts";
import { writtenAt } from "../../written/written-at.ts";
import { defaultUses } from "./defaults.ts";
import { otherPath, touches } from "./reading.ts";
import { type Writer, type WrittenName, writers } from "./writers.ts";

/** What sets a value, a part of it or one that holds it, and what reads it: in any layer of any node, and in criteria. */
export function usesOfValue(inventory: Inventory, path: ParameterPath): readonly Use[] {
  const other = otherPath(path);
  const paths = other === undefined ? [path] : [path, other];
  const written = writers(inventory).flatMap((writer) => [
    ...paths.flatMap((each) => setting(writer, each, inventory)),
    ...writer
      .reads()
      .filter((each) => paths.some((one) => touches(each, one)))
      .map(({ source, path: at, origin }): Use => ({ how: "reads", by: writer.by, text: source, path: at, origin })),
  ]);
  return [...written, ...arranging(inventory, path), ...paths.flatMap((each) => defaultUses(inventory, each))];
}

function setting({ by, sections }: Writer, [first, ...keys]: ParameterPath, { settings }: Inventory): readonly Use[] {
  return sections.flatMap(([section, layer]): readonly Use[] => {
    const written = first === section ? writtenAt(layer, keys, settings) : undefined;
    if (written === undefined || (keys.length === 0 && isEmptyMap(written.value))) return [];
    const { value, path } = written;
    return [{ how: "sets", by, text: "", value, path: [section, ...path], origin: beginning(value) }];
  });
}

/** The place of a value: of a mapping that of its first key, in braces, too. */
function beginning(value: Value): Span {
  return mapEntries(value)[0]?.keyNode.origin ?? value.origin;
}

/** What gives a value that no layer writes: names in lists, directives of rules, and operands of merges. */
function arranging(inventory: Inventory, [section, name = ""]: ParameterPath): readonly Use[] {
  if (section === "applications") return usesOfName(inventory, "application", name);
  if (section === "classes") return usesOfName(inventory, "class", name);
  if (section === "groups") return usesOfName(inventory, "group", name);
  if (section !== "policies" && section !== "variables") return [];
  return [...inventory.policies().directives.values()].flatMap(({ id, technique, merges }) => {
    const by = { kind: "directive", name: id } as const;
    if (section === "variables") {
      const own = merges.filter((merge) => merge.name === name).flatMap(({ first, second }) => [first, second]);
      return own.map(({ text, origin }): Use => ({ how: "sets", by, text, path: [section, name], origin }));
    }
    // Each directive of a separated technique is a policy of its own.
    if (technique === undefined || ![technique.name, `${technique.name}/${id}`].includes(name)) return [];
    return [nameUse(by, { how: "names", mention: technique }), ...usesOfName(inventory, "directive", id)];
  });
}

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
