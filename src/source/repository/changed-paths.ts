import { compareText } from "../../base/text-order.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { emptyTreeId } from "../git/object-id.ts";
import { fromTop } from "../git/program/call.ts";
import { readCheckout } from "../git/program/checkout.ts";
import { indexStages } from "../git/program/index-entries.ts";
import { git } from "../git/program/process.ts";
import { hashFiles } from "../snapshot/read-disk.ts";
import type { GitPlace } from "./locate.ts";

/** A path that a commit would change, or could: the two letters are those of `git status --short`. */
export interface ChangedPath {
  /** From the top of the work tree. */
  readonly path: string;
  /** The index against HEAD: `M`, `A`, `D`, `T`, `U` for unmerged, `?` for untracked, a space for the same. */
  readonly index: string;
  /** The work tree against the index: `M`, `D`, `U`, `?`, or a space. */
  readonly worktree: string;
}

/**
 * What differs between HEAD, the index and the work tree, sorted by path. git lists, and compares nothing with files: that
 * would run filters; so a file with a filter that was written again counts as changed. Throws HeirError when git fails.
 */
export async function changedPaths(
  place: GitPlace,
  head: string | undefined,
  options: Abortable = {},
): Promise<readonly ChangedPath[]> {
  const staged = await stagedLetters(place, head, options);
  const worktree = await worktreeLetters(place, options);
  const paths = [...new Set([...staged.keys(), ...worktree.keys()])].sort(compareText);
  return paths.map((path) => lettersOf(path, staged.get(path), worktree.get(path)));
}

function lettersOf(path: string, index: string | undefined, worktree: string | undefined): ChangedPath {
  if (index === "U") return { path, index, worktree: "U" };
  if (worktree === "?") return { path, index: index ?? "?", worktree };
  return { path, index: index ?? " ", worktree: worktree ?? " " };
}

async function stagedLetters(
  { facts, program }: GitPlace,
  head: string | undefined,
  options: Abortable,
): Promise<ReadonlyMap<string, string>> {
  const from = head ?? emptyTreeId(facts.objectFormat);
  const args = ["diff-index", "--cached", "--name-status", "-z", "--no-renames", from, "--", fromTop(program, "")];
  const fields = (await git(program, args, options)).toString().split("\0");
  const letters = new Map<string, string>();
  for (let at = 0; at + 1 < fields.length; at += 2) letters.set(fields[at + 1] ?? "", fields[at] ?? "");
  return letters;
}

async function worktreeLetters({ facts, program }: GitPlace, options: Abortable): Promise<ReadonlyMap<string, string>> {
  const { topLevel: root, objectFormat: format } = facts;
  const letters = new Map<string, string>();
  if (root === undefined) return letters;
  const { dirty, indexed, links } = await readCheckout(program, { ...options, root, prefix: "" });
  const stages = await indexStages(program);
  const { ids } = await hashFiles({ folder: root, paths: indexed.keys(), format, indexed, report: () => undefined });
  for (const path of dirty) {
    const isSame = indexed.has(path) && ids.get(path) === indexed.get(path);
    if (!isSame && !links.has(path)) letters.set(path, stages.has(path) ? "M" : "?");
  }
  const deleted = await git(
    program,
    ["ls-files", "--deleted", "-z", "--full-name", "--", fromTop(program, "")],
    options,
  );
  for (const path of deleted.toString().split("\0").slice(0, -1)) letters.set(path, "D");
  return letters;
}
