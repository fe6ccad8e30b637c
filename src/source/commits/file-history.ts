import { textOfBytes } from "../../base/byte-text.ts";
import { isoDate } from "../../base/moment.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { LINK_MODE } from "../../model/inventory/tree-entries.ts";
import type { LineCommit } from "../../model/results/history.ts";
import type { FileCommit } from "../../model/results/why.ts";
import { git, printedPieces, runGit } from "../git/program/process.ts";
import { type GitProgram, gitPath } from "../git/program/program.ts";

export interface FileHistory {
  readonly from: string;
  readonly to: string;
  /** Paths from the top of the repository. */
  readonly paths: readonly string[];
}

/**
 * The commits that lead to one of two commits only and changed one of the files, newest first; those of the earlier one
 * are marked as undone. Throws HeirError when git fails.
 */
export async function fileCommits(
  program: GitProgram,
  { from, to, paths }: FileHistory,
  options: Abortable = {},
): Promise<readonly FileCommit[]> {
  const format = "--format=%m%x00%H%x00%aN%x00%aI%x00%s";
  const range = ["--left-right", `${from}...${to}`, "--", ...paths.map((path) => gitPath(program, path))];
  const listed = await git(program, ["rev-list", "--no-commit-header", "--encoding=UTF-8", format, ...range], options);
  return printedPieces(listed).map(fileCommit);
}

const SHORT = 7;

/** A commit out of its mark, id, author, date and subject, with NUL between them. */
export function fileCommit(line: string): FileCommit {
  const [mark = "", id = "", author = "", date = "", subject = ""] = line.split("\0");
  return { id, shortId: id.slice(0, SHORT), author, date, subject, undone: mark === "<" };
}

export interface EditCommits {
  /** Newest first; those of the earlier end are marked as undone. */
  readonly commits: readonly FileCommit[];
  /** By the id of a commit: the paths that it changed, from the top of the repository. A merge has none of its own. */
  readonly paths: ReadonlyMap<string, ReadonlySet<string>>;
}

/** How many commits are asked for their paths; those of a longer history are too many to read. */
const MOST_COMMITS = 300;
/** More paths than this are not given to git as arguments: all commits between the ends count. */
const MOST_PATHS = 500;

/** {@link fileCommits} for many files at once, and which commit changed which. Throws HeirError when git fails. */
export async function editCommits(
  program: GitProgram,
  history: FileHistory,
  options: Abortable = {},
): Promise<EditCommits> {
  const paths = history.paths.length > MOST_PATHS ? [] : history.paths;
  const commits = (await fileCommits(program, { ...history, paths }, options)).slice(0, MOST_COMMITS);
  if (commits.length === 0) return { commits, paths: new Map() };
  const ids = new Set(commits.map(({ id }) => id));
  const form = ["--stdin", "--always", "--root", "--raw", "-z", "-r", "--no-renames", "--no-relative"];
  const input = [...ids].map((id) => `${id}\n`).join("");
  const listed = await git(program, ["diff-tree", ...form], { ...options, input });
  return { commits, paths: changedPaths(textOfBytes(listed)) };
}

/** Ids of commits, each followed by `:MODE MODE ID ID STATUS` and a path for each file, all between NUL bytes. */
function changedPaths(text: string): ReadonlyMap<string, ReadonlySet<string>> {
  const found = new Map<string, Set<string>>();
  let open = new Set<string>();
  const tokens = text.split("\0").values();
  for (const token of tokens) {
    if (token.startsWith(":")) open.add(tokens.next().value ?? "");
    else if (token !== "") {
      open = new Set();
      found.set(token, open);
    }
  }
  return found;
}

/** Files renamed between two trees, at half the content or more: old path to new; none without a tree. Never fails. */
export async function renamedFiles(
  program: GitProgram,
  { old, now }: { readonly old: string; readonly now: string },
  options: Abortable = {},
): Promise<ReadonlyMap<string, string>> {
  const args = ["diff-tree", "-r", "-z", "-M50%", "--diff-filter=R", "--name-status", old, now, "--"];
  const { status, stdout } = old === "" || now === "" ? NOTHING : await runGit(program, args, options);
  const renamed = new Map<string, string>();
  if (status !== 0) return renamed;
  const fields = stdout.toString().split("\0");
  for (let at = 0; at + 2 < fields.length; at += 3) renamed.set(fields[at + 1] ?? "", fields[at + 2] ?? "");
  return renamed;
}

/** Paths from the top that differ between two trees or commits. Throws HeirError when git fails. */
export async function differingPaths(
  program: GitProgram,
  { old, now }: { readonly old: string; readonly now: string },
  options: Abortable = {},
): Promise<readonly string[]> {
  const args = ["diff-tree", "-r", "-z", "--no-renames", "--name-only", old, now, "--"];
  return printedPieces(await git(program, args, options), "\0");
}

const NOTHING = { status: 0, stdout: "" };

/** Those of some files of a tree that are symbolic links; none if git has no such tree. Never fails. */
export async function linkedFiles(
  program: GitProgram,
  { tree, paths }: { readonly tree: string; readonly paths: readonly string[] },
  options: Abortable = {},
): Promise<readonly string[]> {
  if (tree === "" || paths.length === 0) return [];
  const { status, stdout } = await runGit(program, ["ls-tree", "-z", "--full-tree", tree, "--", ...paths], options);
  if (status !== 0) return [];
  return printedPieces(stdout, "\0").flatMap((entry) => {
    return entry.startsWith(LINK_MODE) ? entry.slice(entry.indexOf("\t") + 1) : [];
  });
}

export interface LinesRequest extends Abortable {
  /** A revision. Git would read a file of the work tree through its filter. */
  readonly commit: string;
  /** From the top of the repository. */
  readonly path: string;
  /** Counted from 1. */
  readonly lines: readonly number[];
}

/** The authors of lines of a file according to `git blame`, by line; empty where git does not know the file. */
export async function linesOf(program: GitProgram, request: LinesRequest): Promise<ReadonlyMap<number, LineCommit>> {
  const { commit, path, lines, signal } = request;
  const ranges = [...new Set(lines)].flatMap((line) => ["-L", `${line},${line}`]);
  const form = ["--line-porcelain", "--no-textconv", "--encoding=UTF-8"];
  const args = ["blame", ...form, ...ranges, commit, "--", gitPath(program, path)];
  const { status, stdout } = await runGit(program, args, { signal });
  return status === 0 ? readBlame(stdout.toString()) : new Map();
}

/** The text of a file in a revision; undefined if it has none. Throws GitMissing without a git program. */
export async function committedText(
  program: GitProgram,
  { commit, path, signal }: Omit<LinesRequest, "lines">,
): Promise<string | undefined> {
  const { status, stdout } = await runGit(program, ["cat-file", "blob", `${commit}:${path}`], { signal });
  return status === 0 ? stdout.toString() : undefined;
}

/** Lines of a record up to the line of the file, which alone begins with a tab. */
function readBlame(text: string): ReadonlyMap<number, LineCommit> {
  const found = new Map<number, LineCommit>();
  let headers: string[] = [];
  for (const line of text.split("\n")) {
    if (!line.startsWith("\t")) {
      headers.push(line);
      continue;
    }
    const [id = "", , number] = headers[0]?.split(" ") ?? [];
    found.set(Number(number), lineCommit(id, headers));
    headers = [];
  }
  return found;
}

function lineCommit(id: string, headers: readonly string[]): LineCommit {
  const header = (name: string): string => {
    const found = headers.find((line) => line.startsWith(`${name} `));
    return found === undefined ? "" : found.slice(name.length + 1);
  };
  return {
    id,
    author: header("author"),
    email: header("author-mail").replace(/^<|>$/g, ""),
    date: isoDate(Number(header("author-time")), header("author-tz")),
    subject: header("summary"),
  };
}
