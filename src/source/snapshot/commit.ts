import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { CommitInfo, GitStore } from "../git/store.ts";
import type { Finder } from "../inventory/finder.ts";
import { treeSnapshots } from "./tree.ts";

/** A snapshot of a commit, and which commit it is. */
export interface CommitSnapshot extends Snapshot {
  readonly commit: CommitInfo;
}

/** The inventories in the commit that a revision names. Throws HeirError for a revision that names no commit. */
export async function commitSnapshots(
  store: GitStore,
  finder: Finder,
  { revision, ...options }: { readonly revision: string } & Abortable,
): Promise<readonly [CommitSnapshot, ...CommitSnapshot[]]> {
  const commit = await store.resolve(revision, options);
  const title = commitTitle(revision, commit);
  const [first, ...more] = await treeSnapshots(store, finder, { ...options, tree: commit.tree, title });
  const snapshot = (each: Snapshot): CommitSnapshot => ({
    ...each,
    tree: commit.tree,
    subject: commit.subject,
    commit,
  });
  return [snapshot(first), ...more.map(snapshot)];
}

/** `HEAD~1 5c0ffee`; the short id alone when the revision is the commit's own id. */
function commitTitle(revision: string, commit: CommitInfo): string {
  const isId = /^[0-9a-f]{4,64}$/.test(revision) && commit.id.startsWith(revision);
  return isId ? commit.shortId : `${revision} ${commit.shortId}`;
}
