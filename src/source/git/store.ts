import { HeirError, quietly } from "../../model/findings/failure.ts";
import type { FilterChoice } from "../../model/inventory/lfs-or-filter.ts";
import { type ObjectFormat, objectId } from "../../model/inventory/object-id.ts";
import type { Abortable, ReadNow } from "../../model/inventory/snapshot.ts";
import { TreeEntries } from "../../model/inventory/tree-entries.ts";

/** The paths of a repository and of the folder that the user is in. All paths are absolute, with links resolved. */
export interface GitFacts {
  /** Top of the work tree; undefined in a bare repository. */
  readonly topLevel: string | undefined;
  readonly gitDir: string;
  /** Shared by all linked work trees; `gitDir` where there are none. */
  readonly commonDir: string;
  /** The index in force, GIT_INDEX_FILE included. It need not exist. */
  readonly indexFile: string;
  /** The folder that the command was started in or `-C` names, below the top, with forward slashes; "" for the top. */
  readonly start: string;
  /** The inventory folder around the start on disk, "" for the top or none: listing it often finds that of a state. */
  readonly nearest: string;
  readonly objectFormat: ObjectFormat;
}

export interface CommitInfo {
  readonly id: string;
  readonly tree: string;
  readonly parents: readonly string[];
  /** Seven characters of the id, for people. */
  readonly shortId: string;
  readonly subject: string;
}

export interface PathEntry {
  readonly kind: "folder" | "file";
  readonly id: string;
}

/** All files and links below one folder of a tree. Paths are relative to the folder. */
export interface TreeListing {
  /** Id of the folder's own tree; that of the empty tree when there is no such folder. */
  readonly id: string;
  readonly entries: TreeEntries;
  /** Submodules, with the commit that is pinned. */
  readonly submodules: ReadonlyMap<string, string>;
  /** Paths that are no UTF-8, as `textOfBytes` gives them. */
  readonly unreadable: readonly string[];
  /** What no clone can check out as it is; absent if there is nothing of the kind. */
  readonly refused?: RefusedNames;
}

/** The listing of a folder that is not there. Never fails. */
export function emptyListing(format: ObjectFormat): TreeListing {
  const id = objectId("tree", new Uint8Array(), format);
  return { id, entries: TreeEntries.of([]), submodules: new Map(), unreadable: [] };
}

/** Names that git does not check out, and a tree that readers read differently. */
export interface RefusedNames {
  readonly paths: readonly string[];
  /** The path of an entry that is there twice, or comes before one that it should follow. */
  readonly disorder?: string;
}

/** The tree that committing the index would create. */
export interface StagedTree {
  readonly tree: string;
  /** Paths from the top that still have more than one stage; they are not in the tree. */
  readonly unmerged: readonly string[];
  readonly unmergedSubmodules: readonly string[];
}

export interface FileAttributes {
  /** git expands `$Id$` in the work tree. */
  readonly ident?: true;
  /** The encoding in the work tree, as git names it. */
  readonly encoding?: string;
  /** The name of the filter between work tree and storage. */
  readonly filter?: string;
}

export interface DiskReading extends Omit<FileAttributes, "filter"> {
  readonly filter?: DiskFilter;
}

export interface DiskFilter {
  readonly name: string;
  readonly choice: FilterChoice;
  /** The value of `heir.runFilter` that would agree to it; the name if absent. */
  readonly wanted?: string;
  /** The id of an unchanged file. */
  readonly id?: string;
  /** What git stores for a tracked file. */
  readonly stored?: Uint8Array;
}

/** What is checked out in the inventory folder, by path from it; no path is twice. Unchanged files have index ids. */
export interface Checkout {
  /** Unchanged regular files that a snapshot lists, sorted. */
  readonly files: ReadonlyMap<string, string>;
  /** Unchanged regular files with other names. */
  readonly others: ReadonlyMap<string, string>;
  /** Unchanged symbolic links. */
  readonly links: ReadonlyMap<string, string>;
  /** Submodules, with the commit that the index pins. */
  readonly submodules: ReadonlyMap<string, string>;
  /** What is changed, unmerged or untracked: only the disk has its content. */
  readonly dirty: ReadonlySet<string>;
  /** How dirty files are read where git stores them in another form than the disk has. */
  readonly readings: ReadonlyMap<string, DiskReading>;
  /** The id in the index of tracked files that are dirty. */
  readonly indexed: ReadonlyMap<string, string>;
  /** Paths that are no UTF-8, as `textOfBytes` gives them; they are in none of the others. */
  readonly unreadable: readonly string[];
  /** Whether git tracks anything in the folder. */
  readonly tracked: boolean;
  /** What git printed of it before it was asked for; not where attributes say how files are read. */
  readonly seen?: Uint8Array | undefined;
}

export interface TreeReading extends Abortable {
  /** The path of the submodule whose tree it is, from the top; absent for one of the repository itself. */
  readonly submodule?: string;
}

/** Reads blobs. An id that does not exist throws HeirError. */
export interface BlobReader {
  /** The bytes of many blobs; each id is read once. */
  blobs(ids: Iterable<string>, options?: Abortable): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The same at once, in a process of its own: for few blobs. Absent without the git program. */
  readonly blobsNow?: ReadNow | undefined;
}

/**
 * Reads one repository. `gitBinaryStore` runs git; `gitPureStore` reads the files itself and refuses what it cannot do.
 * All methods throw HeirError for what is not there or cannot be read, and the signal's reason when aborted.
 */
export interface GitStore extends BlobReader {
  /** The commit that a revision names, tags peeled. */
  resolve(revision: string, options?: Abortable): Promise<CommitInfo>;
  /** Everything below the folder `prefix` of a tree (an id, not a revision). */
  tree(tree: string, prefix: string, options?: TreeReading): Promise<TreeListing>;
  /** What a tree has at a path: a folder or a file; undefined if there is neither. */
  entryAt(tree: string, path: string, options?: TreeReading): Promise<PathEntry | undefined>;
  /** Best common ancestor of two revisions; undefined when their histories never meet. */
  mergeBase(left: string, right: string, options?: Abortable): Promise<string | undefined>;
  /** Names of branches and tags, for hints. */
  refNames(options?: Abortable): Promise<readonly string[]>;
  /** The tree that a commit would get now. The index is not changed. */
  staged(options?: Abortable): Promise<StagedTree>;
  /** Tracked files, and untracked ones that are not ignored, below `prefix`. */
  checkout(prefix: string, options?: Abortable): Promise<Checkout>;
  /** What is checked out in the submodule at a folder on disk; undefined if it is not checked out. */
  submodule(folder: string, options?: Abortable): Promise<Checkout | undefined>;
  /** Why no clone has some paths from the top, in words that go before the path; none for those that are nowhere. */
  readonly whyAbsent?: (paths: readonly string[], options?: Abortable) => Promise<ReadonlyMap<string, string>>;
  /** Announces blobs that will be read, so that what a partial clone lacks is fetched at once; only there. */
  readonly expect?: (ids: Iterable<string>) => void;
  /** Gets the trees of a history before it is read; only in a partial clone. */
  readonly expectTrees?: (revisions: readonly string[], options?: Abortable) => Promise<void>;
  /** Gets the trees of a merge of two commits, and announces the blobs that git reads to merge them; only in a partial clone. */
  readonly expectMerge?: (sides: readonly [string, string], options?: Abortable) => Promise<void>;
  /** Gets all that was announced, for a git that reads it itself; only in a partial clone. */
  readonly haveExpected?: (options?: Abortable) => Promise<void>;
  close(): Promise<void>;
}

/** The text of a blob; empty for none. Throws what the reader throws. */
export async function blobText(store: BlobReader, id: string | undefined, options?: Abortable): Promise<string> {
  return id === undefined ? "" : Buffer.from((await store.blobs([id], options)).get(id) ?? []).toString();
}

/** The error for a blob that is in no store of a repository. */
export function missingObject(id: string): HeirError {
  return new HeirError(
    "environment",
    `object ${id} is missing from the repository`,
    "run git fsck to see what is lost",
  );
}

const SHORT = 7;

/** Reads a commit object as git does, encoding included. Throws HeirError when the bytes are no commit. */
export function commitInfo(id: string, bytes: Uint8Array): CommitInfo {
  const object = Buffer.from(bytes);
  const blankLine = object.indexOf("\n\n");
  const end = blankLine < 0 ? object.length : blankLine;
  const [first = "", ...headers] = object.toString("latin1", 0, end).split("\n");
  if (!first.startsWith("tree ")) throw new HeirError("environment", `object ${id} is not a commit`);
  const parents = headers.findIndex((line) => !line.startsWith("parent "));
  const encoding = headers.find((line) => line.startsWith("encoding "))?.slice("encoding ".length);
  return {
    id,
    tree: first.slice("tree ".length),
    parents: headers.slice(0, parents < 0 ? undefined : parents).map((line) => line.slice("parent ".length)),
    shortId: id.slice(0, SHORT),
    subject: subjectOf(decoded(object.subarray(end), encoding)),
  };
}

/** git writes no text after a NUL; an unknown encoding is read as UTF-8. */
function decoded(message: Buffer, encoding = "utf-8"): string {
  const nul = message.indexOf(0);
  const text = nul < 0 ? message : message.subarray(0, nul);
  return quietly(() => new TextDecoder(encoding).decode(text)) ?? text.toString();
}

/** The first paragraph on one line, as git shows it. */
function subjectOf(message: string): string {
  const [paragraph = ""] = message.trimStart().split(/\n\s*\n/, 1);
  return paragraph.trimEnd().split("\n").join(" ");
}
