import { join, relative } from "node:path";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { type GitProgram, runGit } from "../git/program/process.ts";
import type { GitFacts } from "../git/store.ts";
import { isoDate } from "./iso-date.ts";

/** The commit that wrote a line. */
export interface LineCommit {
  /** Undefined for a line that is not committed yet. */
  readonly id: string | undefined;
  readonly author: string;
  readonly email: string;
  readonly date: string;
  readonly subject: string;
}

export interface LinesRequest extends Abortable {
  /** A commit; the work tree when absent. */
  readonly commit: string | undefined;
  /** From the top of the repository. */
  readonly path: string;
  /** Counted from 1. */
  readonly lines: readonly number[];
}

/** The git program, and the repository with the inventory. */
interface BlamePlace {
  readonly program: GitProgram;
  readonly git: GitFacts;
}

/** The authors of lines of a file according to `git blame`, by line; empty where git does not know the file. */
export async function linesOf(
  { program, git }: BlamePlace,
  request: LinesRequest,
): Promise<ReadonlyMap<number, LineCommit>> {
  const { commit, path, lines, signal } = request;
  const ranges = [...new Set(lines)].flatMap((line) => ["-L", `${line},${line}`]);
  const revision = commit === undefined ? [] : [commit];
  // Unlike other commands, blame reads the path from the folder in which it is started.
  const file = git.topLevel === undefined ? path : relative(program.cwd, join(git.topLevel, path));
  const args = ["blame", "--line-porcelain", "--encoding=UTF-8", ...ranges, ...revision, "--", file];
  const { status, stdout } = await runGit(program, args, { signal });
  return status === 0 ? readBlame(stdout.toString()) : new Map();
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
    id: /^0+$/.test(id) ? undefined : id,
    author: header("author"),
    email: header("author-mail").replace(/^<|>$/g, ""),
    date: isoDate(Number(header("author-time")), header("author-tz")),
    subject: header("summary"),
  };
}
