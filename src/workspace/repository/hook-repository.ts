import { join } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { revisionsIn } from "../../model/inventory/revision.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { trailersBetween } from "../../source/commits/commits.ts";
import { regularFileText } from "../../source/disk/read-files.ts";
import type { GitProgram } from "../../source/git/program/program.ts";
import type { MergeSides } from "../../source/merge/merge-tree.ts";
import { type MergeRepository, mergedCommit } from "../../source/merge/merged-files.ts";
import type { Source } from "../../source/open.ts";
import { noRepository } from "../../source/repository/locate.ts";
import { heirSettings } from "../../source/repository/settings.ts";
import { beforeTheFirst, inventoryLike, type Snapshots } from "../../source/snapshot/parts.ts";
import { fileMerger } from "../merge-files/driver.ts";
import type { Workspace } from "../workspace.ts";

export interface TreeState {
  /** The inventories in it; one that is missing where it has none. */
  readonly snapshots: Snapshots;
  /** Id of the whole tree; "" for the state before the first commit. */
  readonly tree: string;
  /** Ids of the parents; none for a tree that is not committed. */
  readonly parents: readonly string[];
  /** Id of the commit, if it is one. */
  readonly id?: string;
}

/** The commits that `now` reaches and `old` does not; all that it reaches without `old`. */
export interface CommitRange {
  readonly old: string | undefined;
  readonly now: string;
}

/** The repository that a hook was called for, as git's environment names it. */
export type HookRepository = Awaited<ReturnType<typeof openHookRepository>>;

/** What states are read with; without a repository nothing is known to be renamed. */
export interface StepReader extends Abortable {
  readonly workspace: Workspace;
  readonly repository?: HookRepository | undefined;
}

export interface RepositoryReader extends StepReader {
  readonly repository: HookRepository;
}

/** The repository as git's environment gives it to hooks; paths are relative to `cwd`. Throws HeirError without git. */
export async function openHookRepository(source: Source, cwd: string) {
  const { git: facts, program } = source;
  if (facts === undefined) throw noRepository();
  if (program === undefined) throw new HeirError("environment", "hooks need the git program", "add git to PATH");
  const all = heirSettings(program);
  const settings: ReadonlyMap<string, string> = new Map([...all].map(([name, values]) => [name, values.at(-1) ?? ""]));
  const lists = ["folder", "runfilter", "skipfilter"].map((name) => all.get(name) ?? []);
  const { gitDir } = facts;
  return {
    source,
    program,
    cwd,
    gitDir,
    settings,
    /** The ids that `heir.allow` names, as they are written. */
    allowed: all.get("allow") ?? [],
    /** Equal where the same inventories are looked for, and files with a filter are read alike. */
    search: JSON.stringify([facts.start, settings.get("defaultsettings") ?? "", ...lists]),
    /** The trailers of some names in the commits that a commit adds to another one; in all its history without that. */
    trailersBetween: (old: string | undefined, now: string, names: readonly string[]) =>
      trailersBetween(program, { old, now, names }),
    /** The text of a file of the git directory. */
    gitText: (path: string) => regularFileText(join(gitDir, path)),
    ...statesOf(source, program),
  };
}

function statesOf(source: Source, program: GitProgram) {
  const commit = async (revision: string, options?: Abortable): Promise<TreeState> => {
    const snapshots = await source.all.commit(revision, options);
    const { id, tree, parents } = snapshots[0].commit;
    return { snapshots, tree, parents, id };
  };
  const merges = (folder: string): MergeRepository => ({
    ...source,
    program,
    commit: async (revision, options) => inventoryLike(await source.all.commit(revision, options), folder),
    tree: async (id, title, options) => inventoryLike(await source.all.tree(id, title, options), folder),
    merger: fileMerger(source, program),
  });
  return {
    /** What a commit made now would contain. Throws HeirError for unmerged paths. */
    staged: (options?: Abortable) => stagedState(source, options),
    /** The commit that a revision names. Throws HeirError when there is none. */
    commit,
    /** The state before the first commit. */
    empty,
    head: async (options?: Abortable) => ((await source.isUnborn("HEAD", options)) ? empty : commit("HEAD", options)),
    /** The state before a commit; the empty state before the first one. */
    former: async ({ parents: [parent] }: TreeState, options?: Abortable) =>
      parent === undefined ? empty : commit(parent, options),
    /** What merges commits, as far as the inventory in one folder is concerned. */
    merges,
    /** The id of a commit, which nothing refers to, of the merge of two commits by git itself. */
    mergedCommit: async (sides: MergeSides, options?: Abortable) => {
      const [ours, theirs] = [await source.resolve(sides.ours, options), await source.resolve(sides.theirs, options)];
      return mergedCommit(merges(""), { ...sides, ours: ours.id, theirs: theirs.id }, options);
    },
  };
}

async function stagedState(source: Source, options?: Abortable): Promise<TreeState> {
  const snapshots = await source.all.index(options);
  const { unmerged, tree } = snapshots[0];
  if (unmerged.length === 0) return { snapshots, tree, parents: [] };
  const message = `the index holds paths that are not merged: ${unmerged.slice(0, 5).join(", ")}`;
  throw new HeirError("environment", message, "resolve them, then git add");
}

/** The commits at both ends of `OLD..NEW`. Throws HeirError for anything else, and for a name of no commit. */
export async function commitRange(source: Source, words: string, options?: Abortable): Promise<CommitRange> {
  const [left, right] = revisionsIn(words);
  if (left === undefined || right === undefined) {
    throw new HeirError("usage", `"${words}" is no range of commits`, "write OLD..NEW, as HEAD~1..HEAD");
  }
  const [old, now] = [await source.resolve(left, options), await source.resolve(right, options)];
  return { old: old.id, now: now.id };
}

const empty: TreeState = { snapshots: [beforeTheFirst], tree: "", parents: [] };
