import { join } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { type CommitLine, commitCount, historyPage, historyRest } from "../../source/commits/commits.ts";
import {
  currentBranch,
  headCommit,
  preparedMessage,
  type RefName,
  type RepositoryWatch,
  refNames,
  refsText,
  unfinishedWork,
  watchRepository,
} from "../../source/commits/head.ts";
import { foldersAround } from "../../source/disk/read-files.ts";
import { expectUnborn, shallowCommits } from "../../source/git/unknown-revision.ts";
import { type GitPlace, type LocateOptions, locate, noRepository } from "../../source/repository/locate.ts";
import { heirSettings } from "../../source/repository/settings.ts";

export type { CommitLine, RefName, RepositoryWatch };

/** The commits of the repository around an inventory folder, page by page. */
export type CommitPages = ReturnType<typeof commitPages>;

interface HistoryPart {
  readonly range?: string;
  readonly skip: number;
  readonly count: number;
}

/** Finds the repository as `openWorkspace` does. Throws HeirError for a folder that is not in one. */
export async function openCommitPages(at: Omit<LocateOptions, "env">): Promise<CommitPages> {
  const { git, program } = await locate({ ...at, env: process.env });
  if (git === undefined) throw noRepository();
  if (program === undefined) throw new HeirError("environment", "a history needs the git program", "add git to PATH");
  return commitPages({ facts: git, program });
}

/** The commits of a repository that is found. */
export function commitPages({ facts: git, program }: GitPlace) {
  return {
    /** Commits of a revision or range, newest first; HEAD by default, none if unborn. Throws HeirError if git fails. */
    page: async ({ range = "HEAD", ...part }: HistoryPart, options?: Abortable): Promise<readonly CommitLine[]> => {
      try {
        return await historyPage(program, { ...options, range, ...part });
      } catch (error) {
        options?.signal?.throwIfAborted();
        if (range !== "HEAD" || (await headCommit(program)) !== undefined) throw error;
        expectUnborn(git);
        return [];
      }
    },
    /** All commits after the first ones, in the same order, in batches while git lists them. */
    rest: ({ range = "HEAD", skip }: Omit<HistoryPart, "count">, options?: Abortable) =>
      historyRest(program, { ...options, range, skip }),
    /** How many commits a revision or range has; HEAD when absent. Throws HeirError when git fails. */
    count: (range = "HEAD", options?: Abortable) => commitCount(program, range, options),
    branch: () => currentBranch(program),
    /** The commit that is checked out; undefined before the first commit. */
    head: async () => {
      const head = await headCommit(program);
      if (head === undefined) expectUnborn(git);
      return head;
    },
    unfinished: () => unfinishedWork(git),
    /** The first line of the message that git has prepared for a merge that waits; undefined without one. */
    mergeMessage: () => preparedMessage(git),
    grafted: () => shallowCommits(git),
    /** Names and ids of all branches and tags as one text, to be compared. */
    refs: () => refsText(program),
    /** All branches, tags and branches of remotes; see `refNames`. */
    names: (options?: Abortable) => refNames(program, options),
    /** git settings in force below `heir.`, by their names without it. */
    settings: async () => new Map([...heirSettings(program)].map(([name, values]) => [name, values.at(-1) ?? ""])),
    /** Calls back when HEAD, the index, a branch or a followed folder may have changed, until the process ends. */
    watch: (moved: () => void) => watchRepository(git, moved),
  };
}

/** The folders in which files of a work tree come and go: its top, and all of the inventory; absolute. */
export function watchedFolders({ place, blobs }: Snapshot, top: string): readonly string[] {
  const root = join(top, place.folder);
  return [...new Set([top, root, ...Array.from(foldersAround(root, blobs.keys()), (folder) => join(root, folder))])];
}
