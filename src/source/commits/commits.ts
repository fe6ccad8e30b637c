import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { HistoryCommit } from "../../model/results/history.ts";
import { git, gitOutput, printedPieces, runGit } from "../git/program/process.ts";
import { type GitProgram, gitPath } from "../git/program/program.ts";
import type { CommitInfo } from "../git/store.ts";
import { fileCommit } from "./file-history.ts";

/** The commit ids of names, tags peeled, in the order given; undefined for a name that is no commit. */
export async function commitIds(
  program: GitProgram,
  names: readonly string[],
  options: Abortable = {},
): Promise<readonly (string | undefined)[]> {
  return objectIds(program, { type: "commit", names: names.map((name) => `${name}^{commit}`) }, options);
}

/** The ids of objects of a type by their names, in the order given; undefined for a name that is none. Throws HeirError when git fails. */
export async function objectIds(
  program: GitProgram,
  { type, names }: { readonly type: "commit" | "blob"; readonly names: readonly string[] },
  options: Abortable = {},
): Promise<readonly (string | undefined)[]> {
  if (names.length === 0) return [];
  const input = names.map((name) => `${name}\n`).join("");
  const answers = await git(program, ["cat-file", "--batch-check=%(objecttype) %(objectname)"], { ...options, input });
  const lines = answers.toString().split("\n");
  return names.map((_, index) => {
    const [, found, id] = /^(commit|blob) ([0-9a-f]+)$/.exec(lines[index] ?? "") ?? [];
    return found === type ? id : undefined;
  });
}

/** What an object is, tags peeled: `tree` or `blob` for what is no commit; undefined if it is not there. */
export async function objectType(program: GitProgram, id: string, options: Abortable): Promise<string | undefined> {
  const answer = await git(program, ["cat-file", "--batch-check=%(objecttype)"], { ...options, input: `${id}^{}\n` });
  return /^(?:commit|tree|blob)$/m.exec(answer.toString())?.[0];
}

export type ListedCommit = Pick<CommitInfo, "id" | "parents" | "subject">;

/** A commit, and what a copy of it keeps. */
export interface AuthoredCommit extends ListedCommit {
  /** Author, date of the author and subject, as one text. */
  readonly key: string;
}

/** Commits that some revisions reach and others do not, the newest first. Throws HeirError when git fails. */
export async function commitsBeyond(
  program: GitProgram,
  { revisions, known }: { readonly revisions: readonly string[]; readonly known: readonly string[] },
  { most, ...options }: Abortable & { readonly most?: number } = {},
): Promise<readonly AuthoredCommit[]> {
  const format = "--format=%H%x00%P%x00%s%x00%an%x00%ae%x00%at";
  const limit = most === undefined ? [] : [`--max-count=${most}`];
  const [flags, tips] = [true, false].map((isFlag) => revisions.filter((each) => each.startsWith("-") === isFlag));
  const range = [...(flags ?? []), "--stdin", "--not", ...known];
  const args = ["rev-list", "--topo-order", "--no-commit-header", "--encoding=UTF-8", format, ...limit, ...range];
  // A push may bring more tips than a command line holds.
  const input = tips?.map((each) => `${each}\n`).join("") ?? "";
  return printedPieces(await git(program, args, { ...options, input })).map((line) => {
    const [id = "", parents = "", ...rest] = line.split("\0");
    return { id, parents: words(parents, " "), subject: rest[0] ?? "", key: rest.join("\0") };
  });
}

export interface CommitTrailer {
  readonly commit: string;
  readonly name: string;
  readonly value: string;
}

/** The trailers of some names in the commits that `now` reaches, and `old` does not. Throws HeirError when git fails. */
export async function trailersBetween(
  program: GitProgram,
  { old, now, names }: { readonly old: string | undefined; readonly now: string; readonly names: readonly string[] },
): Promise<readonly CommitTrailer[]> {
  const parts = names.map((name) => `%(trailers:key=${name},valueonly=true,separator=%x1F,unfold=true)`);
  const format = `--format=%H%x00${parts.join("%x00")}`;
  const range = [now, ...(old === undefined ? [] : [`^${old}`])];
  const listed = await git(program, ["rev-list", "--no-commit-header", "--encoding=UTF-8", format, ...range, "--"]);
  return printedPieces(listed).flatMap((line) => {
    const [commit = "", ...values] = line.split("\0");
    return names.flatMap((name, at) => words(values[at] ?? "", "\x1f").map((value) => ({ commit, name, value })));
  });
}

/** Whether git accepts the signature of a commit. Never fails: what cannot be verified is not signed. */
export async function isSignedCommit(program: GitProgram, commit: string): Promise<boolean> {
  return (await runGit(program, ["verify-commit", commit])).status === 0;
}

/** The values of a trailer in a message; comments in it do not count. Throws HeirError when git fails. */
export async function messageTrailers(program: GitProgram, message: string, name: string): Promise<readonly string[]> {
  const parsed = await git(program, ["interpret-trailers", "--parse", "--no-divider"], { input: message });
  const start = `${name.toLowerCase()}:`;
  const found = printedPieces(parsed).filter((line) => line.toLowerCase().startsWith(start));
  return found.map((line) => line.slice(start.length).trim());
}

function words(text: string, separator: string): readonly string[] {
  const all = text.split(separator).map((word) => word.trim());
  return all.filter((word) => word !== "");
}

/** The ids of the parents of a commit. Throws HeirError when git fails. */
export async function commitParents(program: GitProgram, commit: string): Promise<readonly string[]> {
  const listed = await git(program, ["rev-list", "--parents", "--max-count=1", "--end-of-options", commit, "--"]);
  return listed.toString().trim().split(" ").slice(1);
}

/** The branches of other repositories that have a commit. Throws HeirError when git fails. */
export async function remoteBranchesWith(program: GitProgram, commit: string): Promise<readonly string[]> {
  const args = ["for-each-ref", "--format=%(refname:short)", `--contains=${commit}`, "refs/remotes"];
  return printedPieces(await git(program, args));
}

export interface CommitLine extends Pick<HistoryCommit, "id" | "parents" | "author" | "subject"> {
  /** When it was written, in seconds since 1970. */
  readonly time: number;
}

interface HistoryRest extends Abortable {
  /** A revision or range, as `git log` reads it. */
  readonly range: string;
  readonly skip: number;
}

const FORMAT = "--format=%H%x00%P%x00%at%x00%aN%x00%s";

/** Some commits of a history, newest first, in the order of `git log`. Throws HeirError when git fails. */
export async function historyPage(
  program: GitProgram,
  { range, skip, count, signal }: HistoryRest & { readonly count: number },
): Promise<readonly CommitLine[]> {
  const args = listing(range, [`--skip=${skip}`, `--max-count=${count}`]);
  return printedPieces(await git(program, args, { signal })).map(commitLine);
}

/**
 * All commits of a history after the first ones, in batches, read while git still lists them. Throws HeirError when git
 * fails, the signal's reason when aborted. Ending the iteration early ends git.
 */
export async function* historyRest(program: GitProgram, rest: HistoryRest): AsyncGenerator<readonly CommitLine[]> {
  const { range, skip, signal } = rest;
  const output = gitOutput(program, listing(range, [`--skip=${skip}`]), { signal });
  let begun = Buffer.alloc(0);
  for await (const chunk of output) {
    const all = Buffer.concat([begun, chunk]);
    const end = all.lastIndexOf("\n") + 1;
    begun = all.subarray(end);
    if (end > 0) yield printedPieces(all.subarray(0, end)).map(commitLine);
  }
}

function listing(range: string, limits: readonly string[]): readonly string[] {
  return ["rev-list", "--no-commit-header", "--encoding=UTF-8", FORMAT, ...limits, "--end-of-options", range, "--"];
}

/** How many commits a revision or range has. Throws HeirError when git fails. */
export async function commitCount(program: GitProgram, range: string, options: Abortable = {}): Promise<number> {
  return Number((await git(program, ["rev-list", "--count", "--end-of-options", range, "--"], options)).toString());
}

function commitLine(line: string): CommitLine {
  const [id = "", parents = "", time = "", author = "", ...subject] = line.split("\0");
  const ids = parents.split(" ").filter((parent) => parent !== "");
  return { id, parents: ids, time: Number(time), author, subject: subject.join("\0") };
}

export interface BisectRange {
  /** The commit searched for is this one or an ancestor of it. */
  readonly now: string;
  /** The commit searched for is none of these and no ancestor of them. */
  readonly former: readonly string[];
  /** Only commits that change one of these folders count; "" is the top. */
  readonly folders: readonly string[];
}

/**
 * The commit that `git bisect` would choose in a range, merges included, and how many commits there are; none in an
 * empty range. Throws HeirError when git fails.
 */
export async function middleOf(
  program: GitProgram,
  { now, former, folders }: BisectRange,
  options: Abortable = {},
): Promise<{ readonly commit: string | undefined; readonly count: number }> {
  const paths = folders.includes("") ? [] : folders.map((folder) => gitPath(program, folder));
  const args = ["rev-list", "--bisect-vars", now, "--not", ...former, "--", ...paths];
  const output = (await git(program, args, options)).toString();
  const commit = /^bisect_rev='([0-9a-f]+)'$/m.exec(output)?.[1];
  return { commit, count: Number(/^bisect_all=(\d+)$/m.exec(output)?.[1] ?? 0) };
}

/** The author, date, subject and parents of a commit. Throws HeirError when git fails. */
export async function commitFacts(
  program: GitProgram,
  id: string,
  options: Abortable = {},
): Promise<{ readonly commit: ReturnType<typeof fileCommit>; readonly parents: readonly string[] }> {
  const format = "--format=>%x00%H%x00%aN%x00%aI%x00%s%x00%P";
  const args = ["rev-list", "--no-commit-header", "--encoding=UTF-8", "--max-count=1", format, id];
  const line = (await git(program, args, options)).toString().trimEnd();
  const parents = line.slice(line.lastIndexOf("\0") + 1).split(" ");
  return { commit: fileCommit(line), parents: parents.filter((parent) => parent !== "") };
}

/** Two commits that git takes for the same in two ranges; one without the other has none in the other range. */
interface CommitPair {
  readonly old: string | null;
  readonly new: string | null;
  /** `=` for equal patches, `!` for different ones, `<` and `>` for a commit of one range alone. */
  readonly sign: string;
  readonly subject: string;
}

/** The commits of two ranges in pairs, as `git range-diff` makes them. Throws HeirError when git fails. */
export async function rangeDiff(
  program: GitProgram,
  ranges: readonly string[],
  options: Abortable = {},
): Promise<readonly CommitPair[]> {
  const args = ["-c", "core.abbrev=no", "range-diff", "--no-color", "--no-patch", ...ranges];
  const lines = (await git(program, args, options)).toString().split("\n");
  return lines.flatMap((line): readonly CommitPair[] => {
    const [, old = "", sign = "", now = "", subject = ""] =
      /^\s*(?:\d+|-):\s+(\S+) ([=!<>])\s+(?:\d+|-):\s+(\S+) ?(.*)$/.exec(line) ?? [];
    return sign === "" ? [] : [{ old: idOf(old), new: idOf(now), sign, subject }];
  });
}

function idOf(text: string): string | null {
  return text.startsWith("-") ? null : text;
}
