import type { TextStream } from "../start/host.ts";

const QUIET_MS = 300;
const EVERY_MS = 100;
const ERASE_LINE = "\r\u001b[K";

/** One line on a terminal that shows the progress of long work. */
export interface Progress {
  /** `what` is nodes by default; 0 is an unknown total, and of nothing done `what` alone is shown. */
  update(done: number, total: number, what?: string): void;
  /** Erases the line, if it is shown. */
  clear(): void;
}

/**
 * Shows progress on a stream after 300 ms of work, at most ten times a second. Does nothing without a terminal, or unless
 * `wanted`.
 */
export function createProgress(stream: TextStream, wanted: boolean, now: () => number = Date.now): Progress {
  if (!wanted || stream.isTTY !== true) return { update: () => {}, clear: () => {} };
  const begin = now();
  let shown = "";
  let last = begin + QUIET_MS - EVERY_MS;
  return {
    update(done, total, what = "nodes") {
      const time = now();
      if (time - last < EVERY_MS) return;
      last = time;
      const count = total === 0 ? (done === 0 ? "" : `${done} `) : `${done} of ${total} `;
      if (shown === count + what) return;
      shown = count + what;
      stream.write(ERASE_LINE + shown);
    },
    clear() {
      if (shown !== "") stream.write(ERASE_LINE);
      shown = "";
    },
  };
}
