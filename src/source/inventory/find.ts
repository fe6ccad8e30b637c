import { isInFolder, parentOf, pathIn } from "../../model/inventory/folder-paths.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import type { FolderNames, InventoryMark, MarkedPaths, StatePaths } from "./marks.ts";
import { inventoriesAmong, KAPITAN } from "./marks.ts";

export interface FoundInventory {
  /** From the top, with forward slashes; `""` for the top. */
  readonly folder: string;
  /** Undefined for a folder that has nothing but `nodes/`, or was named. */
  readonly mark: InventoryMark | undefined;
}

/** Folders that somebody chose, and where: in git's configuration, or in a `heir.yml` at the top. */
export interface ChosenFolders {
  readonly by: "heir.folder" | "folder";
  readonly folders: readonly string[];
}

export interface FindRequest {
  /** The folder that the user is in or names, from the top. */
  readonly start: string;
  readonly names: FolderNames;
  readonly chosen?: ChosenFolders | undefined;
}

export type InventorySearch =
  | { readonly kind: "found"; readonly inventories: readonly [FoundInventory, ...FoundInventory[]] }
  | {
      readonly kind: "not-there";
      readonly by: ChosenFolders["by"];
      readonly folder: string;
      readonly others: readonly string[];
    }
  /** How many folders were looked through. */
  | { readonly kind: "none"; readonly folders: number };

/**
 * The inventories of a state (F1 to F4 in docs/concepts/inventories.md): the nearest from the start up to below the
 * top, else the chosen ones, the top, those below the start, or all. Reads only the paths of that state. Never fails.
 */
export function findInventory(paths: StatePaths, request: FindRequest): InventorySearch {
  const { chosen, names } = request;
  const start = nearestFolder(paths, request.start);
  const around = goingUp(paths, start, names);
  if (around !== undefined) return foundIn(paths, [around]);
  if (chosen !== undefined) return chosenAmong(paths, chosen, names);
  const top = inventoryAt(paths, "", names);
  if (top !== undefined) return foundIn(paths, [top]);
  const all = inventoriesAmong(paths, names);
  const found = [...all].map(([folder, mark]) => ({ folder, mark }));
  const below = found.filter(({ folder }) => isInFolder(folder, start));
  return foundIn(paths, below.length > 0 ? below : found);
}

/** The nearest inventory from a folder to below the top; there a folder of nodes alone is enough. */
export function goingUp(paths: StatePaths, start: string, names: FolderNames): FoundInventory | undefined {
  for (let at = start; at !== ""; at = parentOf(at)) {
    const found = inventoryAt(paths, at, names);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The inventory that a folder is, if it has a mark or a folder of nodes. */
export function inventoryAt(paths: StatePaths, folder: string, names: FolderNames): FoundInventory | undefined {
  const inside = (name: string) => pathIn(folder, name);
  if (SETTINGS_FILES.some((name) => paths.hasFile(inside(name)))) return { folder, mark: "settings" };
  if (paths.hasFolder(inside(names.nodes))) return { folder, mark: undefined };
  const isKapitan = paths.hasFolder(inside(KAPITAN.nodes)) && paths.hasFolder(inside(KAPITAN.classes));
  return isKapitan ? { folder, mark: "kapitan" } : undefined;
}

/** A folder, or the nearest one above it that the state has. */
function nearestFolder(paths: StatePaths, start: string): string {
  let at = start;
  while (at !== "" && !paths.hasFolder(at)) at = parentOf(at);
  return at;
}

function chosenAmong(paths: StatePaths, { by, folders }: ChosenFolders, names: FolderNames): InventorySearch {
  const missing = folders.find((folder) => folder !== "" && !paths.hasFolder(folder));
  if (missing !== undefined) {
    const others = inventoriesAmong(by === "folder" ? withoutTopSettings(paths) : paths, names);
    return { kind: "not-there", by, folder: missing, others: [...others.keys()] };
  }
  const found = folders.map((folder) => inventoryAt(paths, folder, names) ?? { folder, mark: undefined });
  return foundIn(paths, found);
}

/** A `heir.yml` at the top that names folders is no mark of an inventory there. */
function withoutTopSettings({ marking, links, ...paths }: StatePaths): MarkedPaths {
  const isOther = (path: string) => path !== "heir.yml";
  return {
    marking: marking.map((list) => list.filter(isOther)),
    links,
    hasFile: (path) => isOther(path) && paths.hasFile(path),
    holds: (folder) => paths.holds(folder),
  };
}

function foundIn({ files }: StatePaths, [first, ...more]: readonly FoundInventory[]): InventorySearch {
  if (first !== undefined) return { kind: "found", inventories: [first, ...more] };
  return { kind: "none", folders: new Set(Array.from(files, parentOf)).size };
}
