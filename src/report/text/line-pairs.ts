import { diffArrays } from "diff";

/**
 * A line of the old text and the line of the new text that replaces it; one of them is absent if a line was added or
 * removed.
 */
export interface LinePair {
  readonly old: string | undefined;
  readonly now: string | undefined;
}

/** Texts that differ by more edits than this are paired line by line from the top: a diff would take too long. */
const FARTHEST = 1000;

/**
 * Pairs the lines of two texts: equal lines with each other, and inside a stretch that differs from its first line on.
 */
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
  return Array.from({ length: Math.max(old.length, now.length) }, (_, index) => ({ old: old[index], now: now[index] }));
}
