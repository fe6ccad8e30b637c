import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { expectUnborn, shallowCommits } from "../../source/git/unknown-revision.ts";
import type { CommitLine, RefName } from "../../source/history/page.ts";
import {
  commitCount,
  currentBranch,
  headCommit,
  historyPage,
  historyRest,
  refNames,
  refsText,
} from "../../source/history/page.ts";
import { locate } from "../../source/repository/locate.ts";
import { heirSettings } from "../../source/repository/settings.ts";
import { preparedMessage, unfinishedWork } from "../../source/repository/unfinished.ts";
import { type RepositoryWatch, watchRepository } from "../../source/repository/watch.ts";

export type { CommitLine, RefName, RepositoryWatch };

/** The commits of the repository around an inventory folder, page by page. */
export interface CommitPages {
  /**
   * Some commits of a revision or range, newest first; those of HEAD when absent, none before the first commit. Throws
   * HeirError when git fails.
   */
  page(part: HistoryPart, options?: Abortable): Promise<readonly CommitLine[]>;
  /** All commits after the first ones, in the same order, in batches while git lists them. */
  rest(part: Omit<HistoryPart, "count">, options?: Abortable): AsyncIterable<readonly CommitLine[]>;
  /** How many commits a revision or range has; HEAD when absent. Throws HeirError when git fails. */
  count(range: string | undefined, options?: Abortable): Promise<number>;
  /** The branch that is checked out, if one is. */
  branch(): Promise<string | undefined>;
  /** The commit that is checked out; undefined before the first commit. */
  head(): Promise<string | undefined>;
  /** What git has begun and not finished, in words. */
  unfinished(): readonly string[];
  /** The first line of the message that git has prepared for a merge that waits; undefined without one. */
  mergeMessage(): string | undefined;
  /** The commits whose parents are not in this clone. */
  grafted(): ReadonlySet<string>;
  /** Names and ids of all branches and tags as one text, to be compared. */
  refs(): Promise<string>;
  /** All branches, tags and branches of remotes; see `refNames`. */
  names(options?: Abortable): Promise<readonly RefName[]>;
  /** git settings in force below `heir.`, by their names without it. */
  settings(): Promise<ReadonlyMap<string, string>>;
  /** Calls back when HEAD, the index, a branch or a followed folder may have changed, until the process ends. */
  watch(moved: () => void): RepositoryWatch;
}

export interface HistoryPart {
  readonly range?: string;
  readonly skip: number;
  readonly count: number;
}

/** Finds the repository as `openWorkspace` does. Throws HeirError for a folder that is not in one. */
export async function openCommitPages(at: { readonly cwd: string; readonly directory?: string }): Promise<CommitPages> {
  const { git, program } = await locate({ ...at, env: process.env });
  if (git === undefined)
    throw new HeirError("environment", "this folder is not in a git repository", "git init makes one", {
      code: "no-repository",
    });
  if (program === undefined) throw new HeirError("environment", "a history needs the git program", "add git to PATH");
  return {
    settings: async () => new Map([...heirSettings(program)].map(([name, values]) => [name, values.at(-1) ?? ""])),
    watch: (moved) => watchRepository(git, moved),
    page: async ({ range = "HEAD", skip, count }, options) => {
      try {
        return await historyPage(program, { ...options, range, skip, count });
      } catch (error) {
        options?.signal?.throwIfAborted();
        if (range !== "HEAD" || (await headCommit(program)) !== undefined) throw error;
        expectUnborn(git);
        return [];
      }
    },
    rest: ({ range = "HEAD", skip }, options) => historyRest(program, { ...options, range, skip }),
    count: (range = "HEAD", options) => commitCount(program, range, options),
    branch: () => currentBranch(program),
    head: async () => {
      const head = await headCommit(program);
      if (head === undefined) expectUnborn(git);
      return head;
    },
    unfinished: () => unfinishedWork(git),
    mergeMessage: () => preparedMessage(git),
    grafted: () => shallowCommits(git),
    refs: () => refsText(program),
    names: (options) => refNames(program, options),
  };
}
