import { definitionRoots } from "../../model/inventory/settings.ts";
import { type Delimiters, hasSentinel } from "../../model/values/template.ts";
import { absoluteName } from "../../parse/definitions/names.ts";
import type { Replacement } from "../text/source-text.ts";
import { contractMentions } from "./contracts.ts";
import { inScalars, itemsOf, type NameChange, type OpenedFile, removableName, sectionsAt } from "./edited-file.ts";
import type { FinderOptions, KindFinder } from "./kind-rename.ts";

/** What the name of a class begins with that is relative to another one. */
const RELATIVE = /(?:^|[\s"'~[,])\.+[^\s.]/;

/**
 * Renames classes: in lists of classes of nodes, classes and groups, removals included, in `class_mappings` and contracts; their files
 * move. A relative name stays relative if it can; in a moved file it changes only if it would lead elsewhere.
 */
export function classFinder({ inventory, renames }: FinderOptions): KindFinder {
  const names = new Map(renames.map(({ from, to }) => [from, to]));
  const root = definitionRoots(inventory.settings).class;
  const moves = renames.flatMap(({ from, to }) => {
    const path = inventory.fileOf("class", from);
    return path === undefined ? [] : [[path, movedPath(path, root, to)] as const];
  });
  const lastParts = new Set(renames.map(({ from }) => from.slice(from.lastIndexOf(".") + 1)));
  return {
    mayBeIn: (text) => text.mayHold(names.keys()) || (text.matches(RELATIVE) && text.mayHold(lastParts)),
    names: [...names.keys()],
    moves: new Map(moves),
    find: (file) => classMentions(file, names, inventory.settings),
  };
}

/** From the old names to the new ones. */
export type Names = ReadonlyMap<string, string>;

function classMentions(file: OpenedFile, names: Names, delimiters: Delimiters): readonly Replacement[] {
  const absolute = (text: string) => removableName(text, (name) => names.get(name));
  switch (file.role) {
    case "node":
    case "class": {
      const now = file.role === "class" ? (names.get(file.name) ?? file.name) : file.name;
      return relativeMentions(file, { names, now, delimiters });
    }
    case "groups":
      return inScalars(file, itemsOf(sectionsAt(file, "classes")), absolute);
    case "settings":
      return inScalars(file, itemsOf(sectionsAt(file, "class_mappings")), (text) =>
        mappingChanges(text, { classes: names }),
      );
    case "contracts":
      return contractMentions(file, "class", names);
    default:
      return [];
  }
}

interface Owner {
  readonly names: Names;
  readonly now: string;
  readonly delimiters: Delimiters;
}

/** The classes that a node or class lists, without names that references make; `now` is the name that it has after the edit. */
export function relativeMentions(file: OpenedFile, { names, now, delimiters }: Owner): readonly Replacement[] {
  const renamed = (written: string) => {
    const name = absoluteName(written, file.name);
    const text = relativeTo(now, { written, name: names.get(name) ?? name, isMoved: now !== file.name });
    return text === written ? undefined : text;
  };
  const lists = itemsOf(sectionsAt(file, "classes"));
  return inScalars(file, lists, (text) => (hasSentinel(text, delimiters) ? [] : removableName(text, renamed)));
}

interface Relative {
  readonly written: string;
  /** The class that is meant. */
  readonly name: string;
  readonly isMoved: boolean;
}

function relativeTo(owner: string, { written, name, isMoved }: Relative): string {
  if (absoluteName(written, owner) === name) return written;
  const dots = /^\.*/.exec(written)?.[0].length ?? 0;
  if (dots === 0) return name;
  const parent = owner.split(".").slice(0, -dots).join(".");
  if (parent === "") return isMoved ? name : ".".repeat(dots) + name;
  return name.startsWith(`${parent}.`) ? ".".repeat(dots) + name.slice(parent.length + 1) : name;
}

/**
 * The path of the file of a class, group or policy with another name: extension and `init` stay, so do folders and dots where
 * the leading parts of the name do. `root` is the folder, with a slash at the end.
 */
export function movedPath(path: string, root: string, name: string): string {
  const [, stem = "", end = ""] = /^(.*?)((?:\/init)?\.ya?ml)$/s.exec(path.slice(root.length)) ?? [];
  const old = stem.split(/[/.]/);
  const signs = [...stem.matchAll(/[/.]/g)].map(([sign]) => sign);
  const parts = name.split(".");
  const different = parts.findIndex((part, index) => part !== old[index]);
  const kept = different === -1 ? parts.length : different;
  const joined = parts.map((part, index) => (index === 0 ? part : signAt(index, kept, signs) + part));
  return root + joined.join("") + end;
}

/** The sign before a part: as in the old name where all before it is as it was. */
function signAt(index: number, kept: number, signs: readonly string[]): string {
  return (index <= kept ? signs[index - 1] : undefined) ?? "/";
}

/** Names by what they are in an entry of `class_mappings`: the classes that it gives, and what its pattern is alone. */
interface MappedNames {
  readonly classes?: ReadonlyMap<string, string>;
  readonly patterns?: ReadonlyMap<string, string>;
}

const SPECIAL = /[*?[\]]/;

/** The classes that an entry of `class_mappings` gives, with their places in its text. */
export function mappedClassNames(text: string): readonly NameChange[] {
  return wordsOf(text).slice(1);
}

/** The names in an entry of `class_mappings`: words without quotes. A pattern with special characters is no name. */
export function mappingChanges(text: string, { classes, patterns }: MappedNames): readonly NameChange[] {
  const [first, ...rest] = wordsOf(text);
  const renamed = (word: NameChange, names: ReadonlyMap<string, string> | undefined) => {
    const name = names?.get(word.name);
    return name === undefined ? [] : [{ ...word, name }];
  };
  const isPattern = first !== undefined && !first.name.startsWith("/") && !SPECIAL.test(first.name);
  return [...(isPattern ? renamed(first, patterns) : []), ...rest.flatMap((word) => renamed(word, classes))];
}

/** The words of an entry, each with its text; a pattern between slashes is one. */
function wordsOf(text: string): readonly NameChange[] {
  const words = /^\s*\/(?:\\[\s\S]|[^/\\])*\/\S*|"(?:\\[\s\S]|[^"\\])*"|'[^']*'|[^\s'"]+/g;
  return [...text.matchAll(words)].map(({ 0: word, index }) => {
    const quoted = /^["']/.test(word) ? 1 : 0;
    const [start, end] = [index + quoted, index + word.length - quoted];
    return { start, end, name: text.slice(start, end) };
  });
}
