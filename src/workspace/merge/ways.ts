import type { Snapshot } from "../../model/inventory/snapshot.ts";
import { commitIds } from "../../source/commits/commits.ts";
import { differingPaths } from "../../source/commits/file-history.ts";
import { mergeBaseState, mergedState } from "../../source/merge/merged-files.ts";
import type { RepositoryReader } from "../repository/hook-repository.ts";
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
