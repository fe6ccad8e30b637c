import type { TextStream } from "../start/host.ts";

const QUIET_MS = 300;
const EVERY_MS = 100;
const ERASE_LINE = "\r\u001b[K";

/** One line on a terminal that says how far long work is. */
export interface Progress {
  /** `what` is nodes where nothing is said; a total that is not known is 0. */
  update(done: number, total: number, what?: string): void;
  /** Takes the line away again, if there is one. */
  clear(): void;
}

/**
 * Shows progress on a stream once work has lasted 300 ms, ten times a second at most. Without a terminal, or when not
 * `wanted`, it does nothing.
 */
export function createProgress(stream: TextStream, wanted: boolean, now: () => number = Date.now): Progress {
  if (!wanted || stream.isTTY !== true) return { update: () => {}, clear: () => {} };
  const begin = now();
  let shown = false;
  let last = begin + QUIET_MS - EVERY_MS;
  return {
    update(done, total, what = "nodes") {
      const time = now();
      if (time - last < EVERY_MS) return;
      last = time;
      shown = true;
      stream.write(`${ERASE_LINE}${done}${total === 0 ? "" : ` of ${total}`} ${what}`);
    },
    clear() {
      if (shown) stream.write(ERASE_LINE);
      shown = false;
    },
  };
}
