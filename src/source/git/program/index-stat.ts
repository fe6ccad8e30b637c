import { lstatSync, realpathSync, type Stats } from "node:fs";
import { dirname } from "node:path";
import { bytesOfText, hasForeignBytes } from "../../../base/byte-text.ts";

/** What a file is, compared with its entry in the index. */
export type FileState = "unchanged" | "changed" | "gone";

/** What the index knows of a file, as `git ls-files --debug` prints it: times in seconds and nanoseconds, inode, size. */
interface IndexStat {
  readonly changed: readonly [seconds: number, nanoseconds: number];
  readonly modified: readonly [seconds: number, nanoseconds: number];
  readonly inode: number;
  readonly size: number;
}

/** The text of `git ls-files --debug` behind a path. */
export interface DebugLines {
  /** Undefined where the text has another form than git gives it today. */
  readonly stat: IndexStat | undefined;
  /** Where the next entry begins. */
  readonly end: number;
}

const LINES = /(?: {2}[^\n]*\n)*/y;

/** Reads the lines that begin with two spaces. Never fails. */
export function debugLines(text: string, at: number): DebugLines {
  const entry = entryAt(text, at);
  if (entry !== undefined && !text.startsWith("  ", entry.end)) return entry;
  LINES.lastIndex = at;
  LINES.exec(text);
  return { stat: undefined, end: LINES.lastIndex };
}

/** The texts before the numbers of an entry as git gives it today, up to the line of owner and group. */
const TIMES = ["  ctime: ", ":", "\n  mtime: ", ":", "\n  dev: ", "\tino: "] as const;

/** There are thousands of entries: their digits are read where they are. */
function entryAt(text: string, at: number): DebugLines | undefined {
  const numbers: number[] = [];
  const inode = numbersAfter(text, { at, marks: TIMES, numbers });
  const owner = inode !== -1 && text[inode] === "\n" ? text.indexOf("\n", inode + 1) : -1;
  const size = owner === -1 ? -1 : numbersAfter(text, { at: owner, marks: ["\n  size: "], numbers });
  const end = size !== -1 && text.startsWith("\tflags: ", size) ? text.indexOf("\n", size) : -1;
  if (end === -1) return undefined;
  const [changedAt = 0, changedPart = 0, modifiedAt = 0, modifiedPart = 0, , node = 0, bytes = 0] = numbers;
  return {
    stat: { changed: [changedAt, changedPart], modified: [modifiedAt, modifiedPart], inode: node, size: bytes },
    end: end + 1,
  };
}

interface Marked {
  readonly at: number;
  /** What comes before each number. */
  readonly marks: readonly string[];
  /** Gets the numbers. */
  readonly numbers: number[];
}

/** Where the last of some numbers ends; -1 where the text is another one. */
function numbersAfter(text: string, { at, marks, numbers }: Marked): number {
  let end = at;
  for (const mark of marks) {
    const start = end + mark.length;
    let value = 0;
    let digit = text.charCodeAt(start) - ZERO;
    if (!text.startsWith(mark, end)) return -1;
    for (end = start; digit >= 0 && digit <= 9; digit = text.charCodeAt(end) - ZERO) {
      value = value * 10 + digit;
      end += 1;
    }
    if (end === start) return -1;
    numbers.push(value);
  }
  return end;
}

const ZERO = 48;

/** The checkout of one repository. */
export interface Disk {
  /** The top of the work tree, absolute, links followed. */
  readonly root: string;
  /** When the index was written, in milliseconds; 0 if that is not known. */
  readonly indexTime: number;
}

/** An entry of the index, by its path from the top. */
interface IndexEntry {
  readonly path: string;
  readonly isLink: boolean;
  readonly stat: IndexStat | undefined;
}

/**
 * Compares a file, as `statsAt` found it, with its entry in the index, without reading it. "changed" means that its bytes must be hashed: a file
 * that was written when the index was, or later, may have changed without a trace. Never fails.
 */
export function fileState({ root, indexTime }: Disk, { path, isLink, stat }: IndexEntry, found: Found): FileState {
  if (found === "unknown") return "changed";
  if (found === "gone" || found.isDirectory()) return "gone";
  const isSameKind = isLink ? found.isSymbolicLink() : found.isFile();
  const isSame = isSameKind && stat !== undefined && isAsIndexed(found, stat) && found.mtimeMs < indexTime;
  return isSame ? "unchanged" : isBehindLink(root, path) ? "gone" : "changed";
}

type Found = Stats | "gone" | "unknown";

/** What is at a path, links not followed. Never fails. */
export function statsAt(file: string): Found {
  try {
    const found = lstatSync(file, QUIET);
    if (found !== undefined) return found;
    return hasForeignBytes(file) ? (lstatSync(bytesOfText(file), QUIET) ?? "gone") : "gone";
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ENOTDIR" ? "gone" : "unknown";
  }
}

const QUIET = { throwIfNoEntry: false } as const;

/** The index keeps 32 bits of each number; other programs than git write 0 for what they do not know. */
function isAsIndexed(found: Stats, { changed, modified, inode, size }: IndexStat): boolean {
  if (found.size % UINT32 !== size || !isTime(found.mtimeMs, modified)) return false;
  if (inode !== 0 && found.ino % UINT32 !== inode) return false;
  return changed[0] === 0 || isTime(found.ctimeMs, changed);
}

const UINT32 = 2 ** 32;

function isTime(milliseconds: number, [seconds, nanoseconds]: readonly [number, number]): boolean {
  // The same calculation as in Node, so that equal times are equal numbers.
  if (nanoseconds !== 0) return milliseconds === seconds * 1000 + nanoseconds / 1e6;
  return Math.floor(milliseconds / 1000) === seconds;
}

/** Behind a folder that is a link now, nothing of the work tree is left. */
function isBehindLink(root: string, path: string): boolean {
  const folder = dirname(`${root}/${path}`);
  if (hasForeignBytes(folder)) return false;
  try {
    return realpathSync(folder) !== folder;
  } catch {
    return true;
  }
}
