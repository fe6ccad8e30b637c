import { hasForeignBytes, textOfBytes } from "../../base/byte-text.ts";
import { isoDate } from "../../base/moment.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { TreeEntry } from "../../model/inventory/tree-entries.ts";
import type { FileDifference, HistoryCommit, HistoryRange } from "../../model/results/history.ts";
import { gitOutput } from "../git/program/process.ts";
import type { GitProgram } from "../git/program/program.ts";

/** What one git compares: a commit and one of its parents, or a commit alone, which differs from nothing. */
interface Compared {
  /** As git reads it: the ids of both, or of the commit. */
  readonly line: string;
  readonly commit: HistoryCommit;
  /** What the comparison fills in. */
  readonly differences: FileDifference[];
  readonly isLast: boolean;
}

/**
 * The commits of a range, newest first, no commit before its children. One git lists, another one compares. Both write
 * fields between NUL bytes; sequence alone says what a field is, so no text can look like another one (rule S12 in
 * docs/concepts/snapshots.md). Paths begin at the top. Ending early ends both. Throws HeirError when git fails, and the
 * signal's reason.
 */
export async function* historyCommits(
  program: GitProgram,
  range: HistoryRange,
  options: Abortable = {},
): AsyncGenerator<HistoryCommit> {
  const waiting: Compared[] = [];
  const input = linesToCompare(gitOutput(program, listArguments(range), options), range, waiting);
  let open: Compared | undefined;
  let meta: string | undefined;
  for await (const tokens of separated(gitOutput(program, COMPARE, { ...options, input }), "\0")) {
    // The id of a commit, `:MODE MODE ID ID STATUS`, or the path that follows that.
    for (const token of tokens) {
      if (meta !== undefined) {
        open?.differences.push(...differenceOf(meta, token));
        meta = undefined;
      } else if (token.startsWith(":")) meta = token;
      else if (token !== "") {
        if (open?.isLast) yield open.commit;
        open = waiting.shift();
      }
    }
  }
  if (open?.isLast) yield open.commit;
}

/** Sets every option whose default the user's settings could change. */
function listArguments(range: HistoryRange): readonly string[] {
  const format = "--format=%H%x00%P%x00%an%x00%ae%x00%ad%x00%s";
  const form = ["--topo-order", "--no-commit-header", "--encoding=UTF-8", "--date=raw", format];
  const { start, end } = range.stretch ?? {};
  const some = start === undefined || end === undefined ? [] : [`--skip=${start}`, `--max-count=${end - start}`];
  return revList(range, ...form, ...some);
}

/** `--always` writes the id of each commit, whether or not it differs. */
const COMPARE = "diff-tree --stdin --always --raw -z -r --no-renames --no-abbrev --no-relative".split(" ");

/** Reads the listing, yields the lines to compare as git reads them, and puts what is compared into `waiting` in order. */
async function* linesToCompare(
  listing: AsyncIterable<Buffer>,
  { firstParent }: Pick<HistoryRange, "firstParent">,
  waiting: Compared[],
): AsyncGenerator<string> {
  for await (const lines of separated(listing, "\n")) {
    const all = lines.filter((line) => line !== "").flatMap((line) => comparisons(line, firstParent));
    waiting.push(...all);
    yield all.map((each) => `${each.line}\n`).join("");
  }
}

function comparisons(line: string, firstParent: boolean): readonly Compared[] {
  const [id = "", ids = "", author = "", email = "", written = "", subject = ""] = line.split("\0");
  const parents = ids.split(" ").filter((parent) => parent !== "");
  const compared = [...new Set(firstParent ? parents.slice(0, 1) : parents)];
  const differences = new Map(compared.map((parent): [string, FileDifference[]] => [parent, []]));
  const [seconds = "0", offset = "+0000"] = written.split(" ");
  const date = isoDate(Number(seconds), offset);
  const commit: HistoryCommit = { id, parents, compared, author, email, date, subject, differences };
  if (compared.length === 0) return [{ line: id, commit, differences: [], isLast: true }];
  return [...differences].map(([parent, each]) => {
    return { line: `${id} ${parent}`, commit, differences: each, isLast: parent === compared.at(-1) };
  });
}

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

/** None for a path that is no UTF-8: nothing is read of it. */
function differenceOf(meta: string, path: string): readonly FileDifference[] {
  if (hasForeignBytes(path)) return [];
  const [middle, end] = [meta.indexOf(" ", IDS), meta.lastIndexOf(" ")];
  const before = entryOf(meta.slice(1, 7), meta.slice(IDS, middle));
  const after = entryOf(meta.slice(8, 14), meta.slice(middle + 1, end));
  return [{ path, before, after }];
}

function entryOf(mode: string, id: string): TreeEntry | undefined {
  return mode === "000000" ? undefined : { id, mode };
}

/** The words for git that list the commits of a range, each as the options say. */
export function revList({ revisions, firstParent }: HistoryRange, ...options: readonly string[]): readonly string[] {
  const parents = firstParent ? ["--first-parent"] : [];
  return ["rev-list", ...options, ...parents, "--end-of-options", ...revisions, "--"];
}
