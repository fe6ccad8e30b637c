import { equalPlaces, longestRun } from "./sequences.ts";

/** A stretch of three sequences, and what it is merged to. */
export interface MergedStretch<Item> {
  readonly base: readonly Item[];
  readonly ours: readonly Item[];
  readonly theirs: readonly Item[];
  /**
   * One way where one side changed it, or both alike; two where both did something side by side, the usual order (by
   * place, ours first) first; none where both changed the same.
   */
  readonly ways: readonly (readonly Item[])[];
}

/** A change of one side: what it made of a stretch of the base. */
interface Edit<Item> {
  readonly side: "ours" | "theirs";
  readonly from: number;
  readonly to: number;
  readonly made: readonly Item[];
  /** Equal for equal changes. */
  readonly text: string;
}

type Key = string | number | undefined;

/** The three-way merge of sequences whose items are equal where their keys are (docs/merges.md). Never fails. */
export function mergeSequences<Item>(
  base: readonly Item[],
  ours: readonly Item[],
  theirs: readonly Item[],
  key: (item: Item) => Key,
): readonly MergedStretch<Item>[] {
  const done: MergedStretch<Item>[] = [];
  let at = { base: 0, ours: 0, theirs: 0 };
  const take = (
    end: typeof at,
    waysOf: (here: readonly Item[], there: readonly Item[]) => MergedStretch<Item>["ways"],
  ) => {
    const whole = base.slice(at.base, end.base);
    const [here, there] = [ours.slice(at.ours, end.ours), theirs.slice(at.theirs, end.theirs)];
    if (whole.length + here.length + there.length > 0) {
      done.push({ base: whole, ours: here, theirs: there, ways: waysOf(here, there) });
    }
    at = end;
  };
  const plain = (to: number) => {
    while (at.base < to) take({ base: at.base + 1, ours: at.ours + 1, theirs: at.theirs + 1 }, (here) => [here]);
  };
  for (const group of groupsOf([...edits("ours", base, ours, key), ...edits("theirs", base, theirs, key)])) {
    plain(Math.min(...group.map((edit) => edit.from)));
    const end = Math.max(...group.map((edit) => edit.to));
    const ended = (side: Edit<Item>["side"]) => {
      const own = group.filter((edit) => edit.side === side);
      return own.reduce((sum, { made, from, to }) => sum + made.length - (to - from), at[side] + end - at.base);
    };
    take({ base: end, ours: ended("ours"), theirs: ended("theirs") }, (here, there) => {
      const isSame = group.length === 2 && group[0]?.text === group[1]?.text;
      if (isSame || group.every(({ side }) => side === "ours")) return [here];
      if (group.every(({ side }) => side === "theirs")) return [there];
      const [first, second, ...more] = group;
      if (first === undefined || second === undefined || more.length > 0 || overlaps(first, second)) return [];
      // Edits are sorted by place, and at one place ours come first.
      return [
        [...first.made, ...second.made],
        [...second.made, ...first.made],
      ];
    });
  }
  plain(base.length);
  return done;
}

/** Changes by their place, those together that meet changes of the other side. */
function groupsOf<Item>(all: readonly Edit<Item>[]): readonly (readonly Edit<Item>[])[] {
  const groups: Edit<Item>[][] = [];
  for (const edit of all.toSorted((one, other) => one.from - other.from || one.to - other.to)) {
    const meets = (other: Edit<Item>) => other.side !== edit.side && (other.text === edit.text || isMet(other, edit));
    if (groups.at(-1)?.some(meets)) groups.at(-1)?.push(edit);
    else groups.push([edit]);
  }
  return groups;
}

/** Whether two changes of both sides overlap, or both put something at one place. */
function isMet<Item>(one: Edit<Item>, other: Edit<Item>): boolean {
  const isPut = one.made.length > 0 && other.made.length > 0;
  const isTouching = Math.max(one.from, other.from) === Math.min(one.to, other.to);
  return overlaps(one, other) || (isPut && (isTouching || one.from === other.from));
}

function overlaps<Item>(one: Edit<Item>, other: Edit<Item>): boolean {
  return one.from < other.to && other.from < one.to;
}

/** The changes of one side: what is in both in the same order, as much as there is, is unchanged. */
function edits<Item>(
  side: Edit<Item>["side"],
  before: readonly Item[],
  after: readonly Item[],
  key: (item: Item) => Key,
): readonly Edit<Item>[] {
  const [base, now] = [before.map(key), after.map(key)];
  const end = [base.length, now.length] as const;
  const pairs = equalPlaces(base, now);
  const kept = longestRun(pairs.map(([, at]) => at)).map((at) => pairs[at] ?? end);
  const found: Edit<Item>[] = [];
  let [i, j] = [0, 0];
  for (const [nextI, nextJ] of [...kept, end]) {
    if (nextI > i || nextJ > j) {
      const text = JSON.stringify([i, nextI, now.slice(j, nextJ)]);
      found.push({ side, from: i, to: nextI, made: after.slice(j, nextJ), text });
    }
    [i, j] = [nextI + 1, nextJ + 1];
  }
  return found;
}
