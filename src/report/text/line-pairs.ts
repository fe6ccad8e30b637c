import { diffArrays } from "diff";

/** A line of the old text beside the one of the new text that stands in its place; a line alone came or went. */
export interface LinePair {
  readonly old: string | undefined;
  readonly now: string | undefined;
}

/** Texts further apart than this are set beside each other as they are: looking for what they share would take long. */
const FARTHEST = 1000;

/** Two texts, line by line, beside each other: equal lines meet, and of a stretch that differs the first lines do. */
export function linePairs(old: readonly string[], now: readonly string[]): readonly LinePair[] {
  const parts = diffArrays([...old], [...now], { maxEditLength: FARTHEST });
  if (parts === undefined) return besides(old, now);
  const pairs: LinePair[] = [];
  let gone: readonly string[] = [];
  for (const { value, added, removed } of parts) {
    if (removed) gone = value;
    else {
      pairs.push(...(added ? besides(gone, value) : [...besides(gone, []), ...value.map(same)]));
      gone = [];
    }
  }
  return [...pairs, ...besides(gone, [])];
}

function same(line: string): LinePair {
  return { old: line, now: line };
}

function besides(old: readonly string[], now: readonly string[]): readonly LinePair[] {
  return Array.from({ length: Math.max(old.length, now.length) }, (_, index) => ({
    old: old[index],
    now: now[index],
  }));
}
