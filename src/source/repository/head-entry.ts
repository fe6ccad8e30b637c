import type { GitProgram } from "../git/program/call.ts";
import { git } from "../git/program/process.ts";
import { headCommit } from "../history/page.ts";

/** What HEAD has at a path, as `MODE ID`; undefined where it has nothing. Throws HeirError when git fails. */
export async function headEntry(program: GitProgram, path: string): Promise<string | undefined> {
  const head = await headCommit(program);
  if (head === undefined) return undefined;
  const listed = await git(program, ["ls-tree", "-z", "--full-tree", "--end-of-options", head, path]);
  const [, mode, id] = /^(\d+) \w+ ([0-9a-f]+)\t/.exec(listed.toString()) ?? [];
  return mode === undefined || id === undefined ? undefined : `${mode} ${id}`;
}
