import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { definitionRoots, rooted } from "../../model/inventory/settings.ts";
import { nodeName } from "../../parse/definitions/names.ts";
import { mappingChanges, type Names } from "./class.ts";
import { type FinderOptions, inScalars, itemsOf, type KindFinder, sectionsAt } from "./edited-file.ts";
import { renamedMentions } from "./name.ts";

/**
 * Renames a node: in groups, criteria of its name, targets, contracts and patterns of `class_mappings` that are its name
 * alone. Its file stays in its folder, its local properties follow it.
 */
export function nodeFinder({ inventory, snapshot, renames }: FinderOptions): KindFinder {
  const { settings } = inventory;
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  const files = new Map(renames.flatMap((rename) => fileMove(inventory, rename)));
  const folders = renames.map(({ from, to }) => {
    return [from, to].map((name) => rooted(settings, `properties.d/${name}`));
  });
  const local = [...snapshot.blobs.keys()].flatMap((path) => {
    const [old, now] = folders.find(([folder = ""]) => path.startsWith(folder)) ?? [];
    return old === undefined || now === undefined ? [] : [[path, now + path.slice(old.length)] as const];
  });
  const patterns = settings.class_mappings_match_path ? pathNames(inventory, files) : names;
  return {
    mayBeIn: (text) => text.mayHold(names.keys()),
    names: [...names.keys()],
    moves: new Map([...files, ...local]),
    find(file) {
      const now = names.get(file.name);
      if (file.role === "node") {
        return now === undefined ? [] : renamedMentions(file, { kind: "class", names: new Map(), settings, now });
      }
      const mappings = file.role === "settings" ? itemsOf(sectionsAt(file, "class_mappings")) : [];
      return [
        ...inScalars(file, mappings, (text) => mappingChanges(text, patterns)),
        ...renamedMentions(file, { kind: "node", names, settings }),
      ];
    },
  };
}

function fileMove(
  inventory: Inventory,
  { from, to }: { readonly from: string; readonly to: string },
): [string, string][] {
  const path = inventory.fileOf("node", from);
  if (path === undefined) return [];
  const root = definitionRoots(inventory.settings).node;
  const [, folder = "", end = ""] = /^(.*\/)?[^/]*(\.ya?ml)$/s.exec(path.slice(root.length)) ?? [];
  const composed = inventory.settings.compose_node_name ? folder.replaceAll("/", ".") : "";
  const moved = folder + (to.startsWith(composed) ? to.slice(composed.length) : to) + end;
  if (nodeName(moved, inventory.settings)?.name === to) return [[path, root + moved]];
  throw new HeirError("usage", `the node ${to} would be in another folder than ${path}`, "a node stays in its folder");
}

/** What class mappings match where they match paths. */
function pathNames(inventory: Inventory, moves: ReadonlyMap<string, string>): Names {
  const { settings } = inventory;
  const root = definitionRoots(settings).node;
  const of = (path: string) => nodeName(path.slice(root.length), settings)?.pathName ?? "";
  return new Map([...moves].map(([old, now]) => [of(old), of(now)]));
}
