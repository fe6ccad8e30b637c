import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { git } from "../git/program/process.ts";

/** The commit ids of names, tags peeled, in the order given; undefined for a name that is no commit. */
export async function commitIds(
  program: GitProgram,
  names: readonly string[],
  options: Abortable = {},
): Promise<readonly (string | undefined)[]> {
  if (names.length === 0) return [];
  const input = names.map((name) => `${name}^{commit}\n`).join("");
  const answers = await git(program, ["cat-file", "--batch-check=%(objecttype) %(objectname)"], { ...options, input });
  const lines = answers.toString().split("\n");
  return names.map((_, index) => /^commit ([0-9a-f]+)$/.exec(lines[index] ?? "")?.[1]);
}

/** The parts of a commit that checking it needs. */
export interface ListedCommit {
  readonly id: string;
  readonly parents: readonly string[];
  readonly subject: string;
  /** Values of the trailers asked for. */
  readonly trailers: readonly string[];
}

interface CommitRange extends Abortable {
  readonly tips: readonly string[];
  /** Name of the trailer whose values are wanted. */
  readonly trailer: string;
}

/** Commits reachable from the tips and from no ref yet, parents first. Throws HeirError when git fails. */
export async function unseenCommits(program: GitProgram, range: CommitRange): Promise<readonly ListedCommit[]> {
  const trailers = `%(trailers:key=${range.trailer},valueonly=true,separator=%x2C)`;
  const format = `--format=%H%x00%P%x00%s%x00${trailers}`;
  const args = [
    "rev-list",
    "--topo-order",
    "--reverse",
    "--no-commit-header",
    "--encoding=UTF-8",
    format,
    "--stdin",
    "--not",
    "--all",
  ];
  const input = range.tips.map((tip) => `${tip}\n`).join("");
  const { signal } = range;
  const listed = await git(program, args, { input, ...(signal !== undefined && { signal }) });
  const lines = listed.toString().split("\n");
  return lines.filter((line) => line !== "").map(listedCommit);
}

/** The values of a trailer in the message of one commit. Throws HeirError when git fails. */
export async function commitTrailers(program: GitProgram, commit: string, trailer: string): Promise<readonly string[]> {
  const message = await git(program, ["cat-file", "commit", commit]);
  const text = message.toString();
  return messageTrailers(program, text.slice(text.indexOf("\n\n") + 2), trailer);
}

/** The values of a trailer in a message; comments in it do not count. Throws HeirError when git fails. */
export async function messageTrailers(
  program: GitProgram,
  message: string,
  trailer: string,
): Promise<readonly string[]> {
  const parsed = await git(program, ["interpret-trailers", "--parse", "--no-divider"], { input: message });
  const start = `${trailer.toLowerCase()}:`;
  const lines = parsed.toString().split("\n");
  return lines.filter((line) => line.toLowerCase().startsWith(start)).map((line) => line.slice(start.length).trim());
}

function listedCommit(line: string): ListedCommit {
  const [id = "", parents = "", subject = "", trailers = ""] = line.split("\0");
  return { id, parents: words(parents, " "), subject, trailers: words(trailers, ",") };
}

function words(text: string, separator: string): readonly string[] {
  return text
    .split(separator)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}
