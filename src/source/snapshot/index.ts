import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { finding } from "../../model/findings/finding.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { pathSpan } from "../disk/path-span.ts";
import type { GitStore } from "../git/store.ts";
import { isListed } from "./listed-file.ts";
import { treeSnapshot } from "./tree.ts";

/** A snapshot of the index, and which tree it would become. */
export interface IndexSnapshot extends Snapshot {
  /** Id of the whole tree, whatever folder of it the snapshot shows. */
  readonly tree: string;
  /** Paths from the top that are not merged, whatever folder they are in. */
  readonly unmerged: readonly string[];
}

/**
 * What a commit made now would contain: the tree of the index in force (GIT_INDEX_FILE included), which is not changed.
 * Unmerged paths are reported and omitted. Throws HeirError where there is no index.
 */
export async function indexSnapshot(store: GitStore, prefix: string, options: Abortable = {}): Promise<IndexSnapshot> {
  const { tree, unmerged } = await store.staged(options);
  const diagnostics = unmerged.flatMap((path) => unmergedFault(path, prefix));
  const snapshot = await treeSnapshot(store, { ...options, tree, prefix, title: "index", diagnostics });
  const folders = new Set([...snapshot.folders, ...unmerged.flatMap((path) => foldersOf(path, prefix))]);
  return { ...snapshot, folders, tree, unmerged };
}

/** The folders above a path: they exist although the path is omitted. */
function foldersOf(fromTop: string, prefix: string): readonly string[] {
  const start = prefix === "" ? "" : `${prefix}/`;
  const names = fromTop.startsWith(start) ? fromTop.slice(start.length).split("/").slice(0, -1) : [];
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

function unmergedFault(fromTop: string, prefix: string): readonly Diagnostic[] {
  const start = prefix === "" ? "" : `${prefix}/`;
  if (!fromTop.startsWith(start) || !isListed(fromTop)) return [];
  const path = fromTop.slice(start.length);
  const message = `${path} is not merged: the index holds more than one version of it`;
  return [finding("unmerged", pathSpan(path), message, { hint: `settle the conflict, then git add ${path}` })];
}
