import type { Diagnostic, Report } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { diskEntry, foldersIn } from "../disk/disk-entry.ts";
import { blobId, mapDigest, type ObjectFormat } from "../git/object-id.ts";
import type { Checkout, GitStore } from "../git/store.ts";
import { directorySnapshot } from "./folder.ts";
import { foldersAbove } from "./folder-paths.ts";
import { followLinks } from "./follow-links.ts";
import { LateFolders } from "./late-folders.ts";
import type { RawEntry } from "./link-reader.ts";
import { isListed, unreadableName } from "./listed-file.ts";
import { pick, snapshotOf } from "./parts.ts";
import { hashFiles } from "./read-disk.ts";

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
 * A file that git considers unchanged keeps its id from the index and is read from git, so line ends and filters are as
 * in git; any other file is hashed as it is on disk. A folder in which git tracks nothing is read as a plain directory.
 * Throws what the store throws.
 */
export async function worktreeSnapshot(
  store: GitStore,
  folder: WorktreeFolder,
  options: Abortable = {},
): Promise<Snapshot> {
  const checkout = await store.checkout(folder.prefix, options);
  if (!checkout.tracked) return { ...(await directorySnapshot(folder.root, options)), title: "work tree" };
  const diagnostics: Diagnostic[] = checkout.unreadable.flatMap(unreadableName);
  const report = (found: Diagnostic) => diagnostics.push(found);
  const changed = entriesOnDisk(folder, checkout.dirty);
  const hasLink = checkout.links.size > 0 || [...changed.values()].some(({ kind }) => kind === "link");
  const listing = { folder, checkout, changed };
  const listed = hasLink ? throughLinks(await withLinks(store, listing, options), folder.root, report) : plain(listing);
  const paths = new Set(listed.disk.values());
  const hashed = await hashFiles({ ...options, folder: folder.root, paths, format: folder.objectFormat, report });
  const fetch = async (ids: Iterable<string>, read: Abortable) => {
    return new Map([...pick(hashed.bytes, ids), ...(await store.blobs(stored(ids), read))]);
  };
  const { blobsNow } = store;
  const fetchNow =
    blobsNow && ((ids: Iterable<string>) => new Map([...pick(hashed.bytes, ids), ...blobsNow(stored(ids))]));
  const stored = (ids: Iterable<string>) => [...ids].filter((id) => !hashed.bytes.has(id));
  const read = new Map<string, string>();
  for (const [path, real] of listed.disk) {
    const id = hashed.ids.get(real);
    if (id !== undefined) read.set(path, id);
  }
  const { files, folders, mark } = listed.with(read);
  let id: string | undefined;
  return snapshotOf({
    get id() {
      id ??= mapDigest(files.blobs);
      return id;
    },
    ...(mark !== undefined && { mark }),
    title: "work tree",
    get blobs() {
      return files.blobs;
    },
    folders,
    diagnostics,
    fetch,
    fetchNow,
  });
}

/** The git listing of a folder, and the entries on disk that git does not know. */
interface Listing {
  readonly folder: WorktreeFolder;
  readonly checkout: Checkout;
  readonly changed: ReadonlyMap<string, RawEntry<WorktreeFile>>;
}

function entriesOnDisk({ root, objectFormat }: WorktreeFolder, paths: Iterable<string>): Listing["changed"] {
  const found = new Map<string, RawEntry<WorktreeFile>>();
  for (const path of paths) {
    const entry = diskEntry(`${root}/${path}`);
    if (entry.kind === "link") {
      const { target } = entry;
      found.set(path, { kind: "link", target, id: blobId(Buffer.from(target), objectFormat) });
    }
    // A path that cannot be examined stays a file, so that reading it reports why it is omitted.
    if (entry.kind === "file" || entry.kind === "none") found.set(path, { kind: "file", file: { kind: "disk", path } });
  }
  return found;
}

/** A listing without the files that must be read from disk. */
interface Listed {
  /** By the path that a snapshot lists, the path from which it is read. */
  readonly disk: ReadonlyMap<string, string>;
  /** The complete listing, with the ids of the files read. */
  with(read: ReadonlyMap<string, string>): Whole;
}

interface Whole extends Pick<Snapshot, "mark" | "folders"> {
  readonly files: Pick<Snapshot, "blobs">;
}

/** Only a link can lead to an empty folder; without links it is enough to check folders on demand. */
function plain({ folder: { root }, checkout, changed }: Listing): Listed {
  return {
    disk: new Map([...changed.keys()].filter(isListed).map((path) => [path, path])),
    with(read) {
      const files = checkout.files.with(read);
      const others = [...checkout.others.keys(), ...[...changed.keys()].filter((path) => !read.has(path))];
      return { mark: files.mark, files, folders: new LateFolders({ root, files, others }) };
    },
  };
}

function throughLinks(entries: RawEntries, root: string, report: Report): Listed {
  const base = root.split("/").filter((name) => name !== "");
  const { files, folders } = followLinks({ entries: withFolders(entries, root), base, absolute: true }, report);
  const known: [string, string][] = [];
  const disk = new Map<string, string>();
  for (const [path, file] of files) {
    if (file.kind === "known") known.push([path, file.id]);
    else disk.set(path, file.path);
  }
  return {
    disk,
    with(read) {
      const blobs = new Map([...known, ...read]);
      return { files: { blobs }, folders };
    },
  };
}

type RawEntries = ReadonlyMap<string, RawEntry<WorktreeFile>>;

async function withLinks(store: GitStore, { checkout, changed }: Listing, options: Abortable): Promise<RawEntries> {
  const { files, others, links } = checkout;
  const raw = new Map(changed);
  for (const [path, id] of [...files.blobs, ...others]) raw.set(path, { kind: "file", file: { kind: "known", id } });
  if (links.size === 0) return raw;
  const texts = await store.blobs(links.values(), options);
  for (const [path, id] of links) {
    const text = texts.get(id);
    if (text === undefined) throw new HeirError("environment", `the target of the link ${path} cannot be read`);
    raw.set(path, { kind: "link", target: Buffer.from(text).toString(), id });
  }
  return raw;
}

/** Empty folders on disk, which git does not list: those beside or right below listed ones. */
function withFolders(entries: RawEntries, root: string): RawEntries {
  const all = new Map(entries);
  const parents = new Set(["", ...foldersAbove(entries.keys())]);
  for (const parent of parents) {
    for (const name of foldersIn(parent === "" ? root : `${root}/${parent}`)) {
      const path = parent === "" ? name : `${parent}/${name}`;
      if (!all.has(path)) all.set(path, { kind: "folder" });
    }
  }
  return all;
}
