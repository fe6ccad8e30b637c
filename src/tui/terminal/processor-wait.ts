import { readFileSync } from "node:fs";

/** For which part of its time this thread has waited for a processor of late, from 0 to 1; undefined if nothing says it. */
export type ProcessorWait = () => number | undefined;

/** On Linux: nanoseconds on a processor, nanoseconds waiting for one, and how often. */
const SCHEDULED = "/proc/thread-self/schedstat";
/** What was before the last look counts so much less with each look. */
const FADING = 0.9;

/** As the kernel says it of the thread that asks, from now on; `read` gives what it says. Never fails. */
export function processorWait(read: () => string = () => readFileSync(SCHEDULED, "latin1")): ProcessorWait {
  let last = timesOf(read);
  let [worked, waited] = [0, 0];
  return () => {
    const now = timesOf(read);
    const [working = Number.NaN, waiting = Number.NaN] = now.map((time, at) => time - (last[at] ?? Number.NaN));
    last = now;
    [worked, waited] = [worked * FADING + working, waited * FADING + waiting];
    const part = waited / (worked + waited);
    return Number.isNaN(part) ? undefined : part;
  };
}

function timesOf(read: () => string): readonly number[] {
  try {
    return read().split(" ").map(Number);
  } catch {
    return [];
  }
}
