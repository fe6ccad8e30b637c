import type { NameChange } from "./edited-file.ts";

/** Names by what they are in an entry of `class_mappings`: the classes that it gives, and what its pattern is alone. */
export interface MappedNames {
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
