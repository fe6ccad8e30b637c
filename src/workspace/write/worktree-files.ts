import { keptAt } from "../../base/made-once.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { foldersAbove, isListed } from "../../model/inventory/folder-paths.ts";
import { isGitId, storedContent } from "../../model/inventory/lfs-or-filter.ts";
import { blobId, mapDigest, type ObjectFormat } from "../../model/inventory/object-id.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { looksEncrypted } from "../../model/secrets/secrets.ts";
import { ownFile } from "../../source/disk/read-files.ts";
import { pick, snapshotOf } from "../../source/snapshot/parts.ts";
import type { States } from "../load/states.ts";
import type { StateReading } from "../scope/things.ts";

/** What documents hold that are open in an editor, by path in the inventory. */
export type OpenContents = ReadonlyMap<string, Uint8Array>;

/** Files of the work tree for an edit, as they are on disk. */
export interface EditableFiles {
  /**
   * The bytes of a file of the inventory, by its path there. Throws HeirError for a file that is never edited, with the file: in a
   * submodule, behind a link or where a link leads, ignored by git, filtered, encrypted, not UTF-8.
   */
  bytes(path: string): Promise<Uint8Array>;
}

/** The state of the work tree, and its files. */
export interface EditedState extends Abortable, StateReading {
  readonly files: EditableFiles;
}

/** `snapshot` has `open` over the work tree. Throws HeirError without a work tree, and outside git without `open`. */
export async function editableFiles(states: States, snapshot: Snapshot, open?: OpenContents): Promise<EditableFiles> {
  const { inMemory, git } = states.source;
  if (!inMemory && git === undefined && open === undefined) {
    throw new HeirError("environment", "not in a git repository", "heir edits only what git can take back: git init");
  }
  const root = inMemory ? undefined : await states.worktreeFolder();
  // Of several links to one file, the first.
  const links = new Map([...(snapshot.targets ?? [])].toReversed().map(([link, target]) => [target, link]));
  const read = async (path: string): Promise<Uint8Array> => {
    expectOwn(snapshot, path);
    const edited = open?.get(path);
    if (edited !== undefined) return edited;
    const bytes = root === undefined ? await storedBytes(snapshot, path) : bytesOnDisk(root, path);
    const link = links.get(path);
    if (link !== undefined) throw refused(path, `where the link ${link} leads`);
    expectText(snapshot, path, bytes);
    return bytes;
  };
  const known = new Map<string, Promise<Uint8Array>>();
  return { bytes: (path) => keptAt(known, path, () => read(path)) };
}

/** Files by their path in the inventory: their new content, or undefined for a file that goes. */
export type EditedContents = ReadonlyMap<string, Uint8Array | undefined>;

/**
 * A state as it would be with some files edited; nothing is written or cached. A file that moves goes at one path and
 * comes at another. Folders only come, they never go.
 */
export function editedSnapshot(base: Snapshot, files: EditedContents): Snapshot {
  const format: ObjectFormat = [...base.blobs.values()].some((id) => id.length === 64) ? "sha256" : "sha1";
  const blobs = new Map(base.blobs);
  const own = new Map<string, Uint8Array>();
  for (const [path, bytes] of files) {
    if (bytes === undefined) blobs.delete(path);
    else if (isListed(path)) {
      const id = blobId(bytes, format);
      blobs.set(path, id);
      own.set(id, bytes);
    }
  }
  const added = foldersAbove(files.keys());
  const known = new Set(base.blobs.values());
  const unstored = new Set([...(base.unstored ?? []), ...[...own.keys()].filter((id) => !known.has(id))]);
  const { readNow, unread, leftOut } = base;
  const others = (ids: Iterable<string>) => [...ids].filter((id) => !own.has(id));
  const { title, place, diagnostics, ignored, submodules, lost } = base;
  const snapshot = snapshotOf({
    id: mapDigest(blobs),
    title: title.endsWith(", edited") ? title : `${title}, edited`,
    place,
    blobs,
    hasFolder: (path) => added.has(path) || base.folders.has(path),
    diagnostics,
    unstored,
    ignored,
    submodules,
    lost,
    fetch: async (ids, options) => new Map([...pick(own, ids), ...(await base.read(others(ids), options))]),
    fetchNow: readNow && ((ids) => new Map([...pick(own, ids), ...readNow(others(ids))])),
  });
  return { ...snapshot, unread, leftOut };
}

async function storedBytes(snapshot: Snapshot, path: string): Promise<Uint8Array> {
  const id = snapshot.blobs.get(path);
  const bytes = id === undefined ? undefined : (await snapshot.read(new Set([id]))).get(id);
  if (bytes === undefined) throw new HeirError("usage", `there is no file ${path}`);
  return bytes;
}

function bytesOnDisk(root: string, path: string): Uint8Array {
  const found = ownFile(root, path);
  if (found.kind === "link")
    throw refused(path, found.path === path ? "a symbolic link" : `behind the link ${found.path}`);
  if (found.kind === "none") throw new HeirError("usage", `there is no file ${path}`);
  return found.bytes;
}

function expectOwn({ submodules, ignored }: Snapshot, path: string): void {
  if (path.startsWith("/") || path.split("/").includes("..")) throw refused(path, "outside the inventory");
  for (const submodule of submodules?.keys() ?? []) {
    if (path.startsWith(`${submodule}/`)) throw refused(path, `in the submodule ${submodule}`);
  }
  if (ignored?.has(path) === true) throw refused(path, "ignored by git");
}

function expectText({ blobs }: Snapshot, path: string, bytes: Uint8Array): void {
  const id = blobs.get(path);
  if (id !== undefined && !isGitId(id)) throw refused(path, "stored through a filter of git");
  if (storedContent(bytes) !== undefined) throw refused(path, "not checked out as text");
  const text = Buffer.from(bytes).toString();
  if (!Buffer.from(text).equals(bytes)) throw refused(path, "not UTF-8");
  if (isEncrypted(text)) throw refused(path, "encrypted");
}

/** Whether a file as a whole is encrypted, or made by SOPS, which signs what it holds. */
function isEncrypted(text: string): boolean {
  return (looksEncrypted(text) && /^["']?sops["']?:/m.test(text)) || /^\s*(?:\$ANSIBLE_VAULT;|-----BEGIN )/.test(text);
}

function refused(path: string, why: string): HeirError {
  return new HeirError("usage", `${path} is not edited: it is ${why}`, "edit it by hand, where it belongs");
}
