import type { CommitInfo } from "../store.ts";

/** Gives a commit by its id; undefined beyond the end of a shallow history. */
export type ReadCommit = (id: string) => Promise<CommitInfo | undefined>;

/**
 * A best common ancestor of two commits: one that no other common ancestor descends from. Of several the one met first
 * from the right is taken. Undefined when the histories never meet. Throws what `read` throws.
 */
export async function pureMergeBase(left: string, right: string, read: ReadCommit): Promise<string | undefined> {
  const ours = await ancestors([left], read, () => false);
  const common: string[] = [];
  await ancestors([right], read, (id) => {
    if (ours.has(id)) common.push(id);
    return ours.has(id);
  });
  for (const id of common) {
    const others = common.filter((other) => other !== id);
    if (!(await ancestors(others, read, () => false)).has(id)) return id;
  }
  return undefined;
}

/** Commits reachable from some, including those; the walk does not continue behind a commit at which `stop` is true. */
async function ancestors(
  from: readonly string[],
  read: ReadCommit,
  stop: (id: string) => boolean,
): Promise<ReadonlySet<string>> {
  const seen = new Set(from);
  // A set may grow while it is walked: this visits every commit once, nearest first.
  for (const id of seen) {
    if (stop(id)) continue;
    for (const parent of (await read(id))?.parents ?? []) seen.add(parent);
  }
  return seen;
}
