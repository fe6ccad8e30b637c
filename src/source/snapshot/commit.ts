import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { CommitInfo, GitStore } from "../git/store.ts";
import { treeSnapshot } from "./tree.ts";

/** A snapshot of a commit, and which commit it is. */
export interface CommitSnapshot extends Snapshot {
  readonly commit: CommitInfo;
}

/** The inventory folder in the commit that a revision names. Throws HeirError for a revision that names no commit. */
export async function commitSnapshot(
  store: GitStore,
  at: { readonly revision: string; readonly prefix: string },
  options: Abortable = {},
): Promise<CommitSnapshot> {
  const commit = await store.resolve(at.revision, options);
  const title = commitTitle(at.revision, commit);
  const snapshot = await treeSnapshot(store, { ...options, tree: commit.tree, prefix: at.prefix, title });
  return { ...snapshot, subject: commit.subject, commit };
}

/** `HEAD~1 5c0ffee`; the short id alone when the revision is the commit's own id. */
function commitTitle(revision: string, commit: CommitInfo): string {
  const isId = /^[0-9a-f]{4,64}$/.test(revision) && commit.id.startsWith(revision);
  return isId ? commit.shortId : `${revision} ${commit.shortId}`;
}
