import type { Diagnostic } from "../model/diagnostic.ts";
import { HeirError } from "../model/failure.ts";
import type { Abortable, Snapshot } from "../model/snapshot.ts";
import { followLinks } from "./follow-links.ts";
import type { Checkout, GitStore } from "./git-store.ts";
import { LateFolders } from "./late-folders.ts";
import type { RawEntry } from "./link-reader.ts";
import { blobId, mapDigest, type ObjectFormat } from "./object-id.ts";
import { diskEntry, foldersIn, hashFiles } from "./read-disk.ts";
import { directorySnapshot } from "./snapshot-directory.ts";
import { pick, snapshotOf } from "./snapshot-of.ts";

export interface WorktreeFolder {
  /** The inventory folder on disk, and below the top of the repository. */
  readonly root: string;
  readonly prefix: string;
  readonly objectFormat: ObjectFormat;
}

/** A file whose id git already knows, or one that must be read. */
type WorktreeFile = { readonly kind: "known"; readonly id: string } | { readonly kind: "disk"; readonly path: string };

/**
 * The files of the work tree: tracked ones that still exist, and untracked ones that are not ignored.
 *
 * What git holds for unchanged keeps the index's id and is read from git, so line ends and filters count as git sees
 * them; anything else is hashed as it lies on disk. A folder in which git tracks nothing is read as a plain directory.
 * Throws what the store throws.
 */
export async function worktreeSnapshot(
  store: GitStore,
  folder: WorktreeFolder,
  options: Abortable = {},
): Promise<Snapshot> {
  const checkout = await store.checkout(folder.prefix, options);
  if (!checkout.tracked) return { ...(await directorySnapshot(folder.root, options)), title: "work tree" };
  const diagnostics: Diagnostic[] = [];
  const report = (found: Diagnostic) => diagnostics.push(found);
  const entries = await rawEntries(store, { folder, checkout }, options);
  const base = folder.root.split("/").filter((name) => name !== "");
  // Only a link can lead to an empty folder; where there is none, it is enough to look for those that are asked for.
  const hasLink = [...entries.values()].some(({ kind }) => kind === "link");
  const tree = { entries: hasLink ? withFolders(entries, folder.root) : entries, base, absolute: true };
  const { files, folders: listed } = followLinks(tree, report);
  const folders = hasLink ? listed : new LateFolders(folder.root, listed);
  const paths = new Set([...files.values()].flatMap((file) => (file.kind === "disk" ? [file.path] : [])));
  const hashed = await hashFiles({ ...options, folder: folder.root, paths, format: folder.objectFormat, report });
  const blobs = new Map<string, string>();
  for (const [path, file] of files) {
    const id = file.kind === "known" ? file.id : hashed.ids.get(file.path);
    if (id !== undefined) blobs.set(path, id);
  }
  const fetch = async (ids: readonly string[], read: Abortable) => {
    const stored = await store.blobs(
      ids.filter((id) => !hashed.bytes.has(id)),
      read,
    );
    return new Map([...pick(hashed.bytes, ids), ...stored]);
  };
  return snapshotOf({ id: mapDigest(blobs), title: "work tree", blobs, folders, diagnostics, fetch });
}

async function rawEntries(
  store: GitStore,
  { folder, checkout }: { readonly folder: WorktreeFolder; readonly checkout: Checkout },
  options: Abortable,
): Promise<ReadonlyMap<string, RawEntry<WorktreeFile>>> {
  const raw = new Map<string, RawEntry<WorktreeFile>>();
  const links = new Map<string, string>();
  for (const [path, entry] of checkout.entries) {
    if (entry.kind === "dirty") addFromDisk(raw, folder, path);
    else if (entry.mode === "120000") links.set(path, entry.id);
    else raw.set(path, { kind: "file", file: { kind: "known", id: entry.id } });
  }
  if (links.size === 0) return raw;
  const texts = await store.blobs(links.values(), options);
  for (const [path, id] of links) {
    const text = texts.get(id);
    if (text === undefined) throw new HeirError("environment", `the target of the link ${path} cannot be read`);
    raw.set(path, { kind: "link", target: Buffer.from(text).toString(), id });
  }
  return raw;
}

function addFromDisk(raw: Map<string, RawEntry<WorktreeFile>>, folder: WorktreeFolder, path: string): void {
  const entry = diskEntry(`${folder.root}/${path}`);
  if (entry.kind === "link") {
    raw.set(path, { kind: "link", target: entry.target, id: blobId(Buffer.from(entry.target), folder.objectFormat) });
  }
  // What cannot be looked at stays a file, so that reading it says why it is left out.
  if (entry.kind === "file" || entry.kind === "none") raw.set(path, { kind: "file", file: { kind: "disk", path } });
}

/** Folders on disk that git says nothing of, being empty: those beside or right below what it lists. */
function withFolders(entries: ReadonlyMap<string, RawEntry<WorktreeFile>>, root: string): typeof entries {
  const all = new Map(entries);
  const parents = new Set(["", ...[...entries.keys()].flatMap(foldersAbove)]);
  for (const parent of parents) {
    for (const name of foldersIn(parent === "" ? root : `${root}/${parent}`)) {
      const path = parent === "" ? name : `${parent}/${name}`;
      if (!all.has(path)) all.set(path, { kind: "folder" });
    }
  }
  return all;
}

function foldersAbove(path: string): readonly string[] {
  const names = path.split("/");
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join("/"));
}
