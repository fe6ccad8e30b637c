import { definitionRoots, rooted, type Settings } from "../../model/inventory/settings.ts";
import type { RenameKind } from "../../model/results/proof.ts";
import { fileOfName } from "../asked-rename.ts";
import type { Replacement } from "../text/source-text.ts";
import { movedPath, type Names, RELATIVE, relativeTo } from "./class.ts";
import {
  type FinderOptions,
  inScalars,
  itemsOf,
  type KindFinder,
  type OpenedFile,
  removableName,
  sectionsAt,
} from "./edited-file.ts";
import { type DefinedKind, readMarks } from "./marks.ts";

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
  const lists = itemsOf(sectionsAt(file, "applications"));
  return inScalars(file, lists, (text) => removableName(text, (name) => names.get(name)));
}

interface Renaming {
  readonly kind: DefinedKind;
  readonly names: Names;
  readonly settings: Settings;
  /** The name that the class or node of the file has afterwards, if it is another one. */
  readonly now?: string;
}

/** The mentions of names of a kind in a file, but for names that references make. */
export function renamedMentions(file: OpenedFile, { kind, names, settings, now }: Renaming): readonly Replacement[] {
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
