import {
  closeSync,
  constants,
  type Dirent,
  fstatSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  readSync,
} from "node:fs";
import { join } from "node:path";
import { HeirError, hasCode, messageOf, quietly } from "../../model/findings/failure.ts";
import { foldersAbove, pathIn } from "../../model/inventory/folder-paths.ts";

/**
 * The text of a regular file, links followed; undefined if it cannot be read, and for anything else: a pipe could keep
 * the reader for ever. Never fails.
 */
export function regularFileText(path: string): string | undefined {
  return quietly(() => regularFileBytes(path))?.toString();
}

/** Opening refuses a link that has just taken the file's place. */
export const NO_LINK: number = constants.O_NOFOLLOW ?? 0;

/** The bytes of a regular file; undefined for anything else. Throws what the system throws. */
export function regularFileBytes(path: string, links = 0): Buffer | undefined {
  // Opening does not wait for the writer of a pipe.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0) | links);
  try {
    return fstatSync(descriptor).isFile() ? readFileSync(descriptor) : undefined;
  } finally {
    closeSync(descriptor);
  }
}

/** The entry at one path of the disk. Devices, pipes and sockets count as absent. */
export type DiskEntry =
  | { readonly kind: "file" }
  | { readonly kind: "folder" }
  | { readonly kind: "link"; readonly target: string }
  | { readonly kind: "none" };

/** The entry at a path; links are not followed. Never fails. */
export function diskEntry(file: string): DiskEntry {
  try {
    const stats = lstatSync(file);
    if (stats.isSymbolicLink()) return { kind: "link", target: readlinkSync(file) };
    if (stats.isFile()) return { kind: "file" };
    return { kind: stats.isDirectory() ? "folder" : "none" };
  } catch {
    return { kind: "none" };
  }
}

/** The folders above a path, outermost first, and the path itself. */
export function waysTo(path: string): readonly string[] {
  const names = path.split("/");
  return names.map((_, index) => names.slice(0, index + 1).join("/"));
}

/** Everything in a folder; nothing when it cannot be read. Never fails. */
export function entriesIn(folder: string): readonly Dirent[] {
  return quietly(() => readdirSync(folder, { withFileTypes: true })) ?? [];
}

/** What is at a path of a folder: a file reached without any link, with its bytes; a link at the path or on the way; or neither. */
export type OwnFile =
  | { readonly kind: "file"; readonly bytes: Uint8Array }
  | { readonly kind: "link"; readonly path: string }
  | { readonly kind: "none" };

/** The file at a path below a folder. Throws what the system throws for a file that cannot be read. */
export function ownFile(root: string, path: string): OwnFile {
  const link = waysTo(path).find((way) => diskEntry(join(root, way)).kind === "link");
  if (link !== undefined) return { kind: "link", path: link };
  const file = join(root, path);
  const bytes = diskEntry(file).kind === "file" ? regularFileBytes(file, NO_LINK) : undefined;
  return bytes === undefined ? { kind: "none" } : { kind: "file", bytes };
}

/** The folders above some paths, and all that are on disk beside or right below them. */
export function foldersAround(root: string, paths: Iterable<string>): ReadonlySet<string> {
  const above = foldersAbove(paths);
  const all = new Set(above);
  for (const parent of ["", ...above]) {
    for (const name of foldersIn(parent === "" ? root : `${root}/${parent}`)) all.add(pathIn(parent, name));
  }
  return all;
}

/** Names of the folders in a folder, `.git` apart; none when it cannot be read. Never fails. */
function foldersIn(folder: string): readonly string[] {
  const folders = entriesIn(folder).filter((item) => item.isDirectory() && item.name !== ".git");
  return folders.map((item) => item.name);
}

/** The position of a line in its file, in bytes. */
interface LinePlace {
  readonly offset: number;
  readonly length: number;
}

interface PlacedLine {
  /** Without its line end. */
  readonly text: string;
  readonly at: LinePlace;
}

const PIECE = 1 << 20;

const NEWLINE = 10;

/** A file of any size: one line in memory at a time, lines can be read again. A pipe is held whole. */
export class LineFile {
  private readonly handle: number;
  private readonly whole: Buffer | undefined;

  /** Throws HeirError where the file cannot be read. */
  constructor(path: string) {
    try {
      this.handle = openSync(path, "r");
      this.whole = fstatSync(this.handle).isFile() ? undefined : readFileSync(this.handle);
    } catch (error) {
      const reason = hasCode(error, "ENOENT") ? "there is no such file" : messageOf(error);
      throw new HeirError("environment", `cannot read ${path}: ${reason}`);
    }
  }

  *lines(): Generator<PlacedLine, void, undefined> {
    let offset = 0;
    let held: Buffer = Buffer.alloc(0);
    for (let from = 0; ; ) {
      const piece = this.bytes(from, Math.max(PIECE, held.length));
      if (piece.length === 0) break;
      from += piece.length;
      held = held.length === 0 ? piece : Buffer.concat([held, piece]);
      let start = 0;
      for (let end = held.indexOf(NEWLINE); end >= 0; end = held.indexOf(NEWLINE, start)) {
        yield { text: held.toString("utf8", start, end), at: { offset: offset + start, length: end - start } };
        start = end + 1;
      }
      offset += start;
      held = held.subarray(start);
    }
    if (held.length > 0) yield { text: held.toString("utf8"), at: { offset, length: held.length } };
  }

  read({ offset, length }: LinePlace): string {
    return this.bytes(offset, length).toString("utf8");
  }

  close(): void {
    closeSync(this.handle);
  }

  private bytes(offset: number, length: number): Buffer {
    if (this.whole !== undefined) return this.whole.subarray(offset, offset + length);
    const bytes = Buffer.allocUnsafe(length);
    let read = 0;
    for (let more = -1; more !== 0 && read < length; read += more) {
      more = readSync(this.handle, bytes, read, length - read, offset + read);
    }
    return bytes.subarray(0, read);
  }
}
