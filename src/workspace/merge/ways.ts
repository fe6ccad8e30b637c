import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { commitIds } from "../../source/history/commit-ids.ts";
import { differingPaths } from "../../source/history/file-history.ts";
import { mergeBaseState, mergedState } from "../../source/snapshot/merged-files.ts";
import type { HookRepository } from "../hook-repository.ts";
import type { CompareOptions, Workspace } from "../workspace.ts";
import { type MergeTask, type Met, meet } from "./merge.ts";

/** How a line of work comes to another one. */
export type ArrivalKind = "merge" | "squash" | "cherry-pick" | "revert" | "patch" | "rebase" | "stash";

/** Two lines of work that meet, as names of commits. */
export interface Arrival {
  readonly kind: ArrivalKind;
  /** The commit from which both began, "" for nothing; absent where it is their merge base. */
  readonly base?: string | undefined;
  readonly ours: string;
  readonly theirs: string;
  /** The name of the other side for people. */
  readonly name: string;
  /** The commit that was made of both; absent for what is about to be committed. */
  readonly made?: string | undefined;
  /** Whether git has just made it of both, whatever its strategy: then nothing in it was written by hand. */
  readonly isByGit?: boolean;
}

/** What was met on a way, in each inventory. */
export interface Meeting {
  readonly way: Arrival;
  readonly met: readonly Met[];
}

/** What the doors of a repository ask with. */
export interface MeetingReader {
  readonly repository: HookRepository;
  readonly workspace: Workspace;
}

/** What is met in each inventory of a state that was made of two lines of work. Throws what reading the states throws. */
export async function meetOn(
  { repository, workspace }: MeetingReader,
  way: Arrival,
  options: CompareOptions = {},
): Promise<readonly Met[]> {
  const { made } = way;
  const { snapshots } = await (made === undefined ? repository.staged(options) : repository.commit(made, options));
  const met: Met[] = [];
  for (const merged of snapshots) {
    if (merged.place.missing !== undefined) continue;
    met.push(await meet(workspace, await taskIn(repository, way, merged, options), options));
  }
  return met;
}

/** The states of such a meeting in one inventory. */
export async function taskIn(
  repository: HookRepository,
  way: Arrival,
  merged: Snapshot,
  options: Abortable = {},
): Promise<MergeTask> {
  const merges = repository.merges(merged.place.folder);
  const base = await mergeBaseState(merges, way, options);
  const [ours, theirs] = [await merges.commit(way.ours, options), await merges.commit(way.theirs, options)];
  const byGit = async () => (await mergedState(merges, way, options)).snapshot;
  return {
    states: { base: base.snapshot, ours, theirs, merged },
    base: base.kind,
    conflicts: new Set<string>(),
    byGit: way.isByGit ? undefined : byGit,
  };
}

/**
 * The branches that are merged into HEAD by what is about to be committed: those of MERGE_HEAD, one after the other as git
 * merges several, else the one of SQUASH_MSG. `named` are heads by their ids, where git has written no file yet.
 */
export async function mergeWays(
  repository: HookRepository,
  named: ReadonlyMap<string, string>,
  options: Abortable = {},
): Promise<readonly Arrival[]> {
  const heads = named.size > 0 ? [...named.keys()] : lines(await repository.gitText("MERGE_HEAD"));
  const ways: Arrival[] = [];
  let ours = "HEAD";
  for (const [index, theirs] of heads.entries()) {
    const made = index + 1 < heads.length ? await repository.mergedCommit({ ours, theirs }, options) : undefined;
    ways.push({ kind: "merge", ours, theirs, name: named.get(theirs) ?? "MERGE_HEAD", made, isByGit: named.size > 0 });
    ours = made ?? ours;
  }
  return ways.length > 0 ? ways : squashWays(repository, options);
}

/**
 * A squash: git leaves SQUASH_MSG when one is given up, so it counts while a file that only the branch changed is staged as
 * the branch has it.
 */
async function squashWays(repository: HookRepository, options: Abortable): Promise<readonly Arrival[]> {
  const head = /^commit ([0-9a-f]{40,})/m.exec((await repository.gitText("SQUASH_MSG")) ?? "")?.[1];
  const [theirs, ours] = head === undefined ? [] : await commitIds(repository.program, [head, "HEAD"], options);
  if (theirs === undefined || ours === undefined) return [];
  const base = await repository.source.mergeBase(ours, theirs, options);
  const { tree } = await repository.staged(options);
  if (base === undefined) return [];
  const differing = async (now: string, old = base) =>
    new Set(await differingPaths(repository.program, { old, now }, options));
  const [byTheirs, byOurs, open] = [await differing(theirs), await differing(ours), await differing(tree, theirs)];
  const isStaged = [...byTheirs].some((path) => !byOurs.has(path) && !open.has(path));
  return isStaged ? [{ kind: "squash", ours, theirs, name: theirs.slice(0, 12) }] : [];
}

/**
 * The commit that a cherry-pick, a rebase or a revert brings by what is about to be committed; none for any other commit.
 * `message` is that of the commit.
 */
export async function pickWays(
  repository: HookRepository,
  message: string,
  options: Abortable = {},
): Promise<readonly Arrival[]> {
  const folder = "rebase-merge";
  const isRebase = (await repository.gitText(`${folder}/head-name`)) !== undefined;
  const [picked] = lines(await repository.gitText("CHERRY_PICK_HEAD"));
  const done = isRebase ? lines(await repository.gitText(`${folder}/done`)).at(-1) : undefined;
  const [, next] = /^(?:\S+)(?: -[cC])? ([0-9a-f]{7,})/.exec(done ?? "") ?? [];
  const commit = picked ?? next;
  if (commit !== undefined) return pickOf(repository, isRebase ? "rebase" : "cherry-pick", commit, options);
  const [, undone, other] = REVERT.exec(message) ?? [];
  if (undone === undefined) return [];
  const [base, parent] = await commitIds(repository.program, [undone, other ?? `${undone}^`], options);
  return base === undefined
    ? []
    : [{ kind: "revert", base, ours: "HEAD", theirs: parent ?? base, name: base.slice(0, 12) }];
}

/** What git writes into the message of a revert, of a merge with the parent to which it goes back. */
const REVERT = /^This reverts commit ([0-9a-f]{40,})(?:, reversing\s+changes made to ([0-9a-f]{40,}))?/m;

/**
 * The commit that a mail brings by what is about to be committed; `missing` where it is not in this repository. `git rebase
 * --apply` goes the same way.
 */
export async function patchWays(
  repository: HookRepository,
  options: Abortable = {},
): Promise<readonly Arrival[] | "missing"> {
  const text = async (name: string) => (await repository.gitText(`rebase-apply/${name}`))?.trim();
  if ((await text("rebasing")) !== undefined) {
    return pickOf(repository, "rebase", (await text("original-commit")) ?? "", options);
  }
  const mail = await text(((await text("next")) ?? "").padStart(4, "0"));
  const [, id] = /^From ([0-9a-f]{40,}) /.exec(mail ?? "") ?? [];
  const found = id === undefined ? [] : await pickOf(repository, "patch", id, options);
  return found.length === 0 ? "missing" : found;
}

/** What `git rebase` says at its end: the commits that it made, and the last one that it took. */
export interface Rewritten {
  readonly commits: readonly string[];
  readonly old: string | undefined;
}

/** The old branch and its new base, at the end of a rebase; none if nothing was rewritten. */
export async function rebaseWays(
  repository: HookRepository,
  { commits, old }: Rewritten,
  options: Abortable = {},
): Promise<readonly Arrival[]> {
  const text = async (name: string) => {
    return (await repository.gitText(`rebase-merge/${name}`)) ?? (await repository.gitText(`rebase-apply/${name}`));
  };
  const [theirs = old, onto = `${commits[0]}^`] = [(await text("orig-head"))?.trim(), (await text("onto"))?.trim()];
  const ids = await commitIds(repository.program, [theirs ?? "", onto, "HEAD"], options);
  const [tip, base, made] = ids;
  if (tip === undefined || base === undefined || commits.length === 0) return [];
  return [{ kind: "rebase", ours: base, theirs: tip, name: tip.slice(0, 12), made }];
}

/** What git has put aside and brings back at the end of a merge or rebase, by the file that names it. */
export async function stashWays(
  repository: HookRepository,
  file: string,
  options: Abortable = {},
): Promise<readonly Arrival[]> {
  const [stash = ""] = lines(await repository.gitText(file));
  const [way] = await pickOf(repository, "stash", stash, options);
  if (way === undefined) return [];
  return [{ ...way, made: await repository.mergedCommit(way, options) }];
}

async function pickOf(
  repository: HookRepository,
  kind: ArrivalKind,
  name: string,
  options: Abortable,
): Promise<readonly Arrival[]> {
  const [theirs, base] = await commitIds(repository.program, [name, `${name}^`], options);
  return theirs === undefined ? [] : [{ kind, base: base ?? "", ours: "HEAD", theirs, name: theirs.slice(0, 12) }];
}

function lines(text = ""): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
