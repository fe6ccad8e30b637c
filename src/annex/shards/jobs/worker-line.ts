import type { Shard } from "../../../base/name-key.ts";

/** The first word of the command line of a worker: then come what it does, and the command line that it helps. */
export const WORK = "__work";

export interface WorkOrder {
  readonly part: Shard;
  readonly width: number | undefined;
}
