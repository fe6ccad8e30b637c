import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { GitProgram } from "../git/program/call.ts";
import { runGit } from "../git/program/process.ts";

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
