import type { Outline } from "../../parse/yaml/outline.ts";
import { outlineEntries, outlineLeaves, outlineParts } from "../../parse/yaml/outline-parts.ts";
import type { Replacement, SourceText } from "../text/source-text.ts";
import { wordsIn } from "../text/words.ts";

/** Where a text holds a name as a word and is not edited. */
interface LeftWord {
  readonly start: number;
  readonly why: "comment" | "text";
}

/**
 * Comments and texts that hold one of the names as a word, outside the changes (rule X7 of docs/concepts/edits.md). Keys are
 * other names, and not among them.
 */
export function namesNotFollowed(
  source: SourceText,
  changes: readonly Replacement[],
  names: readonly string[],
): readonly LeftWord[] {
  const { text, root, isYaml } = source;
  const found = names.flatMap((name) => [...wordsIn(text, name)]).filter((at) => !changes.some(holds(at)));
  if (found.length === 0) return [];
  const { values, keys } = partsOf(root);
  return found
    .toSorted((one, other) => one - other)
    .flatMap((start): LeftWord[] => {
      // In a file that cannot be read nothing is renamed.
      if (!isYaml || values.some(holds(start))) return [{ start, why: "text" }];
      return keys.some(holds(start)) || !isInComment(text, start) ? [] : [{ start, why: "comment" }];
    });
}

interface Part {
  readonly start: number;
  readonly end: number;
}

function holds(at: number): (part: Part) => boolean {
  return ({ start, end }) => start <= at && at < end;
}

/** The texts and keys of a file. */
function partsOf(root: Outline | undefined): { readonly values: readonly Part[]; readonly keys: readonly Part[] } {
  const values = root === undefined ? [] : outlineLeaves(root).filter(({ kind }) => kind === "scalar");
  const keys = (outline: Outline): readonly Part[] => [
    ...outlineEntries(outline).map(({ key }) => key),
    ...outlineParts(outline).flatMap(keys),
  ];
  return { values, keys: root === undefined ? [] : keys(root) };
}

/** Outside values and keys, what is behind a `#` of its line is a comment. */
function isInComment(text: string, at: number): boolean {
  return text.slice(text.lastIndexOf("\n", at) + 1, at).includes("#");
}
