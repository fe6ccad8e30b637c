import { join } from "node:path";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { regularFileText } from "../../source/disk/regular-file.ts";
import type { GitProgram } from "../../source/git/program/call.ts";
import type { Environment } from "../../source/git/program/environment.ts";
import type { MergeSides } from "../../source/git/program/merge-tree.ts";
import { git } from "../../source/git/program/process.ts";
import { commitIds, objectIds } from "../../source/history/commit-ids.ts";
import type { Source } from "../../source/open.ts";

interface Asking {
  readonly source: Source;
  readonly program: GitProgram;
  readonly env: Environment;
}

/**
 * The commits that git may be merging, as it does not say to a driver which they are: those that have blobs with these ids, of base,
 * ours and theirs, at the path. HEAD or a ref is ours; theirs is what git has noted, else a ref; base is the parent of theirs, as for
 * a pick, or the merge base. None if they are not found. Throws HeirError when git fails.
 */
export async function possibleSides(
  { source, program, env }: Asking,
  { ids: [base, ours, theirs], path }: { readonly ids: readonly (string | undefined)[]; readonly path: string },
  options: Abortable = {},
): Promise<readonly MergeSides[]> {
  const refs = [
    ...new Set((await git(program, ["for-each-ref", "--format=%(objectname)"], options)).toString().split("\n")),
  ];
  const having = async (commits: readonly string[], blob: string | undefined) => {
    const found = await commitIds(program, commits, options);
    const names = commits.map((commit) => `${commit}:${path}`);
    const blobs = await objectIds(program, { type: "blob", names }, options);
    return [
      ...new Set(found.flatMap((id, at) => (id !== undefined && blob !== undefined && blobs[at] === blob ? [id] : []))),
    ];
  };
  const [head] = await having(["HEAD"], ours);
  const here = head === undefined ? await having(refs, ours) : [head];
  const noted = await having(notedCommits(source, env), theirs);
  const there = noted.length > 0 ? noted : (await having(refs, theirs)).filter((id) => !here.includes(id));
  const sides: MergeSides[] = [];
  for (const one of here) {
    for (const other of there) {
      const ancestor = await source.mergeBase(one, other, options);
      const bases = await having([`${other}^`, ancestor ?? ""], base);
      sides.push(...bases.map((each) => ({ ours: one, theirs: other, base: each !== ancestor ? each : undefined })));
    }
  }
  return sides;
}

/** What git notes of the commit that it merges or picks, before it asks a driver. */
function notedCommits({ git: facts }: Source, env: Environment): readonly string[] {
  const heads = Object.keys(env).flatMap((name) => /^GITHEAD_([0-9a-f]+)$/.exec(name)?.[1] ?? []);
  const text = (name: string) => (facts === undefined ? "" : (regularFileText(join(facts.gitDir, name)) ?? ""));
  const picked = text("rebase-merge/done").trim().split("\n").at(-1)?.split(" ")[1];
  const names = [picked, text("rebase-apply/original-commit").trim(), ...heads];
  return names.flatMap((name) => name || []);
}
