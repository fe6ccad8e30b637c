import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { commitCount } from "../../source/git/program/merge-tree.ts";
import { openSource } from "../../source/open.ts";
import { type MergeRepository, mergeBaseState, mergedState } from "../../source/snapshot/merge-states.ts";
import type { MergeTask } from "./merge.ts";

/** The branches of a merge, and the folder in which the command was started. */
export interface MergeRequest extends Abortable {
  readonly cwd: string;
  /** `-C DIR`, relative to `cwd`. */
  readonly directory?: string;
  readonly branch: string;
  readonly into: string;
}

/** The merge of one revision into another. */
export interface PlannedMerge {
  readonly task: MergeTask;
  /** How many commits the branch has that the other side does not have; with none there is nothing to merge. */
  readonly commits: number;
  /** Whether the other side has no commit of its own, so that git only fast-forwards it. */
  readonly isFastForward: boolean;
  /** Paths from the top of the repository that git cannot merge. */
  readonly conflicts: readonly string[];
}

/** A planned merge, and a function that closes what reading it opened. */
export interface OpenMerge extends PlannedMerge {
  close(): Promise<void>;
}

/**
 * Finds the four states of a merge without changing anything but git's object store. Throws HeirError outside git, for
 * an unknown revision and for unrelated histories.
 */
export async function planMerge(request: MergeRequest): Promise<OpenMerge> {
  const { cwd, directory, branch, into, signal } = request;
  const options = { signal };
  const source = await openSource({ cwd, ...(directory !== undefined && { directory }) });
  try {
    const { program } = source;
    const [ours, theirs] = [await source.commit(into, options), await source.commit(branch, options)];
    if (program === undefined) throw new HeirError("environment", "merging needs the git program", "add git to PATH");
    const repository: MergeRepository = { program, commit: source.commit, tree: source.tree };
    const ids = { ours: ours.commit.id, theirs: theirs.commit.id };
    const base = await mergeBaseState(repository, ids, options);
    if (base.kind === "none") throw strangers(into, branch);
    const { snapshot: merged, conflicts } = await mergedState(repository, ids, options);
    const prefix = source.git?.prefix ?? "";
    return {
      task: {
        states: { base: base.snapshot, ours, theirs, merged },
        base: base.kind,
        conflicts: below(conflicts, prefix),
      },
      commits: await commitCount(program, { to: ids.theirs, without: ids.ours }, options),
      isFastForward: (await commitCount(program, { to: ids.ours, without: ids.theirs }, options)) === 0,
      conflicts,
      close: source.close,
    };
  } catch (error) {
    await source.close();
    throw error;
  }
}

function strangers(into: string, branch: string): HeirError {
  const message = `${into} and ${branch} have no common ancestor`;
  return new HeirError("environment", message, "git merges such branches only with --allow-unrelated-histories");
}

/** The paths inside a folder, relative to it. */
function below(paths: readonly string[], folder: string): ReadonlySet<string> {
  const start = folder === "" ? "" : `${folder}/`;
  return new Set(paths.flatMap((path) => (path.startsWith(start) ? [path.slice(start.length)] : [])));
}
