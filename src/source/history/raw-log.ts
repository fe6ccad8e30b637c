import { hasForeignBytes, textOfBytes } from "../../base/byte-text.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { gitOutput } from "../git/program/process.ts";
import type { TreeEntry } from "../git/tree-entries.ts";
import { type FileDifference, type HistoryCommit, type HistoryRange, revList } from "./commit.ts";

/** A commit as git lists it: without a parent to compare with, or one pair of the commit and a parent. */
type Listed =
  | { readonly kind: "alone"; readonly commit: HistoryCommit }
  | {
      readonly kind: "pair";
      readonly commit: HistoryCommit;
      readonly differences: FileDifference[];
      readonly isLast: boolean;
    };

/**
 * The commits of a range, newest first, no commit before its children. One git lists them, another one compares each
 * with its parents meanwhile. Both write fields between NUL bytes, and sequence alone says what a field is: no text of
 * a commit and no path can look like another field (rule S12 in docs/concepts/snapshots.md). Paths begin at the top.
 *
 * Ending the iteration early ends both. Throws HeirError when git fails, the signal's reason when aborted.
 */
export async function* historyCommits(
  program: GitProgram,
  range: HistoryRange,
  options: Abortable = {},
): AsyncGenerator<HistoryCommit> {
  const listed: Listed[] = [];
  const input = pairsToCompare(gitOutput(program, listArguments(range), options), range, listed);
  const compared = gitOutput(program, COMPARE, { ...options, input });
  const reader = new ComparisonReader(listed);
  for await (const tokens of separated(compared, "\0")) {
    for (const token of tokens) reader.take(token);
    yield* reader.done.splice(0);
  }
  reader.end();
  yield* reader.done;
}

/** Sets every option whose default the user's settings could change. */
function listArguments(range: HistoryRange): readonly string[] {
  const format = "--format=%H%x00%T%x00%P%x00%an%x00%ae%x00%ad%x00%s";
  const form = ["--topo-order", "--no-commit-header", "--encoding=UTF-8", "--date=raw", format];
  const { start, end } = range.stretch ?? {};
  const some = start === undefined || end === undefined ? [] : [`--skip=${start}`, `--max-count=${end - start}`];
  return revList(range, ...form, ...some);
}

/** `--always` writes the id of each pair, whether or not it differs. */
const COMPARE = [
  "diff-tree",
  "--stdin",
  "--always",
  "--raw",
  "-z",
  "-r",
  "--no-renames",
  "--no-abbrev",
  "--no-relative",
];

/** Reads the listing, yields the pairs to compare as git reads them, and puts all commits into `listed` in order. */
async function* pairsToCompare(
  listing: AsyncIterable<Buffer>,
  { firstParent }: Pick<HistoryRange, "firstParent">,
  listed: Listed[],
): AsyncGenerator<string> {
  for await (const lines of separated(listing, "\n")) {
    const pairs: string[] = [];
    for (const line of lines.filter((each) => each !== "")) {
      const { commit, byParent } = listedCommit(line, firstParent);
      if (commit.compared.length === 0) listed.push({ kind: "alone", commit });
      for (const [parent, differences] of byParent) {
        listed.push({ kind: "pair", commit, differences, isLast: parent === commit.compared.at(-1) });
        pairs.push(`${commit.id} ${parent}\n`);
      }
    }
    yield pairs.join("");
  }
}

interface ListedCommit {
  readonly commit: HistoryCommit;
  /** What the comparisons fill in. */
  readonly byParent: ReadonlyMap<string, FileDifference[]>;
}

function listedCommit(line: string, firstParent: boolean): ListedCommit {
  const [id = "", tree = "", ids = "", author = "", email = "", written = "", subject = ""] = line.split("\0");
  const parents = ids.split(" ").filter((parent) => parent !== "");
  const compared = [...new Set(firstParent ? parents.slice(0, 1) : parents)];
  const byParent = new Map(compared.map((parent): [string, FileDifference[]] => [parent, []]));
  const [seconds = "0", offset = "+0000"] = written.split(" ");
  const date = isoDate(Number(seconds), offset);
  return { commit: { id, tree, parents, compared, author, email, date, subject, differences: byParent }, byParent };
}

/** Adds git's differences of the pairs to their commits; a commit is done when its last pair is. */
class ComparisonReader {
  readonly done: HistoryCommit[] = [];
  private readonly listed: Listed[];
  private open: Listed | undefined;
  private meta: string | undefined;

  constructor(listed: Listed[]) {
    this.listed = listed;
  }

  /** The id of a pair, `:MODE MODE ID ID STATUS`, or the path that follows that. */
  take(token: string): void {
    if (this.meta !== undefined) {
      const difference = differenceOf(this.meta, token);
      if (this.open?.kind === "pair" && difference !== undefined) this.open.differences.push(difference);
      this.meta = undefined;
    } else if (token.startsWith(":")) this.meta = token;
    else if (token !== "") this.next();
  }

  end(): void {
    this.close();
    this.alone();
  }

  private next(): void {
    this.close();
    this.alone();
    this.open = this.listed.shift();
  }

  private close(): void {
    if (this.open?.kind === "pair" && this.open.isLast) this.done.push(this.open.commit);
    this.open = undefined;
  }

  private alone(): void {
    while (this.listed[0]?.kind === "alone") this.done.push(...this.listed.splice(0, 1).map(({ commit }) => commit));
  }
}

/** The pieces between separators, in batches. */
async function* separated(output: AsyncIterable<Buffer>, separator: "\0" | "\n"): AsyncGenerator<readonly string[]> {
  const rest: Buffer[] = [];
  for await (const chunk of output) {
    const end = chunk.lastIndexOf(separator);
    if (end === -1) {
      rest.push(chunk);
      continue;
    }
    const text = textOfBytes(Buffer.concat([...rest.splice(0), chunk.subarray(0, end)]));
    rest.push(chunk.subarray(end + 1));
    yield text.split(separator);
  }
  yield [textOfBytes(Buffer.concat(rest))];
}

/** Where the ids begin, behind two modes of six digits. */
const IDS = 15;

/** Undefined for a path that is no UTF-8: nothing is read of it. */
function differenceOf(meta: string, path: string): FileDifference | undefined {
  const [middle, end] = [meta.indexOf(" ", IDS), meta.lastIndexOf(" ")];
  const before = entryOf(meta.slice(1, 7), meta.slice(IDS, middle));
  const after = entryOf(meta.slice(8, 14), meta.slice(middle + 1, end));
  if (hasForeignBytes(path)) return undefined;
  return { path, before, after };
}

function entryOf(mode: string, id: string): TreeEntry | undefined {
  return mode === "000000" ? undefined : { id, mode };
}

/** A git time, in seconds and the offset of its author (`+0200`), in ISO 8601. Never fails. */
export function isoDate(seconds: number, offset: string): string {
  const sign = offset.startsWith("-") ? -1 : 1;
  const minutes = sign * (Number(offset.slice(1, 3)) * 60 + Number(offset.slice(3, 5)));
  const local = new Date((seconds + minutes * 60) * 1000);
  if (Number.isNaN(local.getTime())) return "1970-01-01T00:00:00+00:00";
  return `${local.toISOString().slice(0, 19)}${offset.slice(0, 3)}:${offset.slice(3)}`;
}
