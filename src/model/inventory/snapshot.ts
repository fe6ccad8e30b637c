import type { PathLines } from "../../base/path-lines.ts";
import type { Diagnostic } from "../findings/diagnostic.ts";
import type { LeftOut } from "../results/left-out.ts";
import type { ComparisonEnd } from "../results/printed-parts.ts";
import type { SourceFile } from "../values/value.ts";
import type { Guards } from "./settings.ts";

export interface Abortable {
  readonly signal?: AbortSignal | undefined;
}

/** Where the inventory of a state is, and the settings from its layout and the reader's git configuration. */
export interface InventoryPlace {
  /** From the top of the state, with forward slashes; "" for the top. */
  readonly folder: string;
  /** kapitan's folders, without a settings file. */
  readonly layout?: "kapitan";
  /** The folders that `folder` in a `heir.yml` at the top of the state names, where that chose this one. */
  readonly chosen?: readonly string[];
  readonly hasSettings?: true;
  /** Settings for a state that has no settings file: `heir.defaultSettings`. */
  readonly defaults?: SourceFile;
  /** Of names that differ in case or in Unicode form, or in form alone, the disk keeps one, as git has recorded. */
  readonly keepsOne?: "case" | "form";
  /** Settings that count instead of its own: the policy of a gate. */
  readonly guards?: Guards;
  /** Set where the state has no inventory, and so no files: in how many folders heir looked. */
  readonly missing?: MissingInventory;
}

/** In how many folders an inventory was looked for, and the folders of several of which nobody chose one. */
export interface MissingInventory {
  readonly folders: number;
  readonly several?: readonly string[];
}

/** Equal where settings are the same as far as no settings file of the inventory decides. */
export function settingsBesides({ layout, defaults, guards, keepsOne }: InventoryPlace): string {
  return `${layout ?? ""} ${defaults?.blob ?? ""}${keepsOne ?? ""}${guards === undefined ? "" : ` ${guards.key}`}`;
}

/** One state of the repository, such as a commit or the work tree: paths with blob ids, and a way to read blobs. */
export interface Snapshot {
  /** Equal ids mean equal content: the tree id if git has one, else a digest of the map. */
  readonly id: string;
  /** Id of the whole tree, whatever folder of it the snapshot shows; absent outside git, and of the work tree. */
  readonly tree?: string;
  /** Its name for people: `HEAD~1 5c0ffee`, `index`, `work tree`. */
  readonly title: string;
  /** The first line of the commit's message, if the snapshot is a commit. */
  readonly subject?: string;
  readonly place: InventoryPlace;
  /** Path from the top of the inventory folder, with forward slashes, to git blob id. */
  readonly blobs: FileIds;
  /** Paths of all folders: those that hold any file (of any kind) and, on disk, empty ones too. No trailing slash. */
  readonly folders: PathSet;
  /** The folders that have files, but none of these; only for a work tree without links. */
  foldersBeyond?(): readonly string[];
  /** Ids of content that is on disk alone, neither in the index nor in a commit: nothing of it is cached. */
  readonly unstored?: ReadonlySet<string> | undefined;
  /** Listed files whose content cannot be read, and why: a node that needs one fails with this finding. */
  readonly unread?: ReadonlyMap<string, Diagnostic> | undefined;
  /** Of files behind links, the path at which git lists them, from the inventory folder. */
  readonly targets?: ReadonlyMap<string, string> | undefined;
  /** Files on disk that this state does not list; only for the work tree. */
  readonly ignored?: PathSet | undefined;
  /** What git printed of the work tree before it was asked for, by which it may be known again. */
  readonly seen?: Uint8Array | undefined;
  /** Submodules whose files are among these, by path in the inventory, with the commit that is pinned. */
  readonly submodules?: ReadonlyMap<string, string> | undefined;
  /** Submodules and links to folders whose files cannot be read, by path in the inventory, and why. */
  readonly lost?: ReadonlyMap<string, Diagnostic> | undefined;
  /** What an answer about this state leaves out besides what is among the diagnostics. */
  readonly leftOut?: readonly LeftOut[];
  /** Faults found while listing: links that lead out, unreadable files, unmerged paths. */
  readonly diagnostics: readonly Diagnostic[];
  /** Reads blobs, in any order. Throws HeirError for ids that the snapshot does not have. */
  read(ids: Iterable<string>, options?: Abortable): Promise<ReadonlyMap<string, Uint8Array>>;
  /** As {@link read}, but synchronous, for a few files that were not prefetched. Undefined without the git program. */
  readonly readNow?: ReadNow | undefined;
}

/** Some paths, asked for one at a time. */
export interface PathSet {
  has(path: string): boolean;
  /** Each path asked for so far, and whether it is there; absent where that is not noted. */
  readonly asked?: ReadonlyMap<string, boolean>;
}

export type ReadNow = (ids: Iterable<string>) => ReadonlyMap<string, Uint8Array>;

/** What is asked of a map by paths, which may be made as it is asked. */
export type FilesByPath<Of> = Pick<ReadonlyMap<string, Of>, "get" | "has" | "keys" | typeof Symbol.iterator>;

/** Ids of files by path. Of a long listing a part can be looked at without the rest. */
export interface FileIds extends FilesByPath<string>, Pick<ReadonlyMap<string, string>, "values"> {
  /** The files whose paths begin with a text; absent where only a look at all files decides. */
  below?(start: string): Iterable<readonly [path: string, id: string]>;
  /** The lines in which the files are listed, among others; absent where there are none. */
  readonly lines?: PathLines;
  /** Whether `get` has given an id; absent where that is not noted. */
  hasGiven?(id: string): boolean;
}

/** The files whose paths begin with a text. */
export function filesBelow(files: FileIds, start: string): Iterable<readonly [path: string, id: string]> {
  return files.below?.(start) ?? [...files].filter(([path]) => path.startsWith(start));
}

/** The paths that begin with any of some texts, sorted as the files are only within each. */
export function pathsBelow(files: FileIds, starts: readonly string[]): readonly string[] {
  if (files.below === undefined) return [...files.keys()].filter((path) => starts.some((at) => path.startsWith(at)));
  return starts.flatMap((start) => Array.from(files.below?.(start) ?? [], ([path]) => path));
}

/** Whether a state has no inventory. */
export function isMissing({ place }: Snapshot): boolean {
  return place.missing !== undefined;
}

/** A state as shown to people and machines. */
export function endOf(snapshot: Snapshot): ComparisonEnd {
  const { title, id, subject } = snapshot;
  return { title, id, subject };
}
