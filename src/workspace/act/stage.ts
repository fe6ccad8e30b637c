import { command } from "../../base/terminal-text.ts";
import { grouped } from "../../base/text-order.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import {
  type ActingPlace,
  type ActResult,
  applyToIndex,
  type ChangedPath,
  changedPaths,
  type EditHunk,
  fileDiff,
  hunksIn,
  type LineNumbers,
  stageFiles,
} from "../../source/act/acts.ts";
import { headEntry, setIndexStages } from "../../source/act/index-entries.ts";
import { type ActOutcome, performed } from "./acts.ts";
import { lineMap, patchPart } from "./patch-part.ts";

export type { ActingPlace, ChangedPath, EditHunk, LineNumbers };

/** The paths that a commit would change, or could; sorted. Throws HeirError when git fails. */
export function stageablePaths({ program }: ActingPlace, options: Abortable = {}): Promise<readonly ChangedPath[]> {
  return changedPaths(program, options);
}

export interface SidedHunk extends EditHunk {
  readonly isStaged: boolean;
}

/** The hunks of a file that are not staged, then those that are. Throws HeirError when git fails. */
export async function fileHunks(place: ActingPlace, path: string, options?: Abortable): Promise<readonly SidedHunk[]> {
  const side = async (isStaged: boolean): Promise<readonly SidedHunk[]> =>
    (await hunksOf(place, { path, isStaged }, options)).map((hunk) => ({ ...hunk, isStaged }));
  return [...(await side(false)), ...(await side(true))];
}

async function hunksOf(...asked: Parameters<typeof fileDiff>): Promise<readonly EditHunk[]> {
  return hunksIn(await fileDiff(...asked));
}

/** Stages the work tree's file; if it is staged already, unstages it. Throws HeirError for a file without a change. */
export async function toggleFile(place: ActingPlace, path: string): Promise<ActOutcome> {
  const file = (await stageablePaths(place)).find((each) => each.path === path);
  if (file === undefined) throw new HeirError("usage", `${path} has no change to stage`);
  if (file.worktree !== " ") return performed(place, `staged ${path}`, () => stageFiles(place, [path]));
  return performed(place, `unstaged ${path}`, () => unstageFiles(place, [path]));
}

async function unstageFiles({ program }: ActingPlace, paths: readonly string[]): Promise<ActResult> {
  const entries = paths.map(async (path) => {
    const entry = await headEntry(program, path);
    return [path, entry === undefined ? [] : [`${entry} 0`]] as const;
  });
  await setIndexStages(program, await Promise.all(entries));
  return { isDone: true, tried: command(["git", "reset"], paths), output: "" };
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
 * Stages the lines of an edit, not others of their hunks; if all are staged, the index gets back HEAD's. `isOfIndex`:
 * the later state is the index. Files that come or go are staged whole. Throws HeirError if no line differs.
 */
export async function toggleLines(
  place: ActingPlace,
  asked: { readonly words: string; readonly edits: readonly EditedLines[]; readonly isOfIndex: boolean },
): Promise<ActOutcome> {
  const { words, edits, isOfIndex } = asked;
  const isEdited = ({ index, worktree }: ChangedPath) => /^[M ]{2}$/.test(index + worktree);
  const files = grouped(edits, ({ path }) => path);
  const whole = (await stageablePaths(place)).filter((file) => files.has(file.path) && !isEdited(file));
  const inParts = [...files].filter(([path]) => whole.every((file) => file.path !== path));
  const parts = await Promise.all(inParts.map(([path, own]) => lineParts(place, path, own, isOfIndex)));
  const unstaged = isOfIndex ? [] : whole.filter(({ worktree }) => worktree !== " ");
  const isStaging = unstaged.length > 0 || parts.some(({ staging }) => staging !== undefined);
  const patches = parts.flatMap(({ staging, unstaging }) => (isStaging ? staging : unstaging) ?? []);
  const paths = (isStaging ? unstaged : whole).map(({ path }) => path);
  if (patches.length + paths.length === 0) {
    const [{ path = "" } = {}] = edits;
    throw new HeirError("usage", `no line of ${words} differs in ${path}`, "R reads the repository again");
  }
  const done = `${isStaging ? "staged" : "unstaged"} ${words}`;
  return performed(place, done, async () => {
    const result = patches.length > 0 ? await applyToIndex(place, patches.join(""), !isStaging) : undefined;
    if (result !== undefined && (paths.length === 0 || !result.isDone)) return result;
    return isStaging ? stageFiles(place, paths) : unstageFiles(place, paths);
  });
}

/** What stages the lines of an edit in one file, and what takes them out of the index. */
async function lineParts(
  place: ActingPlace,
  path: string,
  edits: readonly EditedLines[],
  isOfIndex: boolean,
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
