import { absoluteName, relativeName } from "../../../parse/definitions/names.ts";
import type { Replacement } from "../text/source-text.ts";

/** From the old names to the new ones. */
export type Names = ReadonlyMap<string, string>;

/** What the name of a class begins with that is relative to another one. */
export const RELATIVE = /(?:^|[\s"'~[,])\.+[^\s.]/;

interface Relative {
  readonly written: string;
  /** The class that is meant. */
  readonly name: string;
  readonly isMoved: boolean;
}

/** A class name as a file writes it: relative if it was so and still can be; in a moved file only what would lead elsewhere changes. */
export function relativeTo(owner: string, { written, name, isMoved }: Relative): string {
  if (absoluteName(written, owner) === name) return written;
  const dots = /^\.*/.exec(written)?.[0].length ?? 0;
  const isTop = dots >= owner.split(".").length;
  return dots === 0 || (isMoved && isTop) ? name : (relativeName(name, owner, dots) ?? name);
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

const SPECIAL = /[*?[\]]/;

/** The classes that an entry of `class_mappings` gives, with their places in its text. */
export function mappedClassNames(text: string): readonly Replacement[] {
  return wordsOf(text).slice(1);
}

/** The pattern of an entry that is a name alone, with another name: one with special characters is no name. */
export function mappingChanges(text: string, names: Names): readonly Replacement[] {
  const [first] = wordsOf(text);
  const name = first && !first.text.startsWith("/") && !SPECIAL.test(first.text) ? names.get(first.text) : undefined;
  return first === undefined || name === undefined ? [] : [{ ...first, text: name }];
}

/** The words of an entry, each with its text; a pattern between slashes is one. */
function wordsOf(text: string): readonly Replacement[] {
  const words = /^\s*\/(?:\\[\s\S]|[^/\\])*\/\S*|"(?:\\[\s\S]|[^"\\])*"|'[^']*'|[^\s'"]+/g;
  return [...text.matchAll(words)].map(({ 0: word, index }) => {
    const quoted = /^["']/.test(word) ? 1 : 0;
    const [start, end] = [index + quoted, index + word.length - quoted];
    return { start, end, text: text.slice(start, end) };
  });
}
