import { existsSync } from "node:fs";
import { join } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { journalFolder, makeJournalFolder } from "./edit-journal.ts";
import { lockHolder, withLock } from "./process-lock.ts";

/**
 * Runs work while no other process edits the same work tree. A lock of a process that has ended does not count. Throws
 * HeirError while another process has it.
 */
export async function withEditLock<T>(gitDir: string, work: () => Promise<T>): Promise<T> {
  makeJournalFolder(gitDir);
  const busy = () => new HeirError("environment", "another heir edits this work tree", "try again when it is done");
  return withLock(lockOf(gitDir), busy, work);
}

/**
 * Throws HeirError while files of a work tree are partly of one edit: a half-renamed inventory gives wrong answers
 * (docs/edit.md).
 */
export function expectWholeEdit(gitDir: string): void {
  if (!isBeingWritten(gitDir)) return;
  if (lockHolder(lockOf(gitDir)) !== undefined) {
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
