import {
  closeSync,
  fchmodSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

const NAME = /^heir-tmp-(\d+)-/;

/** Where this process prepares a file before it gives it its name: beside it, with the number of the process. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `heir-tmp-${process.pid}-${basename(path)}`);
}

/** Deletes what ended processes prepared in a folder and did not finish. Never fails. */
export function removeUnfinished(folder: string): void {
  for (const name of namesIn(folder)) if (isUnfinished(name)) removeQuietly(join(folder, name));
}

/** Whether a file was prepared by a process that has ended. Never fails. */
function isUnfinished(name: string): boolean {
  const [, pid] = NAME.exec(name) ?? [];
  return pid !== undefined && !isRunning(Number(pid));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

function removeQuietly(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // Somebody else's file.
  }
}

/**
 * Writes a file with its folder. Whenever this process or the machine stops, the name has the old content or the whole
 * new one. Throws what the system throws.
 */
export function writeDurably(path: string, text: string, mode: number): void {
  const fresh = temporaryPath(path);
  mkdirSync(dirname(path), { recursive: true });
  try {
    const descriptor = openSync(fresh, "w", mode);
    try {
      writeFileSync(descriptor, text);
      fchmodSync(descriptor, mode);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    renameSync(fresh, path);
  } catch (error) {
    removeQuietly(fresh);
    throw error;
  }
  syncFolder(dirname(path));
}

/** Makes the names in a folder durable, where the system can. Never fails. */
export function syncFolder(folder: string): void {
  try {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  } catch {
    // Not every system opens folders.
  }
}
