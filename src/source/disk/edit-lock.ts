import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { journalFolder, makeJournalFolder } from "./edit-journal.ts";
import { isRunning, temporaryPath } from "./temporary.ts";

/**
 * Runs work while no other process edits the same work tree. A lock of a process that has ended does not count. Throws
 * HeirError while another process has it.
 */
export async function withEditLock<T>(gitDir: string, work: () => Promise<T>): Promise<T> {
  makeJournalFolder(gitDir);
  const lock = lockOf(gitDir);
  if (!taken(lock)) {
    if (holder(lock) === undefined) rmSync(lock, { force: true });
    if (!taken(lock))
      throw new HeirError("environment", "another heir edits this work tree", "try again when it is done");
  }
  try {
    return await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/**
 * Throws HeirError while files of a work tree are partly of one edit: a half-renamed inventory gives wrong answers
 * (docs/edit.md).
 */
export function expectWholeEdit(gitDir: string): void {
  if (!isBeingWritten(gitDir)) return;
  if (holder(lockOf(gitDir)) !== undefined) {
    throw new HeirError("environment", "another heir is writing an edit", "try again when it is done");
  }
  throw interruptedEdit();
}

/** Whether files of a work tree may be partly of one edit. Never fails. */
export function isBeingWritten(gitDir: string): boolean {
  return existsSync(join(journalFolder(gitDir), "writing"));
}

/** What a command says that finds an interrupted edit. */
export function interruptedEdit(): HeirError {
  return new HeirError(
    "environment",
    "an edit was interrupted: heir undo takes it back, heir undo --finish completes it",
  );
}

function lockOf(gitDir: string): string {
  return join(journalFolder(gitDir), "lock");
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
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** The running process that has a lock. */
function holder(lock: string): number | undefined {
  try {
    const pid = Number(readFileSync(lock, "utf8"));
    return Number.isInteger(pid) && pid > 0 && isRunning(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}
