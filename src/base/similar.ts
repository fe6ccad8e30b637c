import { wordList } from "./word-list.ts";

const LIMIT = 2;
const COUNT = 3;
const MOST_STARTS = 5;

/**
 * The names that a word may mean: those that it begins, at most five; else the closest to a mistyped one, nearest first,
 * at most three: equal but for upper and lower case, or within two edits and a third of the letters. Else the given order
 * is kept.
 */
export function similar(typed: string, names: Iterable<string>): readonly string[] {
  const all = [...new Set(names)].filter((name) => name !== typed);
  const begun = typed === "" ? [] : all.filter((name) => name.startsWith(typed));
  return begun.length > 0 ? begun.slice(0, MOST_STARTS) : closest(typed, all);
}

function closest(typed: string, names: readonly string[]): readonly string[] {
  const lowerCase = typed.toLowerCase();
  const limit = Math.min(LIMIT, Math.floor(typed.length / 3));
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > LIMIT) continue;
    const distance = name.toLowerCase() === lowerCase ? 0 : editDistance(typed, name, limit);
    if (distance <= limit) found.push({ name, distance });
  }
  const sorted = found.sort((left, right) => left.distance - right.distance).map(({ name }) => name);
  return sorted.slice(0, COUNT);
}

/** `did you mean a, b or c?`, or nothing when no name is near. */
export function didYouMean(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `did you mean ${wordList(names, "or")}?`;
}

/** Insertions, removals, replacements and swaps of neighbours between two texts; anything above `limit` is Infinity. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return Number.POSITIVE_INFINITY;
  return distanceFrom({ left, right }, { row: 0, column: 0 }, limit);
}

/** The same for what is behind two places. Equal letters are never worth an edit, so only different ones branch. */
function distanceFrom(texts: Texts, { row, column }: Place, limit: number): number {
  const { left, right } = texts;
  while (row < left.length && left[row] === right[column]) {
    row += 1;
    column += 1;
  }
  const rest = Math.max(left.length - row, right.length - column);
  if (rest <= 1 || limit <= 0) return rest <= limit ? rest : Number.POSITIVE_INFINITY;
  const behind = (rows: number, columns: number) =>
    distanceFrom(texts, { row: row + rows, column: column + columns }, limit - 1) + 1;
  const least = Math.min(behind(1, 1), behind(1, 0), behind(0, 1));
  const isSwapped = left[row] === right[column + 1] && left[row + 1] === right[column];
  return isSwapped ? Math.min(least, behind(2, 2)) : least;
}

interface Texts {
  readonly left: string;
  readonly right: string;
}

interface Place {
  readonly row: number;
  readonly column: number;
}
