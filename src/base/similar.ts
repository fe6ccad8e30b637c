import { wordList } from "./word-list.ts";

const LIMIT = 2;
const COUNT = 3;

/**
 * The names closest to a mistyped one, nearest first, at most three: within two edits, or equal but for upper and
 * lower case. Names of one or two letters must be closer than their own length. Equal distance keeps the given order.
 */
export function similar(typed: string, names: Iterable<string>): readonly string[] {
  const lowerCase = typed.toLowerCase();
  const limit = Math.min(LIMIT, typed.length - 1);
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const name of names) {
    if (Math.abs(name.length - typed.length) > LIMIT || name === typed) continue;
    const distance = name.toLowerCase() === lowerCase ? 0 : editDistance(typed, name, limit);
    if (distance <= limit) found.push({ name, distance });
  }
  const sorted = found.sort((left, right) => left.distance - right.distance).map(({ name }) => name);
  return [...new Set(sorted)].slice(0, COUNT);
}

/** `did you mean a, b or c?`, or nothing when no name is near. */
export function didYouMean(names: readonly string[]): string | undefined {
  return names.length === 0 ? undefined : `did you mean ${wordList(names, "or")}?`;
}

/** Insertions, removals, replacements and swaps of neighbours between two texts; anything above `limit` is Infinity. */
function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return Number.POSITIVE_INFINITY;
  let older: readonly number[] = [];
  let old: readonly number[] = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let row = 1; row <= left.length; row += 1) {
    // Cells further from the diagonal than the limit exceed it.
    const next = new Array<number>(right.length + 1).fill(Number.POSITIVE_INFINITY);
    next[0] = row;
    for (let column = Math.max(1, row - limit); column <= Math.min(right.length, row + limit); column += 1) {
      const same = left[row - 1] === right[column - 1];
      const replaced = (old[column - 1] ?? 0) + (same ? 0 : 1);
      const swapped = left[row - 1] === right[column - 2] && left[row - 2] === right[column - 1];
      const viaSwap = swapped ? (older[column - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY;
      next[column] = Math.min(replaced, viaSwap, (old[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1);
    }
    if (Math.min(...next) > limit) return Number.POSITIVE_INFINITY;
    older = old;
    old = next;
  }
  const distance = old[right.length] ?? 0;
  return distance <= limit ? distance : Number.POSITIVE_INFINITY;
}
