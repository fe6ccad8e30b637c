import type { PathLines } from "../../base/path-lines.ts";

/** Ids of files by path. Of a long listing a part can be looked at without the rest. */
export interface FileIds extends ReadonlyMap<string, string> {
  /** The files whose paths begin with a text; absent where only a look at all files tells. */
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
