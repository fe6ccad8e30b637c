import { existsSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { HeirError, hasCode, quietly } from "../../model/findings/failure.ts";
import { lockHolder, makeFolder, syncFolder, withLock, writeDurably } from "../disk/temporary.ts";
import { sharedModes } from "../repository/without-git.ts";

export interface FileState {
  readonly bytes: Uint8Array;
  readonly mode: number;
}

/** One path that an edit changes, from the top of the work tree; undefined on the side where there is no file. */
export interface JournalPath {
  readonly path: string;
  /** The path that the file had before. */
  readonly from?: string | undefined;
  readonly before: FileState | undefined;
  readonly after: FileState | undefined;
}

/** The entry of a path in the index, as `MODE ID`; undefined if it has none. */
export interface ChangedEntry {
  readonly path: string;
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** All that is needed to take an edit back, or to complete it. */
export interface Journal {
  /** What the edit claims, as `mv class:ntp=time`. */
  readonly claim: string;
  /** The command that made it; absent in journals of earlier versions. */
  readonly verb?: string;
  readonly files: readonly JournalPath[];
  /** Folders above the files that go, with their permissions: they go when they are empty. */
  readonly folders: readonly { readonly path: string; readonly mode: number }[];
  /** Folders that come with the edit. */
  readonly made: readonly string[];
  /** Empty unless the edit is staged. */
  readonly index: readonly ChangedEntry[];
}

/**
 * How far an edit is, which is the name of its journal: nothing is changed yet, files are being changed, all are changed.
 * The name changes by renaming, so it is never unclear. Of edits that are done, the last has the highest number.
 */
export type JournalState = "prepared" | "writing" | DoneState;

/** `done` is the name of earlier versions, which kept one. */
export type DoneState = "done" | `done-${number}`;

const MOST_DONE = 20;

const FOLDER = "heir/edit";
const OWN_FOLDER = 0o700;
const OWN_FILE = 0o600;

/** The folder of journals, below the git directory of a work tree. */
export function journalFolder(gitDir: string): string {
  return join(gitDir, FOLDER);
}

/** Makes the folder of journals: nobody else can enter it, even in a shared repository. Throws what the system throws. */
function makeJournalFolder(gitDir: string): void {
  makeFolder(join(gitDir, "heir"), sharedModes(gitDir).folder);
  makeFolder(journalFolder(gitDir), OWN_FOLDER);
}

/** The journal in a state; undefined if there is none. Throws HeirError for one that cannot be read. */
export function readJournal(gitDir: string, state: JournalState): Journal | undefined {
  const path = join(journalFolder(gitDir), state);
  const text = textOf(path);
  if (text === undefined) return undefined;
  try {
    const written: Written = JSON.parse(text);
    return journalOf(written);
  } catch {
    throw new HeirError("environment", `the journal ${path} cannot be read`, "look at git status, then delete it");
  }
}

/** Writes the journal of an edit that is about to begin, for this machine to find after it stopped. */
export function writeJournal(gitDir: string, journal: Journal): void {
  const text = JSON.stringify(writtenForm(journal));
  writeDurably(join(journalFolder(gitDir), "prepared"), text, { file: OWN_FILE });
}

/** Moves a journal to another state, for good. Throws what the system throws. */
export function moveJournal(gitDir: string, from: JournalState, to: JournalState): void {
  const folder = journalFolder(gitDir);
  renameSync(join(folder, from), join(folder, to));
  syncFolder(folder);
}

/** Forgets a journal, for good. Throws what the system throws. */
export function removeJournal(gitDir: string, state: JournalState): void {
  const folder = journalFolder(gitDir);
  rmSync(join(folder, state), { force: true });
  syncFolder(folder);
}

/** The journals of the edits that are done, the last one first. Throws what the system throws. */
export function doneJournals(gitDir: string): readonly DoneState[] {
  const isDone = (name: string): name is DoneState => /^done(?:-\d+)?$/.test(name);
  const names = (quietly(() => readdirSync(journalFolder(gitDir))) ?? []).filter(isDone);
  return names.sort((one, other) => numberOf(other) - numberOf(one));
}

function numberOf(state: DoneState): number {
  return Number(/\d+$/.exec(state)?.[0] ?? 0);
}

/** Moves the journal of an edit that is written behind the others, and forgets the oldest of many. Throws what the system throws. */
export function endJournal(gitDir: string): void {
  const known = doneJournals(gitDir);
  const [last] = known;
  moveJournal(gitDir, "writing", `done-${last === undefined ? 1 : numberOf(last) + 1}`);
  for (const state of known.slice(MOST_DONE - 1)) removeJournal(gitDir, state);
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (hasCode(error, "ENOENT", "ENOTDIR")) return undefined;
    throw new HeirError(
      "environment",
      `the journal ${path} cannot be read`,
      "it is readable for whoever made the edit",
    );
  }
}

/** A journal as JSON: bytes in base 64. */
interface Written extends Omit<Journal, "files"> {
  readonly v: 1;
  readonly files: readonly WrittenPath[];
}

interface WrittenPath extends Pick<JournalPath, "path" | "from"> {
  readonly before?: WrittenFile | undefined;
  readonly after?: WrittenFile | undefined;
}

type WrittenFile = readonly [mode: number, bytes: string];

function writtenForm({ files, ...rest }: Journal): Written {
  const file = (state: FileState | undefined): WrittenFile | undefined =>
    state && [state.mode, Buffer.from(state.bytes).toString("base64")];
  const all = files.map((each) => ({ ...each, before: file(each.before), after: file(each.after) }));
  return { v: 1, ...rest, files: all };
}

function journalOf({ v: _, files, ...rest }: Written): Journal {
  const state = (file: WrittenFile | undefined) => file && { mode: file[0], bytes: Buffer.from(file[1], "base64") };
  const all = files.map((each) => ({ ...each, before: state(each.before), after: state(each.after) }));
  return { ...rest, files: all };
}

/** Runs work under the edit lock; a lock of an ended process does not count. Throws HeirError if another has it. */
export async function withEditLock<T>(gitDir: string, work: () => Promise<T>): Promise<T> {
  makeJournalFolder(gitDir);
  const busy = () => new HeirError("environment", "another heir edits this work tree", "try again when it is done");
  return withLock(lockOf(gitDir), busy, work);
}

/** Throws HeirError while files are partly of one edit: half a rename gives wrong answers (docs/edit.md). */
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
