import { compareText } from "../../base/text-order.ts";
import { hasBelow, type MarkedPaths, mayMark } from "./marks.ts";

/** The paths of one state, from the top of what was listed, with forward slashes. */
export interface StatePaths extends MarkedPaths {
  /** Paths of files. */
  readonly files: Iterable<string>;
  /** Whether a folder is there, or a link. */
  hasFolder(path: string): boolean;
}

/** A set of paths, or a map by them. */
interface Paths {
  has(path: string): boolean;
  keys(): Iterable<string>;
  /** Whether any path is below a folder; absent where all are looked through. */
  hasBelow?(folder: string): boolean;
}

export interface ListedPaths {
  /** Files as git lists them: sorted by code point. */
  readonly sorted: Paths;
  /** Further files, in any order. */
  readonly more?: Iterable<string>;
  readonly links: ReadonlySet<string>;
}

/** Paths out of a list of files and links. Each is sorted or looked through when somebody asks for it, and only once. */
export function pathsOf({ sorted, more = [], links }: ListedPaths): StatePaths {
  const added = new Set(more);
  const all = once(() => [...sorted.keys()]);
  const others = once(() => [...added].sort(compareText));
  const marking = once(() => [all().filter(mayMark), others().filter(mayMark)]);
  const isSorted = (folder: string) => sorted.hasBelow?.(folder) ?? hasBelow(all(), folder);
  const hasFolder = (folder: string) => links.has(folder) || isSorted(folder) || hasBelow(others(), folder);
  return {
    files: {
      *[Symbol.iterator]() {
        yield* sorted.keys();
        yield* added;
      },
    },
    get marking() {
      return marking();
    },
    links,
    hasFile: (path) => sorted.has(path) || added.has(path),
    holds: hasFolder,
    hasFolder,
  };
}

function once<T>(make: () => T): () => T {
  let made: T | undefined;
  return () => {
    made ??= make();
    return made;
  };
}
