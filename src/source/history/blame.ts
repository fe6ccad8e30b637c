import type { Abortable } from "../../model/inventory/snapshot.ts";
import { runGit } from "../git/program/process.ts";
import { type GitProgram, gitPath } from "../git/program/program.ts";
import type { HistoryCommit } from "./commit.ts";
import { isoDate } from "./raw-log.ts";

export type LineCommit = Pick<HistoryCommit, "id" | "author" | "email" | "date" | "subject">;

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
