import { wordList } from "./name-set.ts";
import { skeleton, twinDifference } from "./name-twins.ts";
import { grouped } from "./text-order.ts";

const LIMIT = 2;
const COUNT = 3;
const MOST_STARTS = 5;

/**
 * The names that a word may mean: its twins; else those that it begins, at most five; else the closest to a mistyped one,
 * nearest first, at most three: within two edits and a third of the letters. Else the given order is kept.
 */
export function similar(typed: string, names: Iterable<string>): readonly string[] {
  const all = [...new Set(names)].filter((name) => name !== typed);
  const alike = skeleton(typed);
  const twins = all.filter((name) => skeleton(name) === alike);
  if (twins.length > 0) return twins;
  const begun = typed === "" ? [] : all.filter((name) => name.startsWith(typed));
  return begun.length > 0 ? begun.slice(0, MOST_STARTS) : closest(typed, all);
}

function closest(typed: string, names: readonly string[]): readonly string[] {
  const limit = Math.min(LIMIT, Math.floor(typed.length / 3));
  const found: { readonly name: string; readonly distance: number }[] = [];
  for (const name of names) {
    const distance = editDistance(typed, name, limit);
    if (distance <= limit) found.push({ name, distance });
  }
  const sorted = found.sort((left, right) => left.distance - right.distance).map(({ name }) => name);
  return sorted.slice(0, COUNT);
}

/** The limits of one command: letters compared for all names that it looks for, and names that get a suggestion. */
const MOST_STEPS = 2_000_000;
const MOST_ASKED = 100;

/** The names of one kind, to which mistyped ones are held: the work for all of them together is bounded. */
export class NearNames {
  private readonly all: readonly string[];
  private readonly bags: readonly Uint8Array[];
  private readonly known = new Map<string, string | undefined>();
  private alike: ReadonlyMap<string, readonly string[]> | undefined;
  private steps = MOST_STEPS;

  constructor(names: Iterable<string>) {
    this.all = [...new Set(names)];
    this.bags = this.all.map(bagOf);
  }

  twins(typed: string): readonly string[] {
    this.alike ??= grouped(this.all, skeleton);
    return this.alike.get(skeleton(typed)) ?? [];
  }

  /** The nearest name, as {@link similar} finds it; undefined if there is none, or where the work is used up. */
  nearest(typed: string): string | undefined {
    if (!this.known.has(typed) && this.known.size < MOST_ASKED && this.steps > 0)
      this.known.set(typed, this.find(typed));
    return this.known.get(typed);
  }

  private find(typed: string): string | undefined {
    const bag = bagOf(typed);
    // A name that begins with what was typed is as near as one with a few other letters.
    const possible = this.all.filter((name, at) => name.startsWith(typed) || isNearBag(bag, this.bags[at] ?? bag));
    // Two texts are walked a few times, from where they first differ.
    this.steps -= this.all.length + 4 * possible.length * typed.length;
    return this.steps > 0 ? similar(typed, possible)[0] : undefined;
  }
}

const BAG = 32;

/** How often letters occur, some of them counted together; case does not matter. */
function bagOf(text: string): Uint8Array {
  const bag = new Uint8Array(BAG);
  const lowerCase = text.toLowerCase();
  for (let at = 0; at < lowerCase.length; at += 1) {
    const letter = lowerCase.charCodeAt(at) % BAG;
    bag[letter] = (bag[letter] ?? 0) + 1;
  }
  return bag;
}

/** Whether texts with these letters can be within two edits: each takes one letter away and adds one, at most. */
function isNearBag(one: Uint8Array, other: Uint8Array): boolean {
  let difference = 0;
  for (let at = 0; at < BAG; at += 1) difference += Math.abs((one[at] ?? 0) - (other[at] ?? 0));
  return difference <= 2 * LIMIT;
}

/** `did you mean a?` with the nearest name alone, or nothing when no name is near. */
export function nearestHint(
  typed: string,
  names: Iterable<string>,
  print: (name: string) => string = (name) => name,
): string | undefined {
  const [near] = similar(typed, names);
  return near === undefined ? undefined : `did you mean ${print(near)}?`;
}

/** A name in quotes, as hints about keys have it. */
export const inQuotes = (name: string): string => `"${name}"`;

/** `did you mean a, b or c?`, or nothing. A twin that differs in more than case is written out, with the difference. */
export function didYouMean(
  names: readonly string[],
  typed = "",
  print: (name: string) => string = (name) => name,
): string | undefined {
  const [twin] = names;
  if (twin === undefined) return undefined;
  const { difference, kind, shown } = twinDifference(twin, typed);
  const isAlike = typed !== "" && kind !== "case" && skeleton(twin) === skeleton(typed);
  return isAlike
    ? `did you mean ${print(shown(twin))}, which differs in ${difference}?`
    : `did you mean ${wordList(names.map(print), "or")}?`;
}

/** Insertions, removals, replacements and swaps of neighbours between two texts; anything above `most` is Infinity. */
function editDistance(left: string, right: string, most: number): number {
  if (Math.abs(left.length - right.length) > most) return Number.POSITIVE_INFINITY;
  /** The same for what is behind two places. Equal letters are never worth an edit, so only different ones branch. */
  const from = (leftAt: number, rightAt: number, limit: number): number => {
    let [row, column] = [leftAt, rightAt];
    while (row < left.length && left[row] === right[column]) {
      row += 1;
      column += 1;
    }
    const rest = Math.max(left.length - row, right.length - column);
    if (rest <= 1 || limit <= 0) return rest <= limit ? rest : Number.POSITIVE_INFINITY;
    const behind = (rows: number, columns: number) => from(row + rows, column + columns, limit - 1) + 1;
    const least = Math.min(behind(1, 1), behind(1, 0), behind(0, 1));
    const isSwapped = left[row] === right[column + 1] && left[row + 1] === right[column];
    return isSwapped ? Math.min(least, behind(2, 2)) : least;
  };
  return from(0, 0, most);
}
