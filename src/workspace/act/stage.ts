import { command } from "../../base/command.ts";
import { grouped } from "../../base/grouped.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { setIndexStages } from "../../source/git/program/index-entries.ts";
import { type ChangedPath, changedPaths } from "../../source/repository/changed-paths.ts";
import { headEntry } from "../../source/repository/head-entry.ts";
import { type Hunk, hunksIn, type LineNumbers } from "../../source/repository/hunks.ts";
import { type ActingPlace, applyToIndex, fileDiff, stageFile } from "../../source/repository/user-acts.ts";
import { type ActOutcome, performed } from "./acts.ts";
import { lineMap, patchPart } from "./patch-part.ts";

export type { ActingPlace, ChangedPath, Hunk, LineNumbers };

/** The paths that a commit would change, or could; sorted. Throws HeirError when git fails. */
export function changedFiles({ program }: ActingPlace, options: Abortable = {}): Promise<readonly ChangedPath[]> {
  return changedPaths(program, options);
}

/** A hunk, and whether it is staged. */
export interface SidedHunk extends Hunk {
  readonly isStaged: boolean;
}

/** The hunks of a file that are not staged, then those that are. Throws HeirError when git fails. */
export async function fileHunks(
  place: ActingPlace,
  path: string,
  options: Abortable = {},
): Promise<readonly SidedHunk[]> {
  const side = async (isStaged: boolean): Promise<readonly SidedHunk[]> =>
    (await hunksOf(place, { path, isStaged }, options)).map((hunk) => ({ ...hunk, isStaged }));
  return [...(await side(false)), ...(await side(true))];
}

async function hunksOf(...asked: Parameters<typeof fileDiff>): Promise<readonly Hunk[]> {
  return hunksIn(await fileDiff(...asked));
}

/**
 * Stages what the work tree has of a file; if that is staged already, the index gets what HEAD has. Throws HeirError for a file
 * without a change.
 */
export async function toggleFile(place: ActingPlace, path: string): Promise<ActOutcome> {
  const file = (await changedFiles(place)).find((each) => each.path === path);
  if (file === undefined) throw new HeirError("usage", `${path} has no change to stage`);
  if (file.worktree !== " ") return performed(place, `staged ${path}`, () => stageFile(place, path));
  const tried = command(["git", "reset"], [path]);
  return performed(place, `unstaged ${path}`, async () => {
    const entry = await headEntry(place.program, path);
    await setIndexStages(place.program, [[path, entry === undefined ? [] : [`${entry} 0`]]]);
    return { isDone: true, tried, output: "" };
  });
}

/** Stages a hunk, or takes it out of the index again. Throws HeirError where the file has no such hunk any more. */
export async function toggleHunk(place: ActingPlace, path: string, id: string): Promise<ActOutcome> {
  const hunk = (await fileHunks(place, path)).find((each) => each.id === id);
  if (hunk === undefined) throw new HeirError("usage", `${path} changed meanwhile`, "look at its hunks again");
  const words = `${hunk.isStaged ? "unstaged" : "staged"} ${hunk.head} of ${path}`;
  return performed(place, words, () => applyToIndex(place, hunk.patch, hunk.isStaged));
}

/** The lines of one file that an edit wrote, as HEAD has them and as a later state does. */
export interface EditedLines {
  /** From the top of the work tree. */
  readonly path: string;
  readonly old?: LineNumbers;
  readonly now?: LineNumbers;
}

/**
 * Stages the lines of an edit that the work tree has, and no others of their hunks; where all are staged already, the index gets back
 * what HEAD has. `isOfIndex`: the later state is the index. A file that comes or goes is staged
 * as a whole. Throws HeirError where none of the lines differ any more.
 */
export async function toggleLines(
  place: ActingPlace,
  {
    words,
    edits,
    isOfIndex,
  }: { readonly words: string; readonly edits: readonly EditedLines[]; readonly isOfIndex: boolean },
): Promise<ActOutcome> {
  const files = [...grouped(edits, ({ path }) => path)];
  const states = await changedFiles(place);
  const isEdited = ({ index, worktree }: ChangedPath) => /^[M ]{2}$/.test(index + worktree);
  const whole = files.find(([path]) => states.some((each) => each.path === path && !isEdited(each)));
  if (whole !== undefined) return toggleFile(place, whole[0]);
  const parts = await Promise.all(files.map(([path, own]) => lineParts(place, { path, edits: own, isOfIndex })));
  const isStaging = parts.some(({ staging }) => staging !== undefined);
  const patches = parts.flatMap(({ staging, unstaging }) => (isStaging ? staging : unstaging) ?? []);
  if (patches.length === 0) {
    const [{ path = "" } = {}] = edits;
    throw new HeirError("usage", `no line of ${words} differs in ${path}`, "R reads the repository again");
  }
  const done = `${isStaging ? "staged" : "unstaged"} ${words}`;
  return performed(place, done, () => applyToIndex(place, patches.join(""), !isStaging));
}

/** What stages the lines of an edit in one file, and what takes them out of the index. */
async function lineParts(
  place: ActingPlace,
  {
    path,
    edits,
    isOfIndex,
  }: { readonly path: string; readonly edits: readonly EditedLines[]; readonly isOfIndex: boolean },
): Promise<Readonly<Record<"staging" | "unstaging", string | undefined>>> {
  const staged = await hunksOf(place, { path, isStaged: true });
  const later = isOfIndex ? [] : await hunksOf(place, { path, isStaged: false });
  const isIn = (side: "old" | "now", line: number) =>
    edits.some(({ [side]: range }) => range !== undefined && range[0] <= line && line <= range[1]);
  const [toHead, toLater] = [lineMap(staged, "old"), lineMap(later, "new")];
  const staging = { isOld: (line: number) => isIn("old", toHead(line)), isNew: (line: number) => isIn("now", line) };
  const unstaging = { isOld: (line: number) => isIn("old", line), isNew: (line: number) => isIn("now", toLater(line)) };
  return { staging: patchPart(later, staging, false), unstaging: patchPart(staged, unstaging, true) };
}
