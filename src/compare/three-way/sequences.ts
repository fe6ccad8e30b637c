import { firstThat } from "../../base/path-lines.ts";
import { addTo } from "../../base/text-order.ts";

/**
 * The places at which two sequences have equal keys, sorted by the place in the earlier one. Those at both ends are
 * matched first, so that repeated keys stay where they are; the rest in order.
 */
export function equalPlaces<Key>(old: readonly Key[], now: readonly Key[]): readonly (readonly [number, number])[] {
  const shorter = Math.min(old.length, now.length);
  let head = 0;
  while (head < shorter && old[head] === now[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail += 1;
  const places = new Map<Key | undefined, number[]>();
  for (let index = now.length - tail - 1; index >= head; index -= 1) addTo(places, now[index], index);
  return old.flatMap((key, at): (readonly [number, number])[] => {
    const inTail = at >= old.length - tail;
    const found = inTail ? at + now.length - old.length : places.get(key)?.pop();
    const place = at < head ? at : found;
    return place === undefined ? [] : [[at, place]];
  });
}

/** Positions of a longest strictly increasing run in `numbers`, ascending; of several always the same. In n log n. */
export function longestRun(numbers: readonly number[]): readonly number[] {
  /** `ends[k]`: position of the smallest number with which a run of length k + 1 can end. */
  const ends: number[] = [];
  const previous: (number | undefined)[] = [];
  for (const [position, number] of numbers.entries()) {
    const length = firstThat(ends.length, (at) => (numbers[ends[at] ?? 0] ?? 0) >= number);
    previous.push(ends[length - 1]);
    ends[length] = position;
  }
  const run: number[] = [];
  for (let at = ends.at(-1); at !== undefined; at = previous[at]) run.push(at);
  return run.reverse();
}
