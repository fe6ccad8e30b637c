import { command } from "../../base/terminal-text.ts";
import { grouped } from "../../base/text-order.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { firstNames } from "../../report/text/row.ts";
import {
  type ActingPlace,
  type ActResult,
  applyToIndex,
  type ChangedPath,
  changedPaths,
  commitInEditor,
  commitStaged,
  type EditHunk,
  fileDiff,
  hunksIn,
  type LineNumbers,
  resetSoft,
  stageFiles,
} from "../../source/act/acts.ts";
import { headEntry, indexStages, setIndexStages } from "../../source/act/index-entries.ts";
import { lineMap, patchPart } from "../../source/act/patch-part.ts";
import { commitParents, remoteBranchesWith } from "../../source/commits/commits.ts";
import { headCommit } from "../../source/commits/head.ts";
import { removeEdited, replaceEdited } from "../../source/disk/changed-files.ts";

export type { ActingPlace };

/** What HEAD and the index hold. */
interface Moment {
  readonly head: string | undefined;
  readonly index: ReadonlyMap<string, readonly string[]>;
}

/** Something that was done to index or HEAD, as far as it takes to take it back. */
export interface Act {
  readonly words: string;
  readonly before: Moment;
  readonly after: Moment;
  readonly written: RewrittenFile | undefined;
}

/** The text of a file before and after it was written; undefined if there was none. */
export interface RewrittenFile {
  /** Absolute, and as people call it. */
  readonly file: string;
  readonly name: string;
  readonly before: string | undefined;
  readonly after: string;
}

/** What came of it: git refuses with a text of its own, and then nothing has changed. */
export interface ActOutcome extends ActResult {
  /** Undefined if git refused. */
  readonly act: Act | undefined;
}

/** Does something to index or HEAD, and remembers what they were. Throws what `run` throws, and HeirError when git fails. */
export async function performed(
  place: ActingPlace,
  words: string,
  run: () => Promise<ActResult & { readonly written?: RewrittenFile }>,
): Promise<ActOutcome> {
  const before = await momentNow(place);
  const { written, ...result } = await run();
  if (!result.isDone) return { ...result, act: undefined };
  return { ...result, act: { words, before, after: await momentNow(place), written } };
}

/** Restores index entries and the written file. Throws HeirError, changing nothing, where HEAD or one of them moved. */
async function restoreIndex(place: ActingPlace, act: Act): Promise<void> {
  await expectUnmoved(place, act);
  const { before, after, written, words } = act;
  if (written !== undefined && !(await unwritten(written))) throw moved(`${written.name} changed`, words);
  const entries = differing(before, after).map((path) => [path, before.index.get(path) ?? []] as const);
  await setIndexStages(place.program, entries);
}

/** Throws HeirError that says what moved, unless HEAD and the index are as the act left them. */
async function expectUnmoved(place: ActingPlace, { words, after }: Act): Promise<void> {
  const now = await momentNow(place);
  if (now.head !== after.head) throw moved(`HEAD is ${now.head?.slice(0, 7) ?? "gone"} now`, words);
  const paths = differing(after, now);
  if (paths.length > 0) throw moved(`${firstNames(paths, 1)} changed in the index`, words);
}

function unwritten({ file, name, before, after }: RewrittenFile): Promise<boolean> {
  if (before === undefined) return removeEdited(file, name, after);
  return replaceEdited(file, name, { before: after, after: before });
}

function moved(what: string, words: string): HeirError {
  return new HeirError("environment", `"${words}" cannot be undone: ${what} since`, "git undoes what came after");
}

async function momentNow({ program }: ActingPlace): Promise<Moment> {
  return { head: await headCommit(program), index: await indexStages(program) };
}

function differing(one: Moment, other: Moment): readonly string[] {
  const paths = [...new Set([...one.index.keys(), ...other.index.keys()])];
  return paths.filter((path) => one.index.get(path)?.join() !== other.index.get(path)?.join());
}

/** Where the message of a commit comes from: it was typed, git has prepared it for a merge, or the user's editor asks for it. */
export type CommitMessage = { readonly text: string } | "prepared" | "editor";

/** Runs `git commit`; with "editor" on the terminal of this process. Throws HeirError where git cannot be started. */
export function commitIndex(place: ActingPlace, message: CommitMessage): Promise<ActOutcome> {
  if (message === "editor") return performed(place, "committed", () => commitInEditor(place));
  const text = message === "prepared" ? undefined : message.text;
  const [first = ""] = (text ?? "the merge").split("\n");
  return performed(place, `committed ${first}`, () => commitStaged(place, text));
}

/** Resets HEAD to its parent (--soft). Throws HeirError if HEAD or the index moved, for a pushed commit and a merge. */
async function takeBackCommit(place: ActingPlace, act: Act): Promise<void> {
  await expectUnmoved(place, act);
  const commit = act.after.head ?? "HEAD";
  const parents = await commitParents(place.program, commit);
  if (parents.length > 1)
    throw new HeirError("environment", `${commit.slice(0, 7)} is a merge: undone, it would be none any more`);
  const [remote] = await remoteBranchesWith(place.program, commit);
  if (remote !== undefined)
    throw new HeirError("environment", `${commit.slice(0, 7)} is on ${remote}: others may have it`, "git revert");
  const { isDone, tried, output } = await resetSoft(place, act.before.head);
  if (!isDone) throw new HeirError("environment", `${tried} failed`, output);
}

/** Whether something was a commit: undoing it moves HEAD. */
export function isCommit({ before, after }: Act): boolean {
  return before.head !== after.head;
}

/** Takes back what was done last. Throws HeirError, and changes nothing, where anything moved since, and as `takeBackCommit` does. */
export function takeBackAct(place: ActingPlace, act: Act): Promise<void> {
  return isCommit(act) ? takeBackCommit(place, act) : restoreIndex(place, act);
}

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
