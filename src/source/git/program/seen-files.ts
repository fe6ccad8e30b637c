import { createHash } from "node:crypto";
import { lstatSync, type Stats } from "node:fs";
import type { SeenCheckout } from "../../../model/inventory/seen-checkout.ts";
import { isAttributes } from "../../attributes/attributes-path.ts";
import { diskEntry } from "../../disk/disk-entry.ts";
import { isListed } from "../../snapshot/listed-file.ts";

/** Milliseconds after which a file that is written gets another time, whatever parts of a second its file system keeps. */
const SETTLED = 3_000;

/** Collects what the disk shows of files, as long as that says when one of them changes. */
export class SeenFiles {
  /** Files are read later than this. */
  private readonly begin = Date.now();
  private readonly paths: string[] = [];
  private readonly stats: number[] = [];
  private isPlain = true;

  /**
   * A tracked file. One that is not, for sure, as the index says is read: what it holds goes with its times if it was not
   * written just now.
   */
  add(path: string, found: Stats, isAsIndexed: boolean): void {
    const { mtimeMs, ctimeMs } = found;
    this.isPlain &&= isAsIndexed || (found.isFile() && Math.max(mtimeMs, ctimeMs) + SETTLED < this.begin);
    this.paths.push(path);
    addStats(this.stats, found);
  }

  /** An untracked path: its content is not read if it is a file that no inventory has. */
  addUntracked(root: string, path: string): void {
    this.isPlain &&= !isListed(path) && !isAttributes(path) && isFile(`${root}/${path}`);
  }

  /** Something by which a work tree could not be known again. */
  spoil(): void {
    this.isPlain = false;
  }

  /** Undefined if there was anything else than such files. */
  seen(checkout: Pick<SeenCheckout, "prefix" | "printed" | "indexTime">): SeenCheckout | undefined {
    const { paths, stats } = this;
    return this.isPlain ? { ...checkout, paths, stats } : undefined;
  }
}

/** All that the index knows of a file, and what kind of file it is. */
function addStats(stats: number[], { mode, size, mtimeMs, ctimeMs, ino }: Stats): void {
  stats.push(mode, size, mtimeMs, ctimeMs, ino);
}

/** What the disk shows of files now, as {@link SeenFiles} collects it; undefined if one is gone. Never fails. */
export function statsNow(root: string, paths: readonly string[]): readonly number[] | undefined {
  const stats: number[] = [];
  try {
    for (const path of paths) {
      const found = lstatSync(`${root}/${path}`, QUIET);
      if (found === undefined) return undefined;
      addStats(stats, found);
    }
    return stats;
  } catch {
    return undefined;
  }
}

const QUIET = { throwIfNoEntry: false } as const;

/** Equal for equal files in an equal state. */
export function seenDigest({ paths, stats }: Pick<SeenCheckout, "paths" | "stats">): string {
  const hash = createHash("sha256");
  return hash.update(paths.join("\0")).update("\0\0").update(new Float64Array(stats)).digest("hex");
}

/** Whether all untracked paths that git listed, below a folder on disk, are files. They come first. */
export function hasOnlyFiles(printed: Buffer, root: string): boolean {
  for (let at = 0; printed.toString("latin1", at, at + UNTRACKED.length) === UNTRACKED; ) {
    const end = printed.indexOf(0, at);
    if (end === -1 || !isFile(`${root}/${printed.toString("utf8", at + UNTRACKED.length, end)}`)) return false;
    at = end + 1;
  }
  return true;
}

const UNTRACKED = "? ";

function isFile(path: string): boolean {
  return diskEntry(path).kind === "file";
}
