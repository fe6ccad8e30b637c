import {
  chmodSync,
  closeSync,
  existsSync,
  fchmodSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { type HeirError, hasCode, quietly } from "../../model/findings/failure.ts";

const NAME = /^heir-tmp-(\d+)-/;

/** Where this process prepares a file before it gives it its name: beside it, with the number of the process. */
export function temporaryPath(path: string): string {
  return join(dirname(path), `heir-tmp-${process.pid}-${basename(path)}`);
}

/** Deletes what ended processes prepared in a folder and did not finish. Never fails. */
export function removeUnfinished(folder: string): void {
  for (const name of quietly(() => readdirSync(folder)) ?? [])
    if (isUnfinished(name)) removeQuietly(join(folder, name));
}

/** Makes a new folder in the system's folder for temporary files, and deletes those that ended processes left there. */
export function temporaryFolder(name: string): string {
  removeUnfinished(tmpdir());
  return mkdtempSync(`${temporaryPath(join(tmpdir(), name))}-`);
}

/** Does some work with a temporary folder, which is gone at its end. Throws what the work throws. */
export async function inTemporaryFolder<T>(name: string, work: (folder: string) => Promise<T>): Promise<T> {
  const folder = temporaryFolder(name);
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Whether a file was prepared by a process that has ended. Never fails. */
export function isUnfinished(name: string): boolean {
  const [, pid] = NAME.exec(name) ?? [];
  return pid !== undefined && !isRunning(Number(pid));
}

/** Whether a process of this machine has not ended. Never fails. */
function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

/** Gives what `prepare` makes its name, atomically; nothing stays if that fails. Throws what the system throws. */
export function replaceBy(path: string, prepare: (fresh: string) => void): void {
  const fresh = temporaryPath(path);
  try {
    prepare(fresh);
    renameSync(fresh, path);
  } catch (error) {
    removeQuietly(fresh);
    throw error;
  }
}

function removeQuietly(path: string): void {
  quietly(() => rmSync(path, { force: true, recursive: true }));
}

/** The modes of a file and its folder, whatever the umask; without one for the folder, an existing one is left as it is. */
export interface WriteModes {
  readonly file: number;
  readonly folder?: number;
}

/** Writes a file with its folder, atomically even if this process stops. Throws what the system throws. */
export function writeWhole(path: string, text: string, modes: WriteModes): void {
  write(path, text, { ...modes, sync: false });
}

/** The same, also if the machine stops. */
export function writeDurably(path: string, text: string, modes: WriteModes): void {
  write(path, text, { ...modes, sync: true });
  syncFolder(dirname(path));
}

/** Makes a folder whose mode the umask does not change; an existing one gets the mode if it is ours. */
export function makeFolder(folder: string, mode: number): void {
  makeFolders(folder, mode);
  // Somebody else's folder stays as it is.
  if ((statSync(folder).mode & MODE) !== mode) quietly(() => chmodSync(folder, mode));
}

/**
 * Makes a folder and those above it, as far as they are not there. Throws what the system says: made in one go, Node says
 * "no such file" of a disk that cannot be written to.
 */
export function makeFolders(folder: string, mode?: number): void {
  if (existsSync(folder)) return;
  makeFolders(dirname(folder), mode);
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    if (!hasCode(error, "EEXIST")) throw error;
  }
}

const MODE = 0o7777;

function write(
  path: string,
  text: string,
  { file: mode, folder, sync }: WriteModes & { readonly sync: boolean },
): void {
  if (folder === undefined) mkdirSync(dirname(path), { recursive: true });
  else makeFolder(dirname(path), folder);
  replaceBy(path, (fresh) => {
    const descriptor = openSync(fresh, "w", mode);
    try {
      writeFileSync(descriptor, text);
      fchmodSync(descriptor, mode);
      if (sync) fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

/** Makes the names in a folder durable, where the system can. Never fails. */
export function syncFolder(folder: string): void {
  // Not every system opens folders.
  quietly(() => {
    const descriptor = openSync(folder, "r");
    try {
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
  });
}

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
