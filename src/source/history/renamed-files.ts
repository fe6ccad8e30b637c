import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { git, runGit } from "../git/program/process.ts";

/**
 * Files that git finds renamed between two trees, at half the content or more: old path to new, from the root of the trees.
 * None where git has no such tree: the work tree is none, and a state without an inventory. Never fails.
 */
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
  const paths = (await git(program, args, options)).toString().split("\0");
  return paths.filter((path) => path !== "");
}

const NOTHING = { status: 0, stdout: "" };

/** Those of some files of a tree that are symbolic links; none where git has no such tree. Never fails. */
export async function linkedFiles(
  program: GitProgram,
  { tree, paths }: { readonly tree: string; readonly paths: readonly string[] },
  options: Abortable = {},
): Promise<readonly string[]> {
  if (tree === "" || paths.length === 0) return [];
  const { status, stdout } = await runGit(program, ["ls-tree", "-z", "--full-tree", tree, "--", ...paths], options);
  if (status !== 0) return [];
  const entries = stdout.toString().split("\0");
  return entries.flatMap((entry) => (entry.startsWith("120000 ") ? entry.slice(entry.indexOf("\t") + 1) : []));
}
