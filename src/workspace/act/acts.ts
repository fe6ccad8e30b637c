import { HeirError } from "../../model/findings/failure.ts";
import { firstNames } from "../../report/text/row.ts";
import { type ActingPlace, type ActResult, commitInEditor, commitStaged, resetSoft } from "../../source/act/acts.ts";
import { indexStages, setIndexStages } from "../../source/act/index-entries.ts";
import { commitParents, remoteBranchesWith } from "../../source/commits/commits.ts";
import { headCommit } from "../../source/commits/head.ts";
import { removeEdited, replaceEdited } from "../../source/disk/changed-files.ts";

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
