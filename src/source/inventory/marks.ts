import { firstThat } from "../../base/path-lines.ts";
import { madeOnce } from "../../base/remembered.ts";
import { compareText } from "../../base/text-order.ts";
import { foldersAbove, parentOf, pathIn } from "../snapshot/folder-paths.ts";

/** How the folders of an inventory are called; each may be several folders deep. */
export interface FolderNames {
  readonly nodes: string;
  readonly classes: string;
}

/** What makes a folder an inventory: a settings file, the folders of reclass, or those of kapitan. */
export type InventoryMark = "settings" | "folders" | "kapitan";

/** kapitan's folders. */
export const KAPITAN: FolderNames = { nodes: "targets", classes: "classes" };

const GROUPS = "groups";

/** The paths to look through: of files, and of links, which may lead to folders. */
export interface MarkedPaths {
  readonly files: Iterable<string>;
  readonly links: Iterable<string>;
  hasFile(path: string): boolean;
  /** Whether a file is below a folder, or the folder is a link. */
  holds(folder: string): boolean;
}

/**
 * The folders of a state that are inventories by themselves (rule F1 in docs/concepts/inventories.md), sorted: what is
 * inside one is part of it and no second one, and folders that begin with a dot or are called `node_modules` are passed
 * over. Paths begin at the top and have forward slashes; so have the folders, `""` for the top. Never fails.
 */
export function inventoriesAmong(paths: MarkedPaths, names: FolderNames): ReadonlyMap<string, InventoryMark> {
  const links = [...paths.links].filter((link) => !PASSED_OVER.test(link));
  const linked = foldersAbove(links, new Set(links));
  // No other file can mark an inventory.
  const files = [...paths.files].filter((path) => path.endsWith(".yml") && !PASSED_OVER.test(parentOf(path)));
  const filled = foldersAbove(files);
  const named = [...files, ...links.filter((link) => paths.hasFile(link))].filter((path) => SETTINGS.test(path));
  const settings = new Set(named.map(parentOf));
  const markOf = (folder: string): InventoryMark | undefined => {
    const isLinked = (name: string) => linked.has(pathIn(folder, name));
    const holds = (name: string) => isLinked(name) || paths.holds(pathIn(folder, name));
    const hasNodes = (name: string) => isLinked(name) || filled.has(pathIn(folder, name));
    if (settings.has(folder)) return "settings";
    if (hasNodes(names.nodes) && (holds(names.classes) || holds(GROUPS))) return "folders";
    return hasNodes(KAPITAN.nodes) && holds(KAPITAN.classes) ? "kapitan" : undefined;
  };
  const found = new Map<string, InventoryMark>();
  for (const folder of ["", ...[...filled, ...linked].sort(compareText)]) {
    const mark = isWithin(folder, found) ? undefined : markOf(folder);
    if (mark !== undefined) found.set(folder, mark);
  }
  return found;
}

const PASSED_OVER = /(?:^|\/)(?:\.|node_modules(?:\/|$))/;
const SETTINGS = /(?:^|\/)(?:heir|reclass-config)\.yml$/;

/** Whether a folder is one of those that were found, or inside one. */
function isWithin(folder: string, found: ReadonlyMap<string, InventoryMark>): boolean {
  for (let at = folder; at !== ""; at = parentOf(at)) if (found.has(at)) return true;
  return found.has("");
}

/** Whether any of some sorted paths is below a folder. */
export function hasBelow(paths: readonly string[], folder: string): boolean {
  const start = `${folder}/`;
  return paths[firstThat(paths.length, (at) => compareText(paths[at] ?? "", start) >= 0)]?.startsWith(start) === true;
}

/** The paths of one state, from the top of what was listed, with forward slashes. */
export interface StatePaths extends MarkedPaths {
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

interface ListedPaths {
  /** Files as git lists them: sorted by code point. */
  readonly sorted: Paths;
  /** Further files, in any order. */
  readonly more?: Iterable<string>;
  readonly links: ReadonlySet<string>;
}

/** Paths out of a list of files and links. Each is sorted or looked through when somebody asks for it, and only once. */
export function pathsOf({ sorted, more = [], links }: ListedPaths): StatePaths {
  const added = new Set(more);
  const all = madeOnce(() => [...sorted.keys()]);
  const others = madeOnce(() => [...added].sort(compareText));
  const isSorted = (folder: string) => sorted.hasBelow?.(folder) ?? hasBelow(all(), folder);
  const hasFolder = (folder: string) => links.has(folder) || isSorted(folder) || hasBelow(others(), folder);
  return {
    files: {
      *[Symbol.iterator]() {
        yield* sorted.keys();
        yield* added;
      },
    },
    links,
    hasFile: (path) => sorted.has(path) || added.has(path),
    holds: hasFolder,
    hasFolder,
  };
}
