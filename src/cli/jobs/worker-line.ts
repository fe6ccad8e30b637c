import type { Shard } from "../../base/name-key.ts";

/** The first word of the command line of a worker: then come what it does, and the command line that it helps. */
export const WORK = "__work";

/** What a worker does, and the width of the terminal, if there is one. */
export interface WorkOrder {
  readonly part: Shard;
  readonly width: number | undefined;
}
