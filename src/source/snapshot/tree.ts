import { digest } from "../../base/digest.ts";
import type { PathLines } from "../../base/path-lines.ts";
import { isListed, mapBelow, pathIn, relativePathsBelow } from "../../model/inventory/folder-paths.ts";
import { isGitId } from "../../model/inventory/lfs-or-filter.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import type { Abortable, FileIds, InventoryPlace, Snapshot } from "../../model/inventory/snapshot.ts";
import { idIn, LINK_MODE, type TreeEntries, UNMERGED } from "../../model/inventory/tree-entries.ts";
import { type BlobReader, blobText, type GitStore, type TreeListing } from "../git/store.ts";
import type { Finder } from "../inventory/finder.ts";
import { pathsOf, type StatePaths } from "../inventory/marks.ts";
import { type ExpandedListing, MODULES_FILE, withSubmodules } from "../submodules/stores.ts";
import type { RawEntry } from "./follow-links.ts";
import {
  linksOf,
  lostSubmodules,
  readLinks,
  refusedNames,
  unlistedSubmodule,
  unreadableName,
  withMark,
  withUnread,
} from "./linked.ts";
import { missingSnapshot, type Snapshots, snapshotOf } from "./parts.ts";

export interface TreeOptions extends Abortable {
  /** Submodules, from the top, that are not merged. */
  readonly unmerged?: readonly string[];
}

interface TreeRequest extends TreeOptions {
  /** Id of a tree. */
  readonly tree: string;
  readonly title: string;
  /** Paths from the top that belong to the state although the tree lacks them. */
  readonly others?: readonly string[];
}

/** The listing of an inventory folder of a tree, with the files of its submodules. */
export interface PlacedListing extends ExpandedListing {
  readonly place: InventoryPlace;
}

/** The listing of a folder `base` of a tree, and where an inventory is in it. */
interface FoundListing {
  readonly listing: TreeListing;
  readonly base: string;
  readonly place: InventoryPlace;
}

/** The inventories of a tree, links followed in each; ids are of their own trees. Throws as the store and finder. */
export async function treeSnapshots(store: GitStore, finder: Finder, request: TreeRequest): Promise<Snapshots> {
  const [first, ...more] = await treeListings(store, finder, request);
  const snapshot = (each: PlacedListing) => listingSnapshot(store, each, request);
  return [await snapshot(first), ...(await Promise.all(more.map(snapshot)))];
}

/** Where the inventories of a tree are, with the listing of each. */
export async function treeListings(
  store: GitStore,
  finder: Finder,
  request: TreeRequest,
): Promise<readonly [PlacedListing, ...PlacedListing[]]> {
  const { tree, title, others = [] } = request;
  const { nearest } = finder;
  const near = nearest === "" ? undefined : await store.tree(tree, nearest, request);
  const around = near && (await finder.around(treePaths(near, relativePathsBelow(others, nearest))));
  if (near !== undefined && around !== undefined) {
    return [await placed(store, finder, request, { listing: near, base: nearest, place: around })];
  }
  const listing = await store.tree(tree, "", request);
  const top = () => blobText(store, listing.entries.get("heir.yml")?.id, request);
  const [first, ...more] = await finder.find({ title, paths: treePaths(listing, others), top });
  const at = (place: InventoryPlace) => placed(store, finder, request, { listing, base: "", place });
  return [await at(first), ...(await Promise.all(more.map(at)))];
}

/** A submodule counts as a folder, whatever is in it. */
export function treePaths({ entries, submodules }: TreeListing, others: readonly string[] = []): StatePaths {
  return pathsOf({ sorted: entries, more: others, links: new Set([...submodules.keys(), ...entries.links]) });
}

/** The folder of a place as a tree has it, whether it is an inventory there or not. Throws what the store throws. */
export async function treeAt(
  store: GitStore,
  finder: Finder,
  request: TreeRequest & Pick<FoundListing, "place">,
): Promise<Snapshot> {
  const { tree, place } = request;
  const listing = await store.tree(tree, place.folder, request);
  return listingSnapshot(store, await placed(store, finder, request, { listing, base: place.folder, place }), request);
}

/** What is in the folder of a place, submodules expanded. */
async function placed(
  store: GitStore,
  finder: Finder,
  { tree, unmerged = [], ...options }: TreeRequest,
  found: FoundListing,
): Promise<PlacedListing> {
  const { place, listing } = found;
  if (place.missing !== undefined) return { listing, place, lost: new Map() };
  const merged = await folderListing(store, found, { ...options, tree });
  const inside = withUnmerged(merged, relativePathsBelow(unmerged, place.folder));
  if (inside.submodules.size === 0) return { listing: inside, place, lost: new Map() };
  return { ...(await expanded(store, finder, { listing: inside, place, tree, ...options })), place };
}

/** A listing in which some submodules pin no commit. */
function withUnmerged(listing: TreeListing, unmerged: readonly string[]): TreeListing {
  if (unmerged.length === 0) return listing;
  const pinned = unmerged.map((path) => [path, UNMERGED] as const);
  return { ...listing, submodules: new Map([...listing.submodules, ...pinned]) };
}

/** The listing of an inventory folder with the files of those of its submodules that the inventory is read from. */
export async function expanded(
  store: GitStore,
  finder: Finder,
  { listing, place, tree, ...options }: Omit<FoundListing, "base"> & { readonly tree: string } & Abortable,
): Promise<ExpandedListing> {
  const ids = SETTINGS_FILES.flatMap((name) => {
    const id = listing.entries.get(name)?.id;
    return id === undefined ? [] : [[name, id] as const];
  });
  const wanted = ids.map(([, id]) => id);
  const blobs = await store.blobs(wanted, options);
  const texts = new Map(ids.map(([name, id]) => [name, Buffer.from(blobs.get(id) ?? []).toString()]));
  const modules = async () => blobText(store, (await store.entryAt(tree, MODULES_FILE, options))?.id, options);
  const isRead = await finder.reads(texts, place);
  return withSubmodules(store, listing, { ...options, folder: place.folder, isRead, modules });
}

async function folderListing(
  store: GitStore,
  { listing, base, place: { folder } }: FoundListing,
  { tree, ...options }: { readonly tree: string } & Abortable,
): Promise<TreeListing> {
  if (folder === base) return listing;
  const inner = base === "" ? folder : folder.slice(base.length + 1);
  const id = (await store.entryAt(tree, folder, options))?.id ?? listing.id;
  const { entries, submodules, unreadable, refused } = listing;
  return {
    id,
    entries: entries.below(inner),
    submodules: mapBelow(submodules, inner),
    unreadable: relativePathsBelow(unreadable, inner),
    // A clone checks out the whole tree, or ends with an error.
    refused,
  };
}

/** A snapshot of a listing of an inventory folder of a tree. */
export async function listingSnapshot(
  store: GitStore,
  { listing, lost, unlisted = [], place }: PlacedListing,
  { tree, title, ...options }: Pick<TreeRequest, "tree" | "title" | "signal">,
): Promise<Snapshot> {
  if (place.missing !== undefined) return missingSnapshot(title, place);
  const diagnostics = [
    ...listing.unreadable.flatMap(unreadableName),
    ...(listing.refused === undefined ? [] : refusedNames(listing.refused)),
    ...unlisted.map((path) => unlistedSubmodule(pathIn(place.folder, path))),
  ];
  const { entries } = listing;
  const links =
    entries.links.length === 0
      ? undefined
      : await readLinks({
          entries: await rawEntries(store, entries),
          folder: place.folder,
          whole: async () => rawEntries(store, (await store.tree(tree, "", options)).entries),
          whyAbsent: store.whyAbsent,
        });
  const files: FileIds = links?.files ?? new TreeFiles(entries);
  store.expect?.(files.values());
  const own = entries.hasOwnIds ? idOfRead(listing.id, files) : listing.id;
  const { blobs: fetch, blobsNow: fetchNow } = store;
  return snapshotOf({
    id: withMark(own, links, (id) => id),
    title,
    place,
    blobs: links === undefined ? files : withUnread(links),
    hasFolder: (path) => links?.folders.has(path) ?? (path !== "" && entries.hasBelow(path)),
    diagnostics: [...diagnostics, ...(links?.diagnostics ?? [])],
    fetch,
    fetchNow,
    submodules: listing.submodules,
    ...linksOf(links, lostSubmodules(lost, place)),
  });
}

/** The id of a listing in which the files with a filter are read as the user agreed. */
function idOfRead(id: string, files: FileIds): string {
  const own: string[] = [];
  for (const [path, each] of files) if (!isGitId(each)) own.push(`${path} ${each}`);
  return own.length === 0 ? id : digest([id, ...own].join("\0"));
}

/** Files by blob id; the text of links is read, as it is what they are. */
async function rawEntries(store: BlobReader, entries: TreeEntries): Promise<ReadonlyMap<string, RawEntry<string>>> {
  const links = entries.links.flatMap((path) => entries.get(path)?.id ?? []);
  const texts = links.length === 0 ? new Map<string, Uint8Array>() : await store.blobs(links);
  const raw = new Map<string, RawEntry<string>>();
  for (const [path, { id, mode }] of entries) {
    if (mode === LINK_MODE) raw.set(path, { kind: "link", target: Buffer.from(texts.get(id) ?? []).toString(), id });
    else raw.set(path, { kind: "file", file: id });
  }
  return raw;
}

/** The files of a tree that a snapshot lists, by path with their ids: each is made when it is asked for. */
export class TreeFiles implements FileIds {
  readonly lines: PathLines;
  private readonly given = new Set<string>();

  constructor({ lines }: TreeEntries) {
    this.lines = lines;
  }

  get(path: string): string | undefined {
    const at = isListed(path) ? this.lines.find(path) : -1;
    if (at < 0) return undefined;
    const id = idIn(this.lines, at);
    this.given.add(id);
    return id;
  }

  has(path: string): boolean {
    return isListed(path) && this.lines.find(path) >= 0;
  }

  hasGiven(id: string): boolean {
    return this.given.has(id);
  }

  *below(start: string): Iterable<readonly [path: string, id: string]> {
    const [from, to] = this.lines.range(start);
    const isMost = (to - from) * 2 > this.lines.count;
    yield* this.between(from, to, isMost ? this.lines.expectAll() : this.lines);
  }

  *keys(): Generator<string, undefined, unknown> {
    const lines = this.lines.expectAll();
    for (let at = 0; at < lines.count; at += 1) {
      const path = lines.path(at);
      if (isListed(path)) yield path;
    }
  }

  *values(): Generator<string, undefined, unknown> {
    for (const [, id] of this) yield id;
  }

  *[Symbol.iterator](): Generator<[string, string], undefined, unknown> {
    yield* this.between(0, this.lines.count, this.lines.expectAll());
  }

  private *between(from: number, to: number, lines: PathLines): Iterable<[string, string]> {
    for (let at = from; at < to; at += 1) {
      const path = lines.path(at);
      if (isListed(path)) yield [path, idIn(lines, at)];
    }
  }
}
