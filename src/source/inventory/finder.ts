import { HeirError } from "../../model/findings/failure.ts";
import { isInFolder, pathIn } from "../../model/inventory/folder-paths.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import type { InventoryPlace, Snapshot } from "../../model/inventory/snapshot.ts";
import type { SourceFile } from "../../model/values/value.ts";
import {
  type ChosenFolders,
  type FoundInventory,
  findInventory,
  goingUp,
  type InventorySearch,
  inventoryAt,
} from "./find.ts";
import { type FolderNames, inventoriesAmong, KAPITAN, type StatePaths } from "./marks.ts";

export interface Choices {
  readonly names: FolderNames;
  /** `heir.folder`, which may be set several times. */
  readonly folders: readonly string[];
  /** `heir.defaultSettings`. */
  readonly defaults?: SourceFile | undefined;
  readonly keepsOne?: InventoryPlace["keepsOne"];
}

/** Reads the place of an inventory from settings. Throws HeirError for default settings that are not valid. */
export interface SettingsReader {
  /** The names of folders under `--set` and default settings. */
  names(defaults: SourceFile | undefined): Promise<FolderNames>;
  /** The folders that the text of a `heir.yml` names under `folder`; undefined if it has settings. */
  foldersIn(text: string): Promise<readonly string[] | undefined>;
  /** The folders that an inventory with these settings files, by name, is read from; relative to it. */
  readFolders(files: ReadonlyMap<string, string>, place: InventoryPlace): Promise<readonly string[]>;
}

export interface FinderParts extends Pick<SettingsReader, "foldersIn" | "readFolders"> {
  /** The folder that the user is in or names, from the top of every state. */
  readonly start: string;
  /** The folder to list first: one around the start, or the top. */
  readonly nearest: string;
  choices(): Promise<Choices>;
}

/** A state to look through; `top` reads its `heir.yml` at the top. */
export interface LookupState {
  /** `HEAD`, `the index`: for messages. */
  readonly title: string;
  readonly paths: StatePaths;
  top(): Promise<string>;
}

/** The places of the inventories of a state; a single one that is missing where it has none. */
export type Places = readonly [InventoryPlace, ...InventoryPlace[]];

/** The one routine that finds the inventories of a state, whatever it is a state of. */
export class Finder {
  readonly nearest: string;
  private readonly parts: FinderParts;

  constructor(parts: FinderParts) {
    this.parts = parts;
    this.nearest = parts.nearest;
  }

  /** The inventory around the start, if the nearest folder decides that: paths begin there, the result at the top. */
  async around(paths: StatePaths): Promise<InventoryPlace | undefined> {
    const { nearest, parts } = this;
    if (nearest === "") return undefined;
    const { names, ...choices } = await parts.choices();
    const found = goingUp(paths, parts.start.slice(nearest.length + 1), names) ?? inventoryAt(paths, "", names);
    if (found === undefined) return undefined;
    const folder = found.folder === "" ? nearest : pathIn(nearest, found.folder);
    return placeOf({ ...found, folder }, choices);
  }

  /** All inventories of a state. Throws HeirError for a chosen folder that the state does not have. */
  async find({ title, paths, top }: LookupState): Promise<Places> {
    const { names, folders, ...choices } = await this.parts.choices();
    const chosen = folders.length > 0 ? ({ by: "heir.folder", folders } as const) : await this.committed(paths, top);
    const found = findInventory(paths, { start: this.parts.start, names, chosen });
    if (found.kind === "not-there") throw noSuchFolder(found, title);
    if (found.kind === "none") return [{ folder: "", missing: { folders: found.folders } }];
    const by = chosen?.by === "folder" ? { chosen: chosen.folders } : {};
    const [first, ...more] = found.inventories;
    return [{ ...placeOf(first, choices), ...by }, ...more.map((each) => ({ ...placeOf(each, choices), ...by }))];
  }

  /** The place of an inventory in one folder of a state, if it is one there. */
  async at(folder: string, paths: StatePaths): Promise<InventoryPlace | undefined> {
    const { names, ...choices } = await this.parts.choices();
    const found = inventoryAt(paths, folder, names);
    return found && placeOf(found, choices);
  }

  /** Whether a folder is an inventory by itself, given the paths in it (rule F1 in docs/concepts/inventories.md). */
  async isMarked(paths: StatePaths): Promise<boolean> {
    const { names } = await this.parts.choices();
    return inventoriesAmong(paths, names).has("");
  }

  /** The paths that decide whether a folder is an inventory: of files, and of folders. */
  async marksOf(folder: string): Promise<{ readonly files: readonly string[]; readonly folders: readonly string[] }> {
    const { names } = await this.parts.choices();
    const inside = (name: string) => pathIn(folder, name);
    return { files: SETTINGS_FILES.map(inside), folders: [names.nodes, KAPITAN.nodes, KAPITAN.classes].map(inside) };
  }

  /** Whether something at a path of an inventory is read, given the text of its settings files by name. */
  async reads(files: ReadonlyMap<string, string>, place: InventoryPlace): Promise<(path: string) => boolean> {
    const folders = await this.parts.readFolders(files, place);
    return (path) => folders.some((each) => path === each || isInFolder(path, each) || isInFolder(each, path));
  }

  private async committed(paths: StatePaths, top: () => Promise<string>): Promise<ChosenFolders | undefined> {
    if (!paths.hasFile("heir.yml")) return undefined;
    const folders = await this.parts.foldersIn(await top());
    return folders && { by: "folder", folders };
  }
}

function placeOf(
  { folder, mark }: FoundInventory,
  { defaults, keepsOne }: Omit<Choices, "names" | "folders">,
): InventoryPlace {
  return {
    folder,
    ...(mark === "kapitan" && { layout: "kapitan" }),
    hasSettings: mark === "settings" ? true : undefined,
    defaults: mark !== "settings" && defaults !== undefined ? defaults : undefined,
    keepsOne,
  };
}

const MOST_NAMED = 10;

const CHOOSE = "-C DIR, or git config heir.folder DIR";

/** A chosen folder that a state does not have. */
function noSuchFolder(
  { by, folder, others }: Extract<InventorySearch, { readonly kind: "not-there" }>,
  title: string,
): HeirError {
  const where = by === "folder" ? "folder in heir.yml" : "git config heir.folder";
  const found = others.length === 0 ? "it has no inventory elsewhere either" : `it has one in ${named(others)}`;
  return withoutInventory(`no inventory in ${folder || "the top"} ${whereOf(title)}; ${where} names it`, found);
}

/** A state with several inventories, where one is asked for. */
export function severalInventories(title: string, folders: readonly string[]): HeirError {
  return withoutInventory(`several inventories ${whereOf(title)}: ${named(folders)}`, CHOOSE);
}

/** A state without an inventory. */
export function noInventory({ title, place }: Pick<Snapshot, "title" | "place">): HeirError {
  const folders = place.missing?.folders ?? 0;
  const count = `${folders} ${folders === 1 ? "folder" : "folders"}`;
  const marks = `heir.yml, reclass-config.yml, nodes/ or targets/ beside classes/ or groups/, in ${count}`;
  return withoutInventory(`no inventory ${whereOf(title)}\nlooked for ${marks}`, `heir init makes one; ${CHOOSE}`);
}

function withoutInventory(message: string, hint: string): HeirError {
  return new HeirError("environment", message, hint, { code: "no-inventory" });
}

const PLACES = new Map([
  ["work tree", "in the work tree"],
  ["index", "in the index"],
  ["directory", "in this folder"],
]);

/** The title of a state as part of a sentence. */
function whereOf(title: string): string {
  return PLACES.get(title) ?? `at ${title}`;
}

function named(folders: readonly string[]): string {
  const more = folders.length - MOST_NAMED;
  const first = folders.slice(0, MOST_NAMED).map((folder) => folder || "the top");
  return [...first, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
