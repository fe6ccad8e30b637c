import { Recent } from "../../base/recent.ts";
import { keptAt } from "../../base/remembered.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { regularFileText } from "../disk/regular-file.ts";
import type { GitStore, TreeListing } from "../git/store.ts";
import { TreeEntries, type TreeEntry } from "../git/tree-entries.ts";
import { isListed, pathIn } from "../snapshot/folder-paths.ts";
import { submoduleFolders, submoduleRepository } from "../submodules/stores.ts";
import { infoFile } from "./attributes-path.ts";
import { attributedCheckout } from "./checkout-attributes.ts";
import { FilteredFiles } from "./filtered-files.ts";
import type { FilterRepository } from "./smudge.ts";
import { type AttributeFiles, isFile, TreeAttributes } from "./tree-attributes.ts";

/** A history asks for the same listing several times, one after the other. */
const MOST_LISTINGS = 2;

/** An entry as it is read: a file with a filter has an id of its own. */
export type EntryReading = (path: string, entry: TreeEntry) => TreeEntry;

/** A store that reads files by their attributes; see {@link withAttributes}. */
export interface AttributedStore extends GitStore {
  /** The files of attributes that reach into a folder of a tree. */
  attributes(tree: string, folder: string, options?: Abortable): Promise<AttributeFiles>;
  /** How entries at some paths of a tree with these files of attributes are read; undefined if none has a filter. */
  reading(files: AttributeFiles, paths: Iterable<string>, options?: Abortable): Promise<EntryReading | undefined>;
}

/**
 * A store in whose listings a file with a filter has an id of its own, by which the store reads it as the user agreed
 * (rule S17 in docs/concepts/snapshots.md), and whose checkouts have the attributes of their dirty files (rule S16). git
 * is asked only where a file of attributes has one of the words. Its methods throw what the store throws.
 */
export function withAttributes(store: GitStore, repository: FilterRepository): AttributedStore {
  const { program, facts } = repository;
  const infoPath = infoFile(facts.commonDir);
  const ownInfo = regularFileText(infoPath) ?? "";
  const trees = new TreeAttributes({ store, program, facts });
  const files = new FilteredFiles(store, repository);
  const reading: AttributedStore["reading"] = async (attributes, paths, options) => {
    const filters = await trees.filters(attributes, paths, options);
    if (filters.size === 0) return undefined;
    return (path, entry) => {
      const name = isFile(entry.mode) ? filters.get(path) : undefined;
      return name === undefined ? entry : { ...entry, id: files.idOf({ path, blob: entry.id, name }) };
    };
  };
  const listed = recentListings(store);
  return {
    ...store,
    blobs: (ids, options) => files.blobs(ids, options),
    blobsNow: files.blobsNow,
    reading,
    attributes: async (tree, folder, options) => {
      return trees.files({ ...options, tree, folder, info: ownInfo }, await listed(tree, folder, options));
    },
    async tree(tree, folder, options = {}) {
      const listing = await listed(tree, folder, options);
      const { submodule } = options;
      const text = submodule === undefined ? ownInfo : submoduleInfo(repository, submodule);
      const attributes = await trees.files({ ...options, tree, folder, info: text }, listing);
      const read = await reading(attributes, filterable(listing, folder), options);
      return read === undefined ? listing : readListing(listing, folder, read);
    },
    async checkout(prefix, options) {
      const checkout = await store.checkout(prefix, options);
      if (program === undefined || facts.topLevel === undefined) return checkout;
      return attributedCheckout(checkout, { ...options, files, program, root: facts.topLevel, prefix, info: infoPath });
    },
    async submodule(folder, options) {
      const checkout = await store.submodule(folder, options);
      if (checkout === undefined || program === undefined) return checkout;
      const own = submoduleRepository(program, folder);
      if (own === undefined) return checkout;
      const info = own.commonDir && infoFile(own.commonDir);
      return attributedCheckout(checkout, { ...options, files, program: own.program, root: folder, prefix: "", info });
    },
  };
}

/**
 * The text of the own file of attributes of a submodule, by its path from the top: of the repository that is checked out
 * there, or that git keeps for this path. Empty where there is none.
 */
function submoduleInfo({ program, facts }: FilterRepository, path: string): string {
  const folders = program === undefined ? [] : submoduleFolders(program, facts, path);
  const [text = ""] = folders.flatMap((folder) => regularFileText(infoFile(folder)) ?? []);
  return text;
}

/** Lists folders of trees, and knows the last ones. */
function recentListings(store: GitStore): GitStore["tree"] {
  const listings = new Recent<Promise<TreeListing>>(MOST_LISTINGS);
  return (tree, folder, options) => {
    const key = `${tree} ${folder}`;
    const listing = keptAt(listings, key, () => store.tree(tree, folder, options));
    listing.catch(() => listings.delete(key));
    return listing;
  };
}

/** The paths from the top of a tree at which a filter would matter: links can lead to files of any name. */
function* filterable({ entries }: TreeListing, folder: string): Iterable<string> {
  const hasLink = entries.links.length > 0;
  for (const [path, { mode }] of entries) if (isFile(mode) && (hasLink || isListed(path))) yield pathIn(folder, path);
}

/** A listing with its entries as they are read. */
function readListing(listing: TreeListing, folder: string, read: EntryReading): TreeListing {
  const entries = Array.from(listing.entries, ([path, entry]) => [path, read(pathIn(folder, path), entry)] as const);
  return { ...listing, entries: TreeEntries.of(entries) };
}
