import { CallFailed } from "./call-failed.ts";

/** Waits; tests have their own that takes no time. */
export type Sleep = (milliseconds: number) => Promise<void>;

/** Before the second, third and fourth try, unless the forge says how long. */
const PAUSES = [1000, 2000, 4000];
/** A job does not wait longer for one answer. */
const LONGEST = 5 * 60_000;

/**
 * Does a piece of work, and again while the forge is unavailable: four times in all, after the time that it names, else
 * after one, two and four seconds (rule V22 in docs/concepts/review.md). Throws the last `CallFailed`, and any other error at
 * once.
 */
export async function repeated<T>(work: () => Promise<T>, sleep: Sleep): Promise<T> {
  for (const pause of PAUSES) {
    try {
      return await work();
    } catch (error) {
      await sleep(waitAfter(error, pause));
    }
  }
  return work().catch((error: unknown) => {
    throw isUnavailable(error) ? exhausted(error, `${PAUSES.length + 1} times`) : error;
  });
}

interface Unavailable extends CallFailed {
  readonly fault: Extract<CallFailed["fault"], { kind: "unavailable" }>;
}

function isUnavailable(error: unknown): error is Unavailable {
  return error instanceof CallFailed && error.fault.kind === "unavailable";
}

/** Throws what waiting does not help against. */
function waitAfter(error: unknown, pause: number): number {
  if (!isUnavailable(error)) throw error;
  const { waitMs = pause } = error.fault;
  if (waitMs > LONGEST) throw exhausted(error, `asks to wait ${Math.ceil(waitMs / 1000)} s`);
  return waitMs;
}

function exhausted({ message }: CallFailed, how: string): CallFailed {
  return new CallFailed(`${message} (${how})`, { kind: "exhausted" });
}
