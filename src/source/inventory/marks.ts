import { madeOnce } from "../../base/made-once.ts";
import { firstThat } from "../../base/path-lines.ts";
import { compareText } from "../../base/text-order.ts";
import { parentOf, pathIn } from "../../model/inventory/folder-paths.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";

/** How the folders of an inventory are called; each may be several folders deep. */
export interface FolderNames {
  readonly nodes: string;
  readonly classes: string;
}

/** What makes a folder an inventory: a settings file, the folders of reclass, or those of kapitan. */
export type InventoryMark = "settings" | "folders" | "kapitan";

export const KAPITAN: FolderNames = { nodes: "targets", classes: "classes" };

const GROUPS = "groups";

/** The paths to look through: of files, and of links, which may lead to folders. */
export interface MarkedPaths {
  /** The files that end in `.yml`, in lists sorted by code point: no other file can mark an inventory. */
  readonly marking: readonly (readonly string[])[];
  readonly links: Iterable<string>;
  hasFile(path: string): boolean;
  /** Whether a file is below a folder, or the folder is a link. */
  holds(folder: string): boolean;
}

/**
 * The folders that are inventories by themselves (F1 in docs/concepts/inventories.md), sorted, none inside another, in
 * `node_modules` or in `.*`. Paths begin at the top, with forward slashes; `""` is the top. Never fails.
 */
export function inventoriesAmong(paths: MarkedPaths, names: FolderNames): ReadonlyMap<string, InventoryMark> {
  const search = new MarkSearch(paths, names);
  const all = new Map<string, InventoryMark>();
  for (const list of paths.marking) {
    for (let at = 0; at < list.length; at += 1) {
      const path = list[at] ?? "";
      const found = search.mayMatter(path) ? search.above(parentOf(path)) : undefined;
      if (found === undefined) continue;
      all.set(found.folder, found.mark);
      // What is inside an inventory is part of it.
      if (found.folder !== "") at = Math.max(at, countBefore(list, `${found.folder}${BEHIND_SLASH}`) - 1);
      else break;
    }
  }
  for (const link of search.links) {
    const found = search.above(link);
    if (found !== undefined) all.set(found.folder, found.mark);
  }
  const found = new Map<string, InventoryMark>();
  for (const [folder, mark] of [...all].sort(([one], [other]) => compareText(one, other))) {
    if (!isWithin(folder, found)) found.set(folder, mark);
  }
  return found;
}

/** The character after `/`: no path in a folder comes after its name and this. */
const BEHIND_SLASH = "0";

function isWithin(folder: string, found: ReadonlyMap<string, InventoryMark>): boolean {
  if (found.has("")) return true;
  for (let at = folder.lastIndexOf("/"); at > 0; at = folder.lastIndexOf("/", at - 1)) {
    if (found.has(folder.slice(0, at))) return true;
  }
  return false;
}

const PASSED_OVER = /(?:^|\/)(?:\.|node_modules(?:\/|$))/;

/** Paths on which folders have the usual names, or that are settings. */
const USUAL = /(?:^|\/)(?:(?:nodes|targets|classes|groups)\/|(?:heir|reclass-config)\.yml$)/;

/** Looks at single folders of a state, at each once. */
class MarkSearch {
  readonly links: readonly string[];
  private readonly paths: MarkedPaths;
  private readonly names: FolderNames;
  private readonly parts: readonly string[];
  private readonly unusual: readonly string[];
  private readonly known = new Map<string, InventoryMark | undefined>();
  /** Links, and the folders that they are in. */
  private readonly linked = new Set<string>();

  constructor(paths: MarkedPaths, names: FolderNames) {
    this.paths = paths;
    this.names = names;
    this.links = [...paths.links].filter((link) => !PASSED_OVER.test(link));
    this.parts = [...new Set([names.nodes, names.classes, GROUPS, KAPITAN.nodes, KAPITAN.classes])];
    this.unusual = this.parts.filter((name) => !USUAL.test(`${name}/`));
    for (const link of this.links) for (let at = link; at !== ""; at = parentOf(at)) this.linked.add(at);
  }

  /** Whether a file can mark a folder above it: most cannot. */
  mayMatter(path: string): boolean {
    return USUAL.test(path) || this.unusual.some((name) => path.includes(`${name}/`));
  }

  /** The outermost inventory of which a folder may be a part, by the names on the way to it. */
  above(folder: string): { readonly folder: string; readonly mark: InventoryMark } | undefined {
    if (PASSED_OVER.test(folder)) return undefined;
    const above = [folder, ...this.parts.flatMap((name) => foldersAround(folder, name))];
    for (const each of above.sort((one, other) => one.length - other.length)) {
      const mark = this.markOf(each);
      if (mark !== undefined) return { folder: each, mark };
    }
    return undefined;
  }

  private markOf(folder: string): InventoryMark | undefined {
    if (!this.known.has(folder))
      this.known.set(
        folder,
        this.look((name) => pathIn(folder, name)),
      );
    return this.known.get(folder);
  }

  private look(inside: (name: string) => string): InventoryMark | undefined {
    const { nodes, classes } = this.names;
    const holds = (name: string) => this.paths.holds(inside(name)) || this.linked.has(inside(name));
    if (SETTINGS_FILES.some((name) => this.paths.hasFile(inside(name)))) return "settings";
    if (this.hasNodes(inside(nodes)) && (holds(classes) || holds(GROUPS))) return "folders";
    return this.hasNodes(inside(KAPITAN.nodes)) && holds(KAPITAN.classes) ? "kapitan" : undefined;
  }

  /** Whether a `.yml` is below a folder, or a link is there. */
  private hasNodes(folder: string): boolean {
    if (this.linked.has(folder)) return true;
    return this.paths.marking.some((list) => {
      if (!hasBelow(list, folder)) return false;
      const from = countBefore(list, `${folder}/`);
      const to = countBefore(list, `${folder}${BEHIND_SLASH}`);
      for (let at = from; at < to; at += 1) if (!PASSED_OVER.test(parentOf(list[at] ?? ""))) return true;
      return false;
    });
  }
}

/** The folders below which a path goes through `name`, innermost last. */
function foldersAround(path: string, name: string): readonly string[] {
  const [padded, wanted] = [`/${path}/`, `/${name}/`];
  const found: string[] = [];
  for (let at = padded.indexOf(wanted); at >= 0; at = padded.indexOf(wanted, at + 1)) {
    found.push(path.slice(0, Math.max(0, at - 1)));
  }
  return found;
}

function mayMark(path: string): boolean {
  return path.endsWith(".yml");
}

/** Whether any of some sorted paths is below a folder. */
export function hasBelow(paths: readonly string[], folder: string): boolean {
  const start = `${folder}/`;
  return paths[countBefore(paths, start)]?.startsWith(start) === true;
}

/** How many of some sorted paths are before a text. */
function countBefore(paths: readonly string[], text: string): number {
  return firstThat(paths.length, (at) => compareText(paths[at] ?? "", text) >= 0);
}

/** The paths of one state, from the top of what was listed, with forward slashes. */
export interface StatePaths extends MarkedPaths {
  readonly files: Iterable<string>;
  /** Whether a folder is there, or a link. */
  hasFolder(path: string): boolean;
}

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
  const marking = madeOnce(() => [all().filter(mayMark), others().filter(mayMark)]);
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
