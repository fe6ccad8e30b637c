/**
 * Positions of a longest strictly increasing run in `numbers`, ascending. Among runs of equal length the choice is
 * deterministic. Time grows as n log n.
 */
export function longestRun(numbers: readonly number[]): readonly number[] {
  /** `ends[k]`: position of the smallest number with which a run of length k + 1 can end. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [position, number] of numbers.entries()) {
    const length = lowerBound(ends, numbers, number);
    previous.push(ends[length - 1]);
    ends[length] = position;
  }
  const run: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) run.push(at);
  return run.reverse();
}

/** How many of `ends` index numbers below `number`. */
function lowerBound(ends: readonly number[], numbers: readonly number[], number: number): number {
  let low = 0;
  let high = ends.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[ends[middle] ?? 0] ?? 0) < number) low = middle + 1;
    else high = middle;
  }
  return low;
}
