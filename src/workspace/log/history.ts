import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { branchNames, type CommitLine, currentBranch, historyPage, historyRest } from "../../source/history/page.ts";
import { locate } from "../../source/repository/locate.ts";
import { gitSettings } from "../../source/repository/settings.ts";
import { watchRepository } from "../../source/repository/watch.ts";
import { memorySnapshot } from "../../source/snapshot/memory.ts";

export type { CommitLine };

/** The commits of the repository around an inventory folder, page by page. */
export interface CommitPages {
  /** The inventory folder, absolute. */
  readonly root: string;
  /** Some commits of a revision or range, newest first; HEAD when absent. Throws HeirError when git fails. */
  page(part: HistoryPart, options?: Abortable): Promise<readonly CommitLine[]>;
  /** All commits after the first ones, in the same order, in batches while git lists them. */
  rest(part: Omit<HistoryPart, "count">, options?: Abortable): AsyncIterable<readonly CommitLine[]>;
  /** The branch that is checked out, if one is. */
  branch(): Promise<string | undefined>;
  /** Names of all branches, the newest first. */
  branches(options?: Abortable): Promise<readonly string[]>;
  /** git settings in force below `heir.`, by their names without it. */
  settings(): Promise<ReadonlyMap<string, string>>;
  /** Calls back when HEAD, the index or a branch may have changed, until the process ends. */
  watch(moved: () => void): void;
}

export interface HistoryPart {
  readonly range?: string;
  readonly skip: number;
  readonly count: number;
}

/** The state that the first commit is compared with. */
export const beforeTheFirst: Snapshot = memorySnapshot([], "no commit");

/** Finds the repository as `openWorkspace` does. Throws HeirError for a folder that is not in one. */
export async function openCommitPages(at: { readonly cwd: string; readonly directory?: string }): Promise<CommitPages> {
  const { git, program, root } = await locate({ ...at, env: process.env });
  if (git === undefined) throw new HeirError("environment", "this folder is not in a git repository");
  if (program === undefined) throw new HeirError("environment", "a history needs the git program", "add git to PATH");
  return {
    root,
    settings: () => gitSettings(program, "heir"),
    watch: (moved) => watchRepository(git, moved),
    page: ({ range = "HEAD", skip, count }, options) => historyPage(program, { ...options, range, skip, count }),
    rest: ({ range = "HEAD", skip }, options) => historyRest(program, { ...options, range, skip }),
    branch: () => currentBranch(program),
    branches: (options) => branchNames(program, options),
  };
}
