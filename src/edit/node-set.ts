import { command } from "../base/command.ts";
import { fnmatch } from "../base/glob.ts";
import { EmptyScope } from "../model/findings/empty-scope.ts";
import type { Inventory } from "../model/inventory/inventory.ts";
import { nodeWithoutValues, resolveNode } from "../resolve/node.ts";
import { noSuchName } from "../workspace/scope/names.ts";

/**
 * The nodes that a text means: names, globs, `class:X`, `group:X` and `all`, joined with commas (rule X4 of
 * docs/concepts/edits.md). In the order of the inventory. Throws EmptyScope for a part that means no node.
 */
export function nodesMeant(text: string, inventory: Inventory): readonly string[] {
  const meant = new Set(text.split(",").flatMap((part) => nodesOf(part.trim(), inventory)));
  return inventory.nodeNames.filter((name) => meant.has(name));
}

function nodesOf(part: string, inventory: Inventory): readonly string[] {
  const { nodeNames } = inventory;
  if (part === "all") return nodeNames;
  const [, kind, of = ""] = /^(class|group):(.+)$/s.exec(part) ?? [];
  if (kind === "class") return holding("class", of, inventory);
  if (kind === "group") return holding("group", of, inventory);
  const fits = fnmatch(part);
  const found = nodeNames.filter((name) => name === part || fits(name));
  if (found.length === 0) throw noSuchName(["node"], part, nodeNames);
  return found;
}

function holding(kind: "class" | "group", wanted: string, inventory: Inventory): readonly string[] {
  const all = kind === "class" ? inventory.classNames : [...inventory.groups.groups.keys()];
  if (!all.includes(wanted)) throw noSuchName([kind], wanted, all);
  const found = inventory.nodeNames.filter((name) => {
    const { steps, groups } = nodeWithoutValues(inventory, name);
    const names = kind === "class" ? steps.filter(({ layer }) => layer === "class") : groups;
    return names.some((each) => each.name === wanted) && resolveNode(inventory, name).node !== undefined;
  });
  if (found.length === 0)
    throw new EmptyScope(
      `${kind}:${wanted}`,
      `no node has the ${kind} ${wanted}`,
      `${command(["heir", kind === "class" ? "classes" : "groups"])} says which nodes have it`,
    );
  return found;
}
