import { digest } from "../../base/digest.ts";
import { foldersAbove, isListed, relativePathsBelow } from "../../model/inventory/folder-paths.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { CommitInfo, GitStore } from "../git/store.ts";
import type { Finder } from "../inventory/finder.ts";
import { AskedPaths } from "./asked-paths.ts";
import { unmergedFault } from "./linked.ts";
import type { CommitSnapshot, IndexSnapshot } from "./parts.ts";
import { treeSnapshots } from "./tree.ts";

/**
 * What a commit made now would contain: the tree of the index in force (GIT_INDEX_FILE included), which is not changed.
 * Unmerged paths are listed, but cannot be read. Throws HeirError where there is no index.
 */
export async function indexSnapshots(
  store: GitStore,
  finder: Finder,
  options: Abortable = {},
): Promise<readonly [IndexSnapshot, ...IndexSnapshot[]]> {
  const { tree, unmerged, unmergedSubmodules } = await store.staged(options);
  const request = { ...options, tree, title: "index", others: unmerged, unmerged: unmergedSubmodules };
  const [first, ...more] = await treeSnapshots(store, finder, request);
  const snapshot = (each: Snapshot): IndexSnapshot => ({ ...withUnmerged(each, unmerged), tree, unmerged });
  return [snapshot(first), ...more.map(snapshot)];
}

/** Stands for the content of every unmerged path. */
const UNMERGED = "unmerged";

/** A snapshot with the unmerged paths, from the top, that are in its inventory; the tree omits them and their folders. */
function withUnmerged(snapshot: Snapshot, unmerged: readonly string[]): Snapshot {
  const inside = relativePathsBelow(unmerged, snapshot.place.folder);
  if (inside.length === 0 || snapshot.place.missing !== undefined) return snapshot;
  const faults = inside.filter(isListed).map((path) => [path, unmergedFault(path)] as const);
  const beside = foldersAbove(inside);
  const folders = new AskedPaths((path) => beside.has(path) || snapshot.folders.has(path));
  const unread = new Map(faults);
  const blobs = new Map([...snapshot.blobs, ...faults.map(([path]) => [path, UNMERGED] as const)]);
  const id = faults.length === 0 ? snapshot.id : digest([snapshot.id, ...unread.keys()].join("\0"));
  const diagnostics = [...unread.values(), ...snapshot.diagnostics];
  return { ...snapshot, id, blobs, folders, unread, diagnostics };
}

/** The inventories in the commit that a revision names. Throws HeirError for a revision that names no commit. */
export async function commitSnapshots(
  store: GitStore,
  finder: Finder,
  { revision, ...options }: { readonly revision: string } & Abortable,
): Promise<readonly [CommitSnapshot, ...CommitSnapshot[]]> {
  const commit = await store.resolve(revision, options);
  const { tree, subject } = commit;
  const title = commitTitle(revision, commit);
  const [first, ...more] = await treeSnapshots(store, finder, { ...options, tree, title });
  const snapshot = (each: Snapshot): CommitSnapshot => ({ ...each, tree, subject, commit });
  return [snapshot(first), ...more.map(snapshot)];
}

/** `HEAD~1 5c0ffee`; the short id alone when the revision is the commit's own id. */
function commitTitle(revision: string, commit: CommitInfo): string {
  const isId = /^[0-9a-f]{4,64}$/.test(revision) && commit.id.startsWith(revision);
  return isId ? commit.shortId : `${revision} ${commit.shortId}`;
}
