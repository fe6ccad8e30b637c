import { HeirError } from "../../../model/findings/failure.ts";
import type { Inventory } from "../../../model/inventory/inventory.ts";
import { definitionRoots, rooted, type Settings } from "../../../model/inventory/settings.ts";
import { nodeName } from "../../../parse/definitions/names.ts";
import type { KindRename, RenameKind } from "../proof/claim.ts";
import type { Replacement } from "../text/source-text.ts";
import { mappingChanges, movedPath, type Names, RELATIVE, relativeTo } from "./class.ts";
import { type FinderOptions, inScalars, itemsOf, type KindFinder, type OpenedFile, sectionsAt } from "./edited-file.ts";
import { type DefinedKind, readMarks } from "./marks.ts";
import { fileOfName } from "./names.ts";

type NamedKind = Exclude<RenameKind, "node" | "path">;

/** Renames a class, group, technique, directive or rule with its file, or an application, which has none: all mentions change. */
export function nameFinder({ inventory, renames }: FinderOptions, kind: NamedKind): KindFinder {
  const { settings } = inventory;
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  const root = kind === "class" ? definitionRoots(settings).class : rooted(settings, `${kind}s`);
  const moves = renames.flatMap(({ from, to }) => {
    const path = fileOfName(kind, from, inventory);
    return path === undefined ? [] : [[path, movedPath(path, root, to)] as const];
  });
  const lastParts = new Set(renames.map(({ from }) => from.slice(from.lastIndexOf(".") + 1)));
  return {
    mayBeIn: (text) =>
      text.mayHold(names.keys()) || (kind === "class" && text.matches(RELATIVE) && text.mayHold(lastParts)),
    names: [...names.keys()],
    moves: new Map(moves),
    find: (file) =>
      kind === "application" ? applications(file, names) : renamedMentions(file, { kind, names, settings }),
  };
}

function applications(file: OpenedFile, names: Names): readonly Replacement[] {
  if (file.role !== "node" && file.role !== "class") return [];
  return inScalars(file, itemsOf(sectionsAt(file, "applications")), (text) => {
    const start = text.startsWith("~") ? 1 : 0;
    const name = names.get(text.slice(start));
    return name === undefined ? [] : [{ start, end: text.length, text: name }];
  });
}

interface Renaming {
  readonly kind: DefinedKind;
  readonly names: Names;
  readonly settings: Settings;
  /** The name that the class or node of the file has afterwards, if it is another one. */
  readonly now?: string;
}

/** The mentions of names of a kind in a file, but for names that references make. */
function renamedMentions(file: OpenedFile, { kind, names, settings, now }: Renaming): readonly Replacement[] {
  const isLayer = file.role === "node" || file.role === "class";
  const owner = now ?? ((file.role === "class" && names.get(file.name)) || file.name);
  return readMarks(file, settings).flatMap((mark) => {
    if (mark.kind !== "name" || mark.of !== kind || mark.isOpen) return [];
    const { name, written } = mark;
    const other = names.get(name);
    const isRelative = kind === "class" && isLayer;
    const text = isRelative
      ? relativeTo(owner, { written, name: other ?? name, isMoved: owner !== file.name })
      : (other ?? written);
    return text === written ? [] : [mark.renamed(text)];
  });
}

/**
 * Renames a node: in groups, criteria, targets, contracts and patterns of `class_mappings` that are its name alone. Its
 * file stays in its folder, its local properties follow it.
 */
export function nodeFinder({ inventory, snapshot, renames }: FinderOptions): KindFinder {
  const { settings } = inventory;
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  const files = new Map(renames.flatMap((rename) => fileMove(inventory, rename)));
  const folders = renames.map(({ from, to }) => [from, to].map((name) => rooted(settings, `properties.d/${name}`)));
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

function fileMove(inventory: Inventory, { from, to }: KindRename): [string, string][] {
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
