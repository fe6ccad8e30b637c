import type { Abortable } from "../../model/inventory/snapshot.ts";
import { git, printedPieces, runGit } from "../git/program/process.ts";
import type { GitProgram } from "../git/program/program.ts";
import type { CommitInfo } from "../git/store.ts";

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
