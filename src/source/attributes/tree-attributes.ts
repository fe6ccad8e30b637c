import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { keptAt, Recent } from "../../base/made-once.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { ATTRIBUTES, attributesAbove, isAttributes, isListed, pathIn } from "../../model/inventory/folder-paths.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { TreeEntries, type TreeEntry } from "../../model/inventory/tree-entries.ts";
import { regularFileText } from "../disk/read-files.ts";
import { inTemporaryFolder } from "../disk/temporary.ts";
import { git } from "../git/program/process.ts";
import type { GitProgram } from "../git/program/program.ts";
import type { GitStore, TreeListing } from "../git/store.ts";
import type { HeirSettings } from "../repository/settings.ts";
import { infoFile } from "../repository/without-git.ts";
import { submoduleFolders, submoduleRepository } from "../submodules/stores.ts";
import { attributedCheckout, checkAttributes, saysFilter } from "./check-attr.ts";
import { FilteredFiles, type FilterRepository, filterConsent } from "./filtered-files.ts";

export interface AttributeFiles {
  /** The files of attributes of the tree, by path from its top with their ids. */
  readonly files: ReadonlyMap<string, string>;
  /** The text of the repository's own file of attributes. */
  readonly info: string;
}

/** What equal files of attributes say. */
interface Said {
  readonly hasFilters: Promise<boolean>;
  /** The filter of each path that was asked for, if it has one. */
  readonly known: Map<string, string | undefined>;
}

interface TreeRepository extends Pick<FilterRepository, "program" | "facts"> {
  readonly store: GitStore;
}

/** Few sets of attributes are read in turns. */
const MOST_SETS = 32;

/** The filters of files of trees, by the attributes of each tree. Throws what git throws. */
class TreeAttributes {
  private readonly said = new Recent<Said>(MOST_SETS);
  private readonly repository: TreeRepository;

  constructor(repository: TreeRepository) {
    this.repository = repository;
  }

  /** The files of attributes that reach into a folder of a tree, given what is in the folder. */
  async files(
    tree: string,
    folder: string,
    entries: TreeEntries,
    options: Abortable = {},
  ): Promise<AttributeFiles["files"]> {
    const files = new Map<string, string>();
    const paths = attributesAbove(folder);
    const above = await Promise.all(paths.map((path) => this.repository.store.entryAt(tree, path, options)));
    for (const [at, path] of paths.entries()) {
      const entry = above[at];
      if (entry?.kind === "file") files.set(path, entry.id);
    }
    for (const [path, { id, mode }] of entries.ending(ATTRIBUTES)) {
      if (isAttributes(path) && isFile(mode)) files.set(pathIn(folder, path), id);
    }
    return files;
  }

  /** The filters of some paths of a tree with these files of attributes; paths without one are left out. */
  async filters(
    files: AttributeFiles,
    paths: Iterable<string>,
    options: Abortable = {},
  ): Promise<ReadonlyMap<string, string>> {
    const said = this.saidBy(files, options);
    const found = new Map<string, string>();
    if (!(await said.hasFilters)) return found;
    const wanted = [...paths];
    const unknown = wanted.filter((path) => !said.known.has(path));
    if (unknown.length > 0) {
      const asked = await this.ask(files, unknown, options);
      for (const path of unknown) said.known.set(path, asked.get(path));
    }
    for (const path of wanted) {
      const name = said.known.get(path);
      if (name !== undefined) found.set(path, name);
    }
    return found;
  }

  private saidBy(files: AttributeFiles, options: Abortable): Said {
    const key = [files.info, ...files.files].join("\n");
    return keptAt(this.said, key, () => ({ hasFilters: this.hasFilters(files, options), known: new Map() }));
  }

  private async hasFilters({ files, info }: AttributeFiles, options: Abortable): Promise<boolean> {
    if (saysFilter(info)) return true;
    if (files.size === 0) return false;
    const texts = await this.repository.store.blobs(new Set(files.values()), options);
    return [...texts.values()].some((bytes) => saysFilter(Buffer.from(bytes).toString()));
  }

  /** git reads attributes of an index that holds nothing else, in a repository that has nothing else. */
  private async ask(
    { files, info }: AttributeFiles,
    paths: readonly string[],
    options: Abortable,
  ): Promise<ReadonlyMap<string, string>> {
    const { program, facts } = this.repository;
    if (program === undefined) {
      throw new HeirError("environment", "reading filters in attributes needs the git program", "add git to PATH");
    }
    return inAttributeRepository(program, { facts, info }, async (alone) => {
      const input = [...files].map(([path, id]) => `100644 ${id} 0\t${path}\0`).join("");
      await git(alone, ["update-index", "-z", "--index-info"], { ...options, input });
      const found = await checkAttributes(alone, paths, { ...options, from: "index" });
      return new Map([...found].flatMap(([path, { filter }]) => (filter === undefined ? [] : [[path, filter]])));
    });
  }
}

/** Whether a mode is that of a regular file. */
function isFile(mode: string): boolean {
  return mode.startsWith("100");
}

/**
 * Runs git in an empty repository with the objects of another one, so that nothing else gives attributes than its index,
 * which `use` fills, and `info`. Removes it at the end. Throws what `use` throws.
 */
async function inAttributeRepository<T>(
  program: GitProgram,
  { facts, info }: Pick<TreeRepository, "facts"> & Pick<AttributeFiles, "info">,
  use: (alone: GitProgram) => Promise<T>,
): Promise<T> {
  return inTemporaryFolder("attributes", async (folder) => {
    await Promise.all(["refs", "info"].map((name) => mkdir(join(folder, name))));
    await writeFile(join(folder, "HEAD"), "ref: refs/heads/none\n");
    await writeFile(join(folder, "config"), CONFIG[facts.objectFormat]);
    await writeFile(join(folder, "info/attributes"), info);
    const { GIT_OBJECT_DIRECTORY: objects = join(facts.commonDir, "objects") } = program.env;
    const own = {
      GIT_DIR: folder,
      GIT_COMMON_DIR: undefined,
      GIT_WORK_TREE: undefined,
      GIT_INDEX_FILE: join(folder, "index"),
      GIT_OBJECT_DIRECTORY: objects,
    };
    return await use({ ...program, env: { ...program.env, ...own }, up: "" });
  });
}

const CONFIG = {
  sha1: "[core]\n\trepositoryformatversion = 0\n\tbare = true\n",
  sha256: "[core]\n\trepositoryformatversion = 1\n\tbare = true\n[extensions]\n\tobjectformat = sha256\n",
};

/** A history asks for the same listing several times, one after the other. */
const MOST_LISTINGS = 2;

/** An entry as it is read: a file with a filter has an id of its own. */
type EntryReading = (path: string, entry: TreeEntry) => TreeEntry;

export interface AttributedStore extends GitStore {
  /** The files of attributes that reach into a folder of a tree. */
  attributes(tree: string, folder: string, options?: Abortable): Promise<AttributeFiles>;
  /** How entries at some paths of a tree with these files of attributes are read; undefined if none has a filter. */
  reading(files: AttributeFiles, paths: Iterable<string>, options?: Abortable): Promise<EntryReading | undefined>;
}

interface AttributedRepository extends Omit<FilterRepository, "consent"> {
  readonly settings: HeirSettings;
}

/**
 * A store in whose listings a file with a filter has an id of its own, by which it is read as agreed (rule S17 in
 * docs/concepts/snapshots.md); dirty files have attributes (S16). git is asked only if needed. Throws as the store.
 */
export function withAttributes(store: GitStore, { settings, ...place }: AttributedRepository): AttributedStore {
  const repository = { ...place, consent: filterConsent(settings, place) };
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
    async attributes(tree, folder, options) {
      const { entries } = await listed(tree, folder, options);
      return { files: await trees.files(tree, folder, entries, options), info: ownInfo };
    },
    async tree(tree, folder, options = {}) {
      const listing = await listed(tree, folder, options);
      const { submodule } = options;
      const info = submodule === undefined ? ownInfo : submoduleInfo(repository, submodule);
      const own = await trees.files(tree, folder, listing.entries, options);
      const read = await reading({ files: own, info }, filterable(listing, folder), options);
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

/** The own file of attributes of a submodule, by its path from the top: checked out or kept by git; empty for none. */
function submoduleInfo({ program, facts }: FilterRepository, path: string): string {
  const folders = program === undefined ? [] : submoduleFolders(program, facts, path);
  const [text = ""] = folders.flatMap((folder) => regularFileText(infoFile(folder)) ?? []);
  return text;
}

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

function readListing(listing: TreeListing, folder: string, read: EntryReading): TreeListing {
  const entries = Array.from(listing.entries, ([path, entry]) => [path, read(pathIn(folder, path), entry)] as const);
  return { ...listing, entries: TreeEntries.of(entries) };
}
