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
  /** From the top of the inventory folder. */
  readonly path: string;
  /** Counted from 1. */
  readonly lines: readonly number[];
}

/** Where the program and the inventory lie. */
interface BlamePlace {
  readonly program: GitProgram;
  readonly git: GitFacts;
}

/** Who wrote lines of a file, as `git blame` tells it, by line; empty where git knows no such file. */
export async function linesOf(
  { program, git }: BlamePlace,
  request: LinesRequest,
): Promise<ReadonlyMap<number, LineCommit>> {
  const { commit, path, lines, signal } = request;
  const ranges = [...new Set(lines)].flatMap((line) => ["-L", `${line},${line}`]);
  const revision = commit === undefined ? [] : [commit];
  const full = git.prefix === "" ? path : `${git.prefix}/${path}`;
  // Unlike other commands, blame reads the path from the folder in which it is started.
  const file = git.topLevel === undefined ? full : relative(program.cwd, join(git.topLevel, full));
  const args = ["blame", "--line-porcelain", "--encoding=UTF-8", ...ranges, ...revision, "--", file];
  const { status, stdout } = await runGit(program, args, signal === undefined ? {} : { signal });
  return status === 0 ? readBlame(stdout.toString()) : new Map();
}

function readBlame(text: string): ReadonlyMap<number, LineCommit> {
  const found = new Map<number, LineCommit>();
  for (const part of text.split(/^(?=[0-9a-f]{40,64} \d+ \d+)/m)) {
    const [, id = "", line] = /^([0-9a-f]+) \d+ (\d+)/.exec(part) ?? [];
    if (line === undefined) continue;
    const header = (name: string): string => new RegExp(`^${name} (.*)$`, "m").exec(part)?.[1] ?? "";
    found.set(Number(line), {
      id: /^0+$/.test(id) ? undefined : id,
      author: header("author"),
      email: header("author-mail").replace(/^<|>$/g, ""),
      date: isoDate(Number(header("author-time")), header("author-tz")),
      subject: header("summary"),
    });
  }
  return found;
}
