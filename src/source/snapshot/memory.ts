import { HeirError } from "../../model/findings/failure.ts";
import { blobId, mapDigest } from "../../model/inventory/object-id.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { Source } from "../open.ts";
import { followLinks, type RawEntry } from "./follow-links.ts";
import { fromMemory, snapshotOf } from "./parts.ts";

/** Files as text or bytes, by path. States but the work tree throw HeirError. `nodes` and `classes` always exist. */
export function memorySource(files: Iterable<readonly [string, string | Uint8Array]>): Source {
  const all = new Map<string, string | Uint8Array>([["nodes/.gitkeep", ""], ["classes/.gitkeep", ""], ...files]);
  const snapshot = memorySnapshot(all);
  const noHistory = (): never => {
    throw new HeirError("usage", "an inventory in memory has only one state", "leave out the revision");
  };
  const none = async () => noHistory();
  return {
    top: "memory",
    git: undefined,
    inMemory: true,
    program: undefined,
    settings: new Map(),
    all: { commit: none, index: none, tree: none, worktree: async () => [snapshot] },
    resolve: none,
    refNames: async () => [],
    isUnborn: async () => false,
    commit: none,
    tree: none,
    mergeBase: none,
    state: async ({ kind }) => (kind === "worktree" ? snapshot : noHistory()),
    hasInventory: async () => false,
    treeAt: none,
    history: noHistory,
    lines: async () => new Map(),
    committedText: async () => undefined,
    close: async () => {},
  };
}

/** A snapshot of given files: for tests, editors, embedding. Lists only names that heir reads. Never fails. */
export function memorySnapshot(files: Iterable<readonly [string, string | Uint8Array]>): Snapshot {
  const bytes = new Map<string, Uint8Array>();
  const entries = new Map<string, RawEntry<string>>();
  for (const [path, content] of files) {
    const data = typeof content === "string" ? new TextEncoder().encode(content) : content;
    const id = blobId(data);
    entries.set(path, { kind: "file", file: id });
    bytes.set(id, data);
  }
  const { files: blobs, folders } = followLinks({ entries });
  const hasFolder = (path: string) => folders.has(path);
  return snapshotOf({ id: mapDigest(blobs), title: "memory", blobs, hasFolder, diagnostics: [], ...fromMemory(bytes) });
}
