import {
  attributesAbove,
  isAttributes,
  isInFolder,
  isListed,
  leadsOut,
  pathSeenFrom,
} from "../../model/inventory/folder-paths.ts";
import type { Abortable, InventoryPlace } from "../../model/inventory/snapshot.ts";
import { SUBMODULE_MODE, TreeEntries } from "../../model/inventory/tree-entries.ts";
import type { FileDifference, HistoryCommit, PlacedCommit } from "../../model/results/history.ts";
import type { AttributedStore, AttributeFiles } from "../attributes/tree-attributes.ts";
import type { TreeListing } from "../git/store.ts";
import type { Finder } from "../inventory/finder.ts";
import { pathsOf } from "../inventory/marks.ts";
import { expanded, type PlacedListing, treeListings } from "../snapshot/tree.ts";
import type { ExpandedListing } from "../submodules/stores.ts";

const NOTHING: TreeListing = { id: "", entries: TreeEntries.of([]), submodules: new Map(), unreadable: [] };

/**
 * Where the inventory is in each commit of a history (F7 in docs/concepts/inventories.md). It stays where a child has
 * it, as long as it is an inventory there; otherwise the commit is searched.
 */
export class CommitPlaces {
  private readonly known = new Map<string, InventoryPlace>();
  /** Files of attributes of commits; neighbours mostly share them. */
  private readonly attributes = new Map<string, AttributeFiles>();
  private readonly store: AttributedStore;
  private readonly finder: Finder;
  private hasSubmodules = false;

  constructor(store: AttributedStore, finder: Finder) {
    this.store = store;
    this.finder = finder;
  }

  /** The place in a commit, given by its id; one with several inventories counts as one without. */
  async of(commit: string, options?: Abortable): Promise<InventoryPlace> {
    const place = this.known.get(commit) ?? (await this.search(commit, options));
    this.known.set(commit, place);
    return place;
  }

  /** The same commit with differences between the inventory folders, and beside them: paths are from the folder. */
  async within(commit: HistoryCommit, options?: Abortable): Promise<PlacedCommit> {
    const place = await this.of(commit.id, options);
    const differences = new Map<string, readonly FileDifference[]>();
    for (const [parent, edits] of commit.differences) {
      const before = this.known.get(parent) ?? (await this.besides(parent, { place, edits }, options));
      this.known.set(parent, before);
      const isBump = edits.some((edit) => [edit.before, edit.after].some((entry) => entry?.mode === SUBMODULE_MODE));
      this.hasSubmodules ||= isBump;
      const isSame = before.folder === place.folder && before.missing === undefined && place.missing === undefined;
      const ids = [commit.id, parent] as const;
      const read = isSame && !isBump ? await this.readEdits(ids, { place, edits }, options) : undefined;
      if (read !== undefined) differences.set(parent, fromFolder(read, place.folder));
      else
        differences.set(parent, [
          ...between(await this.entries(parent, options), await this.entries(commit.id, options)),
          ...fromFolder(edits, place.folder).filter(({ path }) => leadsOut(path)),
        ]);
    }
    return { ...commit, differences, place };
  }

  /** The edits of files as they are read; undefined if an edit of attributes can change how others are read. */
  private async readEdits(
    [commit, parent]: readonly [commit: string, parent: string],
    { place: { folder }, edits }: PlacedEdits,
    options?: Abortable,
  ): Promise<readonly FileDifference[] | undefined> {
    const above = attributesAbove(folder);
    const reaches = (path: string) => isAttributes(path) && (isInFolder(path, folder) || above.includes(path));
    if (edits.some(({ path }) => reaches(path))) return undefined;
    const known = this.attributes.get(commit) ?? (await this.store.attributes(commit, folder, options));
    this.attributes.set(commit, known);
    this.attributes.set(parent, known);
    const paths = edits.map(({ path }) => path).filter((path) => isListed(path) && isInFolder(path, folder));
    const read = await this.store.reading(known, paths, options);
    if (read === undefined) return edits;
    return edits.map(({ path, before, after }) => {
      return { path, before: before && read(path, before), after: after && read(path, after) };
    });
  }

  /** The files and links of a commit, by their paths in its inventory. */
  async entries(commit: string, options?: Abortable): Promise<TreeEntries> {
    return (await this.expandedListing(commit, options)).listing.entries;
  }

  /** The place in a commit, and the submodules in it whose objects are not there. */
  async placed(commit: string, options?: Abortable): Promise<Pick<PlacedListing, "place" | "lost">> {
    const place = await this.of(commit, options);
    if (!this.hasSubmodules) return { place, lost: new Map() };
    return { place, lost: (await this.expandedListing(commit, options)).lost };
  }

  private async expandedListing(commit: string, options?: Abortable): Promise<ExpandedListing> {
    const place = await this.of(commit, options);
    if (place.missing !== undefined) return { listing: NOTHING, lost: new Map() };
    const listing = await this.store.tree(commit, place.folder, options);
    if (listing.submodules.size === 0) return { listing, lost: new Map() };
    this.hasSubmodules = true;
    return expanded(this.store, this.finder, { listing, place, tree: commit, ...options });
  }

  private async search(commit: string, options?: Abortable): Promise<InventoryPlace> {
    const title = commit.slice(0, 7);
    const [{ place }, ...more] = await treeListings(this.store, this.finder, { ...options, tree: commit, title });
    if (more.length === 0) return place;
    const several = [place.folder, ...more.map((each) => each.place.folder)];
    return { folder: "", missing: { folders: several.length, several } };
  }

  /** The place in the parent of a commit that has a place and edits the parent. */
  private async besides(parent: string, { place, edits }: PlacedEdits, options?: Abortable): Promise<InventoryPlace> {
    if (place.missing !== undefined) {
      // A parent with no file that the commit lacks has no inventory either.
      return edits.every(({ after }) => after !== undefined) ? place : this.search(parent, options);
    }
    if (edits.some(({ path }) => path === "heir.yml")) return this.search(parent, options);
    const { files, folders } = await this.finder.marksOf(place.folder);
    const isKept = edits.every(({ path, before, after }) => {
      if (files.includes(path)) return before !== undefined && after !== undefined;
      return before !== undefined || !folders.some((each) => path === each || path.startsWith(`${each}/`));
    });
    return isKept ? place : ((await this.placeAt(parent, place.folder, options)) ?? this.search(parent, options));
  }

  /** The place of the inventory in one folder of a commit, if it is one there. */
  private async placeAt(commit: string, folder: string, options?: Abortable): Promise<InventoryPlace | undefined> {
    const { files, folders } = await this.finder.marksOf(folder);
    const there = new Set<string>();
    for (const path of [...files, ...folders]) {
      if ((await this.store.entryAt(commit, path, options)) === undefined) continue;
      there.add(path);
      const found = await this.finder.at(folder, pathsOf({ sorted: new Set(), more: there, links: there }));
      if (found !== undefined) return found;
    }
    return undefined;
  }
}

/** What a commit edits of a parent, and where its inventory is. */
interface PlacedEdits {
  readonly place: InventoryPlace;
  readonly edits: readonly FileDifference[];
}

/** Edits by their paths from the inventory folder: links can lead to files beside it. */
function fromFolder(edits: readonly FileDifference[], folder: string): readonly FileDifference[] {
  return folder === "" ? edits : edits.map((each) => ({ ...each, path: pathSeenFrom(folder, each.path) }));
}

function between(old: TreeEntries, now: TreeEntries): readonly FileDifference[] {
  return [...new Set([...old.keys(), ...now.keys()])].flatMap((path) => {
    const [before, after] = [old.get(path), now.get(path)];
    const isSame = before?.id === after?.id && before?.mode === after?.mode;
    return isSame ? [] : [{ path, before, after }];
  });
}
