import { HeirError } from "../../model/findings/failure.ts";
import { relativePathsBelow } from "../../model/inventory/folder-paths.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { commitIds } from "../../source/commits/commits.ts";
import { differingPaths } from "../../source/commits/file-history.ts";
import { noCommonAncestor } from "../../source/git/unknown-revision.ts";
import { noInventory } from "../../source/inventory/finder.ts";
import { countLoneCommits } from "../../source/merge/merge-tree.ts";
import { mergeBaseState, mergedState } from "../../source/merge/merged-files.ts";
import type { Source } from "../../source/open.ts";
import { fileMerger } from "../merge-files/driver.ts";
import type { RepositoryReader } from "../repository/hook-repository.ts";
import { type MergeTask, type Met, meet } from "./merge.ts";

export interface MergeRequest extends Abortable {
  readonly branch: string;
  readonly into: string;
  /** The commit from which both began; absent for their merge base. */
  readonly base?: string | undefined;
  /** What was made of both; absent for what git makes of them. */
  readonly made?: string | undefined;
}

/** Finds a merge's four states; writes only objects. Throws HeirError outside git, for unknown or unrelated commits. */
export async function planMerge(source: Source, { branch, into, signal, ...given }: MergeRequest) {
  const options = { signal };
  const { program } = source;
  const named = async (revision: string) => (await source.resolve(revision, options)).id;
  if (source.expectMerge !== undefined) await source.expectMerge([await named(into), await named(branch)], options);
  const [ours, theirs] = [await source.commit(into, options), await source.commit(branch, options)];
  if (program === undefined) throw new HeirError("environment", "merging needs the git program", "add git to PATH");
  if (ours.place.missing !== undefined && theirs.place.missing !== undefined) throw noInventory(ours);
  const repository = { ...source, program, merger: fileMerger(source, program) };
  const ids = { ours: ours.commit.id, theirs: theirs.commit.id, base: given.base && (await named(given.base)) };
  const base = await mergeBaseState(repository, ids, options);
  if (base.kind === "none") throw noCommonAncestor([into, branch], source.git, UNRELATED);
  const byGit = await mergedState(repository, ids, options);
  const made = given.made === undefined ? undefined : await source.commit(given.made, options);
  const merged = made ?? byGit.snapshot;
  const conflicts = made === undefined ? byGit.conflicts : [];
  const [lone, commits] = await countLoneCommits(program, [ids.base ?? ids.ours, ids.theirs], options);
  const task: MergeTask = {
    states: { base: base.snapshot, ours, theirs, merged },
    base: base.kind,
    conflicts: new Set(relativePathsBelow(conflicts, merged.place.folder)),
    byGit: made === undefined ? undefined : async () => byGit.snapshot,
  };
  return {
    task,
    /** How many commits the branch has that the other side does not have; with none there is nothing to merge. */
    commits,
    /** Whether the other side has no commit of its own, so that git only fast-forwards it. */
    isFastForward: made === undefined && ids.base === undefined && lone === 0,
    /** Paths from the top of the repository that git cannot merge. */
    conflicts,
    /** What nodes get from each side of some of them. */
    reasons: byGit.reasons ?? new Map<string, string>(),
    /** The id of the merged tree, from the top of the repository. */
    tree: byGit.tree,
  };
}

const UNRELATED = "git merges such branches only with --allow-unrelated-histories";

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

/** What is met in each inventory of a state that was made of two lines of work. Throws what reading the states throws. */
export async function meetOn(reader: RepositoryReader, way: Arrival): Promise<readonly Met[]> {
  const { repository, workspace, signal } = reader;
  const state = await (way.made === undefined ? repository.staged(reader) : repository.commit(way.made, reader));
  const met: Met[] = [];
  for (const merged of state.snapshots) {
    if (merged.place.missing !== undefined) continue;
    met.push(await meet(workspace, await taskIn(reader, way, merged), { signal }));
  }
  return met;
}

type WayReader = Pick<RepositoryReader, "repository" | "signal">;

/** The states of such a meeting in one inventory. */
export async function taskIn({ repository, signal }: WayReader, way: Arrival, merged: Snapshot): Promise<MergeTask> {
  const options = { signal };
  const merges = repository.merges(merged.place.folder);
  const base = await mergeBaseState(merges, way, options);
  const [ours, theirs] = [await merges.commit(way.ours, options), await merges.commit(way.theirs, options)];
  const byGit = async () => (await mergedState(merges, way, options)).snapshot;
  const states = { base: base.snapshot, ours, theirs, merged };
  return { states, base: base.kind, conflicts: new Set(), byGit: way.isByGit ? undefined : byGit };
}

/** Branches merged into HEAD: of MERGE_HEAD in turn, else of SQUASH_MSG; `named`: heads by id if git has no file. */
export async function mergeWays(reader: WayReader, named: ReadonlyMap<string, string>): Promise<readonly Arrival[]> {
  const { repository } = reader;
  const heads = named.size > 0 ? [...named.keys()] : lines(repository.gitText("MERGE_HEAD"));
  const ways: Arrival[] = [];
  let ours = "HEAD";
  for (const [index, theirs] of heads.entries()) {
    const made = index + 1 < heads.length ? await repository.mergedCommit({ ours, theirs }, reader) : undefined;
    ways.push({ kind: "merge", ours, theirs, name: named.get(theirs) ?? "MERGE_HEAD", made, isByGit: named.size > 0 });
    ours = made ?? ours;
  }
  return ways.length > 0 ? ways : squashWays(reader);
}

/** A squash; git leaves SQUASH_MSG behind, so it counts while a file that only the branch changed is staged so. */
async function squashWays({ repository, signal }: WayReader): Promise<readonly Arrival[]> {
  const options = { signal };
  const head = /^commit ([0-9a-f]{40,})/m.exec(repository.gitText("SQUASH_MSG") ?? "")?.[1];
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

/** What a cherry-pick, rebase or revert brings by what is about to be committed with `message`; none for others. */
export async function pickWays(reader: WayReader, message: string): Promise<readonly Arrival[]> {
  const { repository } = reader;
  const folder = "rebase-merge";
  const isRebase = repository.gitText(`${folder}/head-name`) !== undefined;
  const [picked] = lines(repository.gitText("CHERRY_PICK_HEAD"));
  const done = isRebase ? lines(repository.gitText(`${folder}/done`)).at(-1) : undefined;
  const [, next] = /^(?:\S+)(?: -[cC])? ([0-9a-f]{7,})/.exec(done ?? "") ?? [];
  const commit = picked ?? next;
  if (commit !== undefined) return pickOf(reader, isRebase ? "rebase" : "cherry-pick", commit);
  const [, undone, other] = REVERT.exec(message) ?? [];
  if (undone === undefined) return [];
  const [base, parent] = await commitIds(repository.program, [undone, other ?? `${undone}^`], reader);
  if (base === undefined) return [];
  return [{ kind: "revert", base, ours: "HEAD", theirs: parent ?? base, name: base.slice(0, 12) }];
}

/** What git writes into the message of a revert, of a merge with the parent to which it goes back. */
const REVERT = /^This reverts commit ([0-9a-f]{40,})(?:, reversing\s+changes made to ([0-9a-f]{40,}))?/m;

/** The commit that a mail (or `git rebase --apply`) brings by what is about to be committed; `missing` if not here. */
export async function patchWays(reader: WayReader): Promise<readonly Arrival[] | "missing"> {
  const text = (name: string) => reader.repository.gitText(`rebase-apply/${name}`)?.trim();
  if (text("rebasing") !== undefined) return pickOf(reader, "rebase", text("original-commit") ?? "");
  const mail = text((text("next") ?? "").padStart(4, "0"));
  const [, id] = /^From ([0-9a-f]{40,}) /.exec(mail ?? "") ?? [];
  const found = id === undefined ? [] : await pickOf(reader, "patch", id);
  return found.length === 0 ? "missing" : found;
}

/** The old branch and its new base, at the end of a rebase; none if nothing was rewritten. */
export async function rebaseWays(
  { repository, signal }: WayReader,
  { commits, old }: { readonly commits: readonly string[]; readonly old: string | undefined },
): Promise<readonly Arrival[]> {
  const text = (name: string) =>
    (repository.gitText(`rebase-merge/${name}`) ?? repository.gitText(`rebase-apply/${name}`))?.trim();
  const [theirs = old, onto = `${commits[0]}^`] = [text("orig-head"), text("onto")];
  const ids = await commitIds(repository.program, [theirs ?? "", onto, "HEAD"], { signal });
  const [tip, base, made] = ids;
  if (tip === undefined || base === undefined || commits.length === 0) return [];
  return [{ kind: "rebase", ours: base, theirs: tip, name: tip.slice(0, 12), made }];
}

/** What git has put aside and brings back at the end of a merge or rebase, by the file that names it. */
export async function stashWays(reader: WayReader, file: string): Promise<readonly Arrival[]> {
  const { repository } = reader;
  const [stash = ""] = lines(repository.gitText(file));
  const [way] = await pickOf(reader, "stash", stash);
  return way === undefined ? [] : [{ ...way, made: await repository.mergedCommit(way, reader) }];
}

async function pickOf(reader: WayReader, kind: ArrivalKind, name: string): Promise<readonly Arrival[]> {
  const [theirs, base] = await commitIds(reader.repository.program, [name, `${name}^`], reader);
  return theirs === undefined ? [] : [{ kind, base: base ?? "", ours: "HEAD", theirs, name: theirs.slice(0, 12) }];
}

function lines(text = ""): readonly string[] {
  return text.split("\n").filter((line) => line !== "");
}
