import { HeirError } from "../../model/findings/failure.ts";
import type { ContentChange } from "../../model/results/file-edit.ts";
import { setIndexEntries } from "../../source/act/index-entries.ts";
import { removeUnfinished } from "../../source/disk/temporary.ts";
import type { EditPlace, EditSide } from "../../source/edit/edit-files.ts";
import {
  changedFolders,
  fileState,
  isAs,
  obstacleAbove,
  prepareFiles,
  putFiles,
} from "../../source/edit/edit-files.ts";
import type { FileState, Journal, JournalPath, JournalState } from "../../source/edit/edit-journal.ts";
import {
  doneJournals,
  endJournal,
  interruptedEdit,
  journalFolder,
  moveJournal,
  readJournal,
  removeJournal,
  withEditLock,
  writeJournal,
} from "../../source/edit/edit-journal.ts";
import { expectEntries, stagedEntries } from "../../source/edit/staged-edit.ts";
import type { GitPlace } from "../../source/repository/locate.ts";

export interface ProvedEdit {
  readonly claim: string;
  /** The command that makes it. */
  readonly verb: string;
  readonly files: readonly ContentChange[];
  readonly isStaged: boolean;
}

/** Where edits are written. Throws HeirError where there is no git. */
export function editedPlace({ place }: { readonly place: GitPlace | undefined }): GitPlace {
  if (place !== undefined) return place;
  throw new HeirError("environment", "edits need a git repository and the git program");
}

/**
 * Writes all files of an edit or none (docs/edit.md). Throws HeirError if a file has changed since the edit was made, if
 * something is in the way, or if the system refuses to write.
 */
export async function writeEdit(place: GitPlace, edit: ProvedEdit): Promise<void> {
  const { gitDir } = place.facts;
  const at = editPlace(place);
  await withEditLock(gitDir, async () => {
    removeUnfinished(at.journals);
    if (readJournal(gitDir, "writing") !== undefined) throw interruptedEdit();
    const files = changedPaths(at.topLevel, edit.files);
    prepareFiles(at, { files }, "after");
    const index = edit.isStaged ? await stagedEntries(place, edit.files) : [];
    writeJournal(gitDir, { claim: edit.claim, verb: edit.verb, files, ...changedFolders(at.topLevel, files), index });
    await put({ place, at, side: "after", from: "prepared" });
  });
}

/** An edit that was taken back or completed, or can be. */
export interface UndoneEdit {
  readonly claim: string;
  readonly verb: string | undefined;
  /** As the edit has them, from the top of the work tree; a file that moves is one. */
  readonly files: readonly Pick<ContentChange, "path" | "from">[];
}

/**
 * Takes back the interrupted edit, else the last one (docs/edit.md). Throws HeirError if there is none, or if something is
 * no longer as the edit left it.
 */
export async function undoEdit(place: GitPlace): Promise<UndoneEdit> {
  return ended(place, "before", ["writing", ...doneJournals(place.facts.gitDir)]);
}

/** The edits that can be taken back, the last one first. Throws HeirError for a journal that cannot be read. */
export function doneEdits({ facts: { gitDir } }: GitPlace): readonly UndoneEdit[] {
  return doneJournals(gitDir).flatMap((state) => {
    const journal = readJournal(gitDir, state);
    return journal === undefined ? [] : [undone(journal)];
  });
}

/** Completes the edit that was interrupted. Throws HeirError if there is none, or if somebody has changed its files. */
export async function finishEdit(place: GitPlace): Promise<UndoneEdit> {
  return ended(place, "after", ["writing"]);
}

async function ended(place: GitPlace, side: EditSide, states: readonly JournalState[]): Promise<UndoneEdit> {
  const { gitDir } = place.facts;
  const at = editPlace(place);
  return withEditLock(gitDir, async () => {
    removeUnfinished(at.journals);
    const from = states.find((state) => readJournal(gitDir, state) !== undefined);
    const journal = from && readJournal(gitDir, from);
    if (from === undefined || journal === undefined) {
      throw new HeirError("usage", side === "before" ? "there is nothing to undo" : "no edit was interrupted");
    }
    await expectOurs(place, journal, from);
    prepareFiles(at, journal, side);
    await put({ place, at, side, from });
    return undone(journal);
  });
}

function undone({ claim, verb, files }: Journal): UndoneEdit {
  const moved = new Set(files.flatMap(({ from }) => from ?? []));
  const edited = files.filter(({ path, after }) => after !== undefined || !moved.has(path));
  return { claim, verb, files: edited.map(({ path, from }) => ({ path, from })) };
}

interface Putting {
  readonly place: GitPlace;
  readonly at: EditPlace;
  readonly side: EditSide;
  /** The state that the journal is in. */
  readonly from: JournalState;
}

/** From the first rename of a file to the last one the journal says that the edit is being written. */
async function put({ place, at, side, from }: Putting): Promise<void> {
  const { gitDir } = place.facts;
  if (from !== "writing") moveJournal(gitDir, from, "writing");
  const journal = readJournal(gitDir, "writing");
  if (journal === undefined) throw new HeirError("environment", "the journal of the edit is gone");
  try {
    await putSide({ place, at, side }, journal);
  } catch (error) {
    if (from === "prepared") await takeBack({ place, at, side: "before" }, journal);
    throw environmentError(error);
  }
  if (side === "after") endJournal(gitDir);
  else removeJournal(gitDir, "writing");
}

async function putSide({ place, at, side }: Omit<Putting, "from">, journal: Journal): Promise<void> {
  putFiles(at, journal, side);
  const entries = journal.index.map((entry) => [entry.path, entry[side]] as const);
  await setIndexEntries(place.program, entries);
}

/** After a failure nothing of an edit stays, if that is possible; else it is an interrupted one. */
async function takeBack(to: Omit<Putting, "from">, journal: Journal): Promise<void> {
  try {
    prepareFiles(to.at, journal, "before");
    await putSide(to, journal);
    removeJournal(to.place.facts.gitDir, "writing");
  } catch {
    // The journal stays, and blocks all that would read the work tree.
  }
}

function environmentError(error: unknown): unknown {
  if (!(error instanceof Error && "syscall" in error)) return error;
  return new HeirError("environment", `the edit cannot be written: ${error.message}`);
}

function editPlace({ facts: { topLevel, gitDir } }: GitPlace): EditPlace {
  if (topLevel === undefined) throw new HeirError("environment", "a bare repository has no work tree to edit");
  return { topLevel, journals: journalFolder(gitDir) };
}

/** Throws HeirError unless all is as the edit left it; an interrupted one left each file as before or as after. */
async function expectOurs(place: GitPlace, { files, index }: Journal, state: JournalState): Promise<void> {
  const at = editPlace(place);
  const sides: readonly EditSide[] = state === "writing" ? ["before", "after"] : ["after"];
  const others = files.filter((file) => !sides.some((side) => isAs(at, file, side))).map(({ path }) => path);
  if (others.length > 0) {
    const verb = others.length === 1 ? "has" : "have";
    const isWriting = state === "writing";
    const hint = isWriting ? "put them back as they were before or after the edit" : "use git for what is older";
    throw new HeirError("environment", `${others.join(", ")} ${verb} changed since the edit`, hint);
  }
  await expectEntries(place, index, sides);
}

/** The files of an edit path by path, as they are on disk now. Throws HeirError if that is not what the edit was made from. */
function changedPaths(topLevel: string, files: readonly ContentChange[]): readonly JournalPath[] {
  const before = new Map<string, FileState>();
  const after = new Map<string, FileState>();
  const moved = new Map<string, string>();
  for (const { path, from = path, before: bytes, after: fresh } of files) {
    const old = bytes && stateNow(topLevel, from, bytes);
    if (old !== undefined) before.set(from, old);
    if (from !== path) moved.set(path, from);
    if (fresh !== undefined) after.set(path, { bytes: fresh, mode: old?.mode ?? ALL_BUT_EXECUTE & ~process.umask() });
  }
  const paths = [...new Set(files.flatMap(({ path, from = path }) => [from, path]))];
  for (const path of paths) if (!before.has(path)) expectFree(topLevel, path, before);
  return paths.map((path) => ({ path, from: moved.get(path), before: before.get(path), after: after.get(path) }));
}

function stateNow(topLevel: string, path: string, bytes: Uint8Array): FileState {
  const now = fileState(`${topLevel}/${path}`);
  if (now === "other") throw new HeirError("environment", `${path} is not a regular file`);
  if (now !== undefined && Buffer.compare(now.bytes, bytes) === 0) return now;
  throw new HeirError("environment", `${path} has changed meanwhile, nothing was written`, "try again");
}

const ALL_BUT_EXECUTE = 0o666;

/** Where names that differ in case are one, a file is not in its own way. */
function expectFree(topLevel: string, path: string, leaving: ReadonlyMap<string, FileState>): void {
  const inTheWay = obstacleAbove(topLevel, path) ?? (fileState(`${topLevel}/${path}`) && path);
  if (inTheWay === undefined) return;
  if ([...leaving.keys()].some((each) => each.toLowerCase() === inTheWay.toLowerCase())) return;
  throw new HeirError("environment", `${inTheWay} is in the way of ${path}`, "move it, then try again");
}
