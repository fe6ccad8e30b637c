import type { MarkedPaths } from "./marks.ts";

/** The paths of one state, from the top of what was listed, with forward slashes. */
export interface StatePaths extends MarkedPaths {
  hasFile(path: string): boolean;
  /** Whether a folder holds a file, or is a link. */
  hasFolder(path: string): boolean;
}

/** A set of paths, or a map by them. */
interface Paths {
  has(path: string): boolean;
  keys(): Iterable<string>;
}

/** Paths out of a list of files and links. */
export function pathsOf(files: Paths, links: ReadonlySet<string>): StatePaths {
  let known: readonly string[] | undefined;
  const sorted = () => {
    known ??= sortedPaths([...files.keys()]);
    return known;
  };
  return {
    files: { [Symbol.iterator]: () => files.keys()[Symbol.iterator]() },
    links,
    hasFile: (path) => files.has(path),
    hasFolder: (folder) => links.has(folder) || firstFrom(sorted(), `${folder}/`).startsWith(`${folder}/`),
  };
}

/** Git lists paths sorted, but for some characters outside the basic plane. */
function sortedPaths(paths: string[]): readonly string[] {
  let last = "";
  for (const path of paths) {
    if (path < last) return paths.sort((one, other) => (one < other ? -1 : 1));
    last = path;
  }
  return paths;
}

/** The first of some sorted paths that is not before a text; empty if there is none. */
function firstFrom(paths: readonly string[], text: string): string {
  let [low, high] = [0, paths.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((paths[middle] ?? "") < text) low = middle + 1;
    else high = middle;
  }
  return paths[low] ?? "";
}
