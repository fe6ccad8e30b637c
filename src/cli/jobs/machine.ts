import { readFileSync } from "node:fs";
import { availableParallelism } from "node:os";

/** A machine as far as the number of processes depends on it. */
export interface Machine {
  readonly cores: number;
  /** In bytes. */
  readonly free: number;
  /** How many addresses one process may have, in bytes: `ulimit -v`. */
  readonly addresses: number;
}

/** This machine; of its memory what the container of this process may have. */
export function thisMachine(): Machine {
  return { cores: availableParallelism(), free: process.availableMemory(), addresses: addressLimit() };
}

/** Infinity where there is no limit, or none that is known. */
function addressLimit(): number {
  try {
    const limit = /^Max address space\s+(\d+)/m.exec(readFileSync("/proc/self/limits", "latin1"))?.[1];
    return limit === undefined ? Infinity : Number(limit);
  } catch {
    return Infinity;
  }
}
