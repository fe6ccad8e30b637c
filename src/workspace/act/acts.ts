import { HeirError } from "../../model/findings/failure.ts";
import { removeEdited, replaceEdited } from "../../source/disk/edited-file.ts";
import { indexStages, setIndexStages } from "../../source/git/program/index-entries.ts";
import { headCommit } from "../../source/history/page.ts";
import type { ActingPlace, ActResult } from "../../source/repository/user-acts.ts";

/** What HEAD and the index hold. */
interface Moment {
  readonly head: string | undefined;
  readonly index: ReadonlyMap<string, readonly string[]>;
}

/** Something that was done to index or HEAD, as far as it takes to take it back. */
export interface Act {
  /** What was done, in words. */
  readonly words: string;
  readonly before: Moment;
  readonly after: Moment;
  /** The file that was written for it, besides. */
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

/**
 * Puts the entries of the index, and the file that was written, back to what they were before an act. Throws HeirError, and changes
 * nothing, where HEAD, the index or the file moved since.
 */
export async function restoreIndex(place: ActingPlace, act: Act): Promise<void> {
  await expectUnmoved(place, act);
  const { before, after, written, words } = act;
  if (written !== undefined && !(await unwritten(written))) throw moved(`${written.name} changed`, words);
  await setIndexStages(
    place.program,
    differing(before, after).map((path) => [path, before.index.get(path) ?? []] as const),
  );
}

/** Throws HeirError that says what moved, unless HEAD and the index are as the act left them. */
export async function expectUnmoved(place: ActingPlace, { words, after }: Act): Promise<void> {
  const now = await momentNow(place);
  if (now.head !== after.head) throw moved(`HEAD is ${now.head?.slice(0, 7) ?? "gone"} now`, words);
  const [path, ...more] = differing(after, now);
  if (path === undefined) return;
  throw moved(`${path}${more.length === 0 ? "" : ` and ${more.length} more`} changed in the index`, words);
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
