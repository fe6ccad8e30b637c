import type { Serving } from "../commands/shares.ts";

/** The first word of the command line of a worker: then come what it does, and the command line that it helps. */
export const WORK = "__work";

/** What a worker does, and as on a terminal of which width, if on one. */
export interface WorkOrder {
  readonly part: Serving["part"];
  readonly width: number | undefined;
}

/** The words with which a worker is started. */
export function workerLine(order: WorkOrder, argv: readonly string[]): readonly string[] {
  return [WORK, JSON.stringify(order), ...argv];
}
