import { linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { type HeirError, hasCode, quietly } from "../../model/findings/failure.ts";
import { isRunning, temporaryPath } from "./temporary.ts";

/** Runs work under a lock file; one of an ended process does not count. Throws `busy`, or what the system throws. */
export async function withLock<T>(lock: string, busy: () => HeirError, work: () => Promise<T>): Promise<T> {
  if (!taken(lock)) {
    if (lockHolder(lock) === undefined) rmSync(lock, { force: true });
    if (!taken(lock)) throw busy();
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** The running process that has a lock. */
export function lockHolder(lock: string): number | undefined {
  return quietly(() => {
    const pid = Number(readFileSync(lock, "utf8"));
    return Number.isInteger(pid) && pid > 0 && isRunning(pid) ? pid : undefined;
  });
}

/** The lock has its name only with the number of its process in it. */
function taken(lock: string): boolean {
  const own = temporaryPath(lock);
  // A process with the same number may have left one that is the lock by another name.
  rmSync(own, { force: true });
  writeFileSync(own, String(process.pid), { mode: 0o600 });
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}
