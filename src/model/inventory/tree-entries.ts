import { PathLines } from "../../base/path-lines.ts";
import { isGitId } from "./lfs-or-filter.ts";
import type { FilesByPath } from "./snapshot.ts";

export const LINK_MODE = "120000";

export const SUBMODULE_MODE = "160000";

/** Stands for the commit of a submodule that is not merged: no commit has this id. */
export const UNMERGED: string = "0".repeat(40);

/** Stands for the commit of a submodule that no `.gitmodules` lists: no clone gets its files. */
export const UNLISTED: string = "f".repeat(40);

/** What is before the id of a line that `git ls-tree` prints: `100644 blob `. */
const BEFORE_ID = 12;
const MODE_LENGTH = 6;
/** That of nearly all files, which share one text. */
const REGULAR = "100644";
/** The first character in which the mode of a link differs from that of a file. */
const OF_LINK = { at: 1, code: LINK_MODE.charCodeAt(1) };

/** One file or symbolic link of a tree. */
export interface TreeEntry {
  readonly id: string;
  /** As git writes it: `100644`, `100755`, `120000`. */
  readonly mode: string;
}

/** The files and links of a tree by path, as git lists them: an entry is made when it is asked for. */
export class TreeEntries implements FilesByPath<TreeEntry> {
  readonly lines: PathLines;
  /** Whether some may have ids that are not those of git. */
  readonly hasOwnIds: boolean;
  private found: readonly string[] | undefined;

  constructor(lines: PathLines, hasOwnIds = false) {
    this.lines = lines;
    this.hasOwnIds = hasOwnIds;
  }

  static of(entries: Iterable<readonly [path: string, entry: TreeEntry]>): TreeEntries {
    const all = [...entries];
    const lines = PathLines.of(all.map(([path, { id, mode }]) => [path, `${mode} blob ${id}`] as const));
    const hasOwnIds = all.some(([, { id }]) => !isGitId(id));
    return new TreeEntries(lines, hasOwnIds);
  }

  get links(): readonly string[] {
    if (this.found === undefined) {
      const { lines } = this;
      const links: string[] = [];
      for (let at = 0; at < lines.count; at += 1)
        if (lines.headByte(at, OF_LINK.at) === OF_LINK.code) links.push(lines.path(at));
      this.found = links;
    }
    return this.found;
  }

  get(path: string): TreeEntry | undefined {
    const at = this.lines.find(path);
    return at < 0 ? undefined : this.entry(at);
  }

  has(path: string): boolean {
    return this.lines.find(path) >= 0;
  }

  *ending(text: string): Iterable<readonly [path: string, entry: TreeEntry]> {
    for (const at of this.lines.ending(text)) yield [this.lines.path(at), this.entry(at)];
  }

  hasBelow(folder: string): boolean {
    const [from, to] = this.lines.range(`${folder}/`);
    return from < to;
  }

  /** What is inside a folder, by the paths in it. */
  below(folder: string): TreeEntries {
    const start = `${folder}/`;
    return new TreeEntries(this.lines.part(...this.lines.range(start), Buffer.byteLength(start)), this.hasOwnIds);
  }

  edited(entries: ReadonlyMap<string, TreeEntry>, removed: ReadonlySet<string>): TreeEntries {
    const added = TreeEntries.of(entries);
    return new TreeEntries(this.lines.edited(added.lines, removed), this.hasOwnIds || added.hasOwnIds);
  }

  *keys(): Generator<string, undefined, unknown> {
    const lines = this.lines.expectAll();
    for (let at = 0; at < lines.count; at += 1) yield lines.path(at);
  }

  *[Symbol.iterator](): Generator<[string, TreeEntry], undefined, unknown> {
    const lines = this.lines.expectAll();
    for (let at = 0; at < lines.count; at += 1) yield [lines.path(at), this.entry(at)];
  }

  private entry(at: number): TreeEntry {
    const head = this.lines.head(at, 0);
    return { id: head.slice(BEFORE_ID), mode: head.startsWith(REGULAR) ? REGULAR : head.slice(0, MODE_LENGTH) };
  }
}

/** The id of the file or link in a line. */
export function idIn(lines: PathLines, at: number): string {
  return lines.head(at, BEFORE_ID);
}

/** Whether any entry is a symbolic link. */
export function hasLinks(entries: ReadonlyMap<string, TreeEntry>): boolean {
  for (const { mode } of entries.values()) if (mode === LINK_MODE) return true;
  return false;
}

/** Is notified of every change of the listing. */
export interface ListingWatch {
  /** The whole listing was replaced. */
  reset(entries: ReadonlyMap<string, TreeEntry>): void;
  changed(path: string, before: TreeEntry | undefined, after: TreeEntry | undefined): void;
}
