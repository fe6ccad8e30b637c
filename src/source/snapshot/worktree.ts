import { madeOnce } from "../../base/made-once.ts";
import type { Diagnostic } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import {
  isListed,
  mapBelow,
  pathIn,
  pathSeenFrom,
  relativePathsBelow,
  sortedByPath,
} from "../../model/inventory/folder-paths.ts";
import { blobId, mapDigest, type ObjectFormat } from "../../model/inventory/object-id.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import type { Abortable, InventoryPlace, Snapshot } from "../../model/inventory/snapshot.ts";
import { diskEntry, foldersAround, regularFileText } from "../disk/read-files.ts";
import type { Checkout, GitStore } from "../git/store.ts";
import type { Finder } from "../inventory/finder.ts";
import { pathsOf, type StatePaths } from "../inventory/marks.ts";
import { modulesText } from "../submodules/stores.ts";
import { AskedPaths, foldersBeyond, folderTest } from "./asked-paths.ts";
import { type WholeCheckout, withCheckouts } from "./checkouts.ts";
import { directorySnapshots, hashFiles, idsByPath } from "./folder.ts";
import type { RawEntry } from "./follow-links.ts";
import {
  linksOf,
  lostSubmodules,
  type ReadLinks,
  readLinks,
  unlistedSubmodule,
  unreadableName,
  withMark,
  withUnread,
} from "./linked.ts";
import { missingSnapshot, pick, type SnapshotParts, type Snapshots, snapshotOf } from "./parts.ts";

export interface Worktree {
  readonly topLevel: string;
  readonly objectFormat: ObjectFormat;
}

interface WorktreeFolder extends Worktree {
  readonly root: string;
  readonly place: InventoryPlace;
}

type WorktreeFile = { readonly kind: "known"; readonly id: string } | { readonly kind: "disk"; readonly path: string };

const TITLE = "work tree";

/**
 * The inventories of the work tree: tracked files that still exist, and untracked ones that are not ignored. An
 * unchanged file keeps its id from the index and is read from git, any other from disk as git would store it. A folder
 * in which git tracks nothing is read as a plain directory. Throws what the store and the finder throw.
 */
export async function worktreeSnapshots(
  store: GitStore,
  finder: Finder,
  { topLevel, objectFormat, ...options }: Worktree & Abortable,
): Promise<Snapshots> {
  const listed = await placedCheckouts(store, finder, { topLevel, ...options });
  if (listed === undefined) {
    const [first, ...more] = await directorySnapshots(topLevel, finder, options);
    return [{ ...first, title: TITLE }, ...more.map((each) => ({ ...each, title: TITLE }))];
  }
  const [first, ...more] = listed;
  const snapshot = async ({ checkout, place }: PlacedCheckout) => {
    if (place.missing !== undefined) return missingSnapshot(TITLE, place);
    const root = place.folder === "" ? topLevel : `${topLevel}/${place.folder}`;
    const folder = { root, topLevel, objectFormat, place };
    if (checkout.submodules.size === 0) return folderSnapshot(store, { checkout, folder }, options);
    const isRead = await finder.reads(settingsIn(root), place);
    const request = { ...options, root, folder: place.folder, isRead, modules: () => modulesText(topLevel) };
    return folderSnapshot(store, { ...(await withCheckouts(store, checkout, request)), folder }, options);
  };
  return [await snapshot(first), ...(await Promise.all(more.map(snapshot)))];
}

/** The text of the settings files on disk, by name. */
function settingsIn(root: string): ReadonlyMap<string, string> {
  const texts = SETTINGS_FILES.map((name) => [name, regularFileText(`${root}/${name}`)] as const);
  return new Map(texts.flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])));
}

interface PlacedCheckout {
  readonly checkout: Checkout;
  readonly place: InventoryPlace;
}

/** What is checked out in each inventory; undefined if git tracks nothing. */
async function placedCheckouts(
  store: GitStore,
  finder: Finder,
  { topLevel, ...options }: Pick<Worktree, "topLevel"> & Abortable,
): Promise<readonly [PlacedCheckout, ...PlacedCheckout[]] | undefined> {
  const { nearest } = finder;
  if (nearest !== "") {
    const checkout = await store.checkout(nearest, options);
    if (!checkout.tracked) return undefined;
    const place = await finder.around(checkoutPaths(checkout, `${topLevel}/${nearest}`));
    if (place !== undefined) return [{ checkout: checkoutIn(checkout, nearest, place.folder), place }];
  }
  const checkout = await store.checkout("", options);
  if (!checkout.tracked) return undefined;
  const [first, ...more] = await finder.find({
    title: TITLE,
    paths: checkoutPaths(checkout, topLevel),
    top: async () => regularFileText(`${topLevel}/heir.yml`) ?? "",
  });
  const at = (place: InventoryPlace): PlacedCheckout => ({ checkout: checkoutIn(checkout, "", place.folder), place });
  return [at(first), ...more.map(at)];
}

function checkoutPaths({ files, others, links, submodules, dirty }: Checkout, root: string): StatePaths {
  const more = [...others.keys(), ...dirty];
  const paths = pathsOf({ sorted: files, more, links: new Set([...links.keys(), ...submodules.keys()]) });
  const isLink = (path: string) => dirty.has(path) && diskEntry(`${root}/${path}`).kind === "link";
  return Object.assign(paths, {
    hasFile: (path: string) => files.has(path) || others.has(path) || dirty.has(path) || links.has(path),
    hasFolder: (folder: string) => paths.holds(folder) || isLink(folder),
  });
}

/** The part of a checkout of the folder `base` that is in another folder. */
function checkoutIn(checkout: Checkout, base: string, folder: string): Checkout {
  if (folder === base) return checkout;
  const inner = base === "" ? folder : folder.slice(base.length + 1);
  const { files, others, links, submodules, dirty, indexed, readings, unreadable } = checkout;
  return {
    ...checkout,
    files: mapBelow(files, inner),
    others: mapBelow(others, inner),
    links: mapBelow(links, inner),
    submodules: mapBelow(submodules, inner),
    dirty: new Set(relativePathsBelow([...dirty], inner)),
    indexed: mapBelow(indexed, inner),
    readings: mapBelow(readings, inner),
    unreadable: relativePathsBelow(unreadable, inner),
  };
}

interface CheckedOut extends Pick<Listing, "folder">, Partial<WholeCheckout> {
  readonly checkout: Checkout;
}

async function folderSnapshot(store: GitStore, checkedOut: CheckedOut, options: Abortable): Promise<Snapshot> {
  const { checkout, folder, submodules, lost } = checkedOut;
  const { place } = folder;
  const diagnostics = listingFaults(checkedOut, place);
  const report = (found: Diagnostic) => diagnostics.push(found);
  const changed = entriesOnDisk(folder, checkout.dirty);
  const hasLink = checkout.links.size > 0 || [...changed.values()].some(({ kind }) => kind === "link");
  const listing = { folder, checkout, changed };
  const listed = hasLink ? await throughLinks(store, listing, options) : plain(listing);
  const { links, indexed } = listed;
  diagnostics.push(...(links?.diagnostics ?? []));
  const paths = new Set(listed.disk.values());
  const { root, objectFormat: format } = folder;
  const hashed = await hashFiles({ ...options, ...listed, folder: root, paths, format, report });
  const bytes = new Map([...hashed.bytes, ...(links?.texts ?? [])]);
  const stored = (ids: Iterable<string>) => [...ids].filter((id) => !bytes.has(id));
  const fetch = async (ids: Iterable<string>, read: Abortable) =>
    new Map([...pick(bytes, ids), ...(await store.blobs(stored(ids), read))]);
  const { blobsNow } = store;
  const fetchNow = blobsNow && ((ids: Iterable<string>) => new Map([...pick(bytes, ids), ...blobsNow(stored(ids))]));
  const { blobs, ...folders } = listed.with(idsByPath(listed.disk, hashed.ids));
  store.expect?.(blobs.values());
  const unstored = new Set([...hashed.ids].flatMap(([path, each]) => (each === indexed.get(path) ? [] : [each])));
  const id = madeOnce(() => withMark(mapDigest(blobs), links, () => ""));
  return snapshotOf({
    id,
    title: TITLE,
    place,
    unstored,
    seen: checkout.seen,
    submodules,
    ...linksOf(links, lost && lostSubmodules(lost, place)),
    ignored: new AskedPaths((path) => !blobs.has(path) && diskEntry(`${root}/${path}`).kind === "file"),
    blobs,
    ...folders,
    diagnostics,
    fetch,
    fetchNow,
  });
}

/** The faults of a listing before its files are read. */
function listingFaults({ checkout, embedded = [], unlisted = [] }: CheckedOut, place: InventoryPlace): Diagnostic[] {
  return [
    ...checkout.unreadable.flatMap(unreadableName),
    ...unlisted.map((path) => unlistedSubmodule(pathIn(place.folder, path))),
    ...embedded.map((path) => unlistedSubmodule(pathIn(place.folder, path), "warning")),
  ];
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
interface Listed extends Pick<Checkout, "readings" | "indexed"> {
  readonly links?: ReadLinks<WorktreeFile>;
  /** By the path that a snapshot lists, the path from which it is read. */
  readonly disk: ReadonlyMap<string, string>;
  /** The complete listing, with the ids of the files read. */
  with(read: ReadonlyMap<string, string>): Pick<SnapshotParts, "blobs" | "hasFolder" | "foldersBeyond">;
}

/** Only a link can lead to an empty folder; without links it is enough to check folders on demand. */
function plain({ folder: { root }, checkout, changed }: Listing): Listed {
  return {
    readings: checkout.readings,
    indexed: checkout.indexed,
    disk: new Map([...changed.keys()].filter(isListed).map((path) => [path, path])),
    with(read) {
      const files = read.size === 0 ? checkout.files : sortedByPath([...checkout.files, ...read]);
      const others = [...checkout.others.keys(), ...[...changed.keys()].filter((path) => !read.has(path))];
      const source = { root, files, others };
      return { blobs: files, hasFolder: folderTest(source), foldersBeyond: () => foldersBeyond(source) };
    },
  };
}

async function throughLinks(store: GitStore, listing: Listing, options: Abortable): Promise<Listed> {
  const { folder, checkout } = listing;
  const [readings, indexed] = [new Map(checkout.readings), new Map(checkout.indexed)];
  const fromHere = (path: string) => pathSeenFrom(folder.place.folder, path);
  const whole = async () => {
    const around = await store.checkout("", options);
    const top = { ...folder, root: folder.topLevel };
    for (const [path, reading] of around.readings) readings.set(fromHere(path), reading);
    for (const [path, id] of around.indexed) indexed.set(fromHere(path), id);
    const changed = entriesOnDisk(top, around.dirty);
    const entries = await withLinks(store, { folder: top, checkout: around, changed }, options);
    return new Map([...entries].map(([path, entry]) => [path, besides(entry, fromHere)]));
  };
  const entries = withFolders(await withLinks(store, listing, options), folder.root);
  const links = await readLinks({ entries, folder: folder.place.folder, whole, whyAbsent: store.whyAbsent });
  const known: [string, string][] = [];
  const disk = new Map<string, string>();
  for (const [path, file] of links.files) {
    if (file.kind === "known") known.push([path, file.id]);
    else disk.set(path, file.path);
  }
  return {
    readings,
    indexed,
    links,
    disk,
    with(read) {
      const blobs = withUnread({ files: new Map([...known, ...read]), unread: links.unread });
      return { blobs, hasFolder: (path) => links.folders.has(path) };
    },
  };
}

/** An entry with the path on disk from another folder. */
function besides(entry: RawEntry<WorktreeFile>, path: (path: string) => string): RawEntry<WorktreeFile> {
  if (entry.kind !== "file" || entry.file.kind === "known") return entry;
  return { kind: "file", file: { kind: "disk", path: path(entry.file.path) } };
}

type RawEntries = ReadonlyMap<string, RawEntry<WorktreeFile>>;

async function withLinks(store: GitStore, { checkout, changed }: Listing, options: Abortable): Promise<RawEntries> {
  const { files, others, links } = checkout;
  const raw = new Map(changed);
  for (const [path, id] of [...files, ...others]) raw.set(path, { kind: "file", file: { kind: "known", id } });
  if (links.size === 0) return raw;
  const texts = await store.blobs(links.values(), options);
  for (const [path, id] of links) {
    const text = texts.get(id);
    if (text === undefined) throw new HeirError("environment", `the target of the link ${path} cannot be read`);
    raw.set(path, { kind: "link", target: Buffer.from(text).toString(), id });
  }
  return raw;
}

/** Also empty folders on disk, which git does not list. */
function withFolders(entries: RawEntries, root: string): RawEntries {
  const all = new Map(entries);
  for (const path of foldersAround(root, entries.keys())) if (!all.has(path)) all.set(path, { kind: "folder" });
  return all;
}
