import { command } from "../../base/command.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { setIndexStages } from "../../source/git/program/index-entries.ts";
import { type ChangedPath, changedPaths } from "../../source/repository/changed-paths.ts";
import { headEntry } from "../../source/repository/head-entry.ts";
import { type Hunk, hunksIn } from "../../source/repository/hunks.ts";
import { type ActingPlace, applyToIndex, fileDiff, stageFile } from "../../source/repository/user-acts.ts";
import { type ActOutcome, performed } from "./acts.ts";

export type { ActingPlace, ChangedPath, Hunk };

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
    hunksIn(await fileDiff(place, { path, isStaged }, options)).map((hunk) => ({ ...hunk, isStaged }));
  return [...(await side(false)), ...(await side(true))];
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
