import type { FileCache, OpenFile } from "../../cache/file-cache.ts";
import { SETTINGS_FILES, SettingsCache } from "../../cache/settings-cache.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { EditedListings, FileEdits } from "../../parse/definitions/listing.ts";
import { rooted } from "../../parse/forms/files.ts";
import {
  createInventory,
  editedDefinitions,
  editedInventory,
  formPaths,
  inventoryPaths,
  listingPaths,
} from "../../parse/inventory.ts";
import { filesOf } from "./closure.ts";
import { hasError } from "./outcome.ts";

/**
 * What of a state is read before it is asked for. `names`: what says which nodes, classes and groups there are. `shared`:
 * also policies and local property files. `nodes`: also what nodes lead to. `everything`: also classes that no node has.
 */
export type LoadScope = "names" | "shared" | "nodes" | "everything";

/** A hint: whatever else is asked of the inventory is read when it is asked for, only slower. */
export interface LoadOptions extends Abortable {
  /** `names` where there are `nodes`, else `everything`, when absent. */
  readonly scope?: LoadScope;
  /** Nodes that will be asked for; also names that the inventory does not have. */
  readonly nodes?: Iterable<string>;
  /** Paths of further files. */
  readonly files?: Iterable<string>;
}

/** So many classes, or other files, that were not prefetched are read one by one; with the next one, all are. */
const MOST_MISSED = { classes: 8, others: 2 };

/** Makes the inventories of states, which share what was read and parsed. */
export class Loader {
  readonly files: FileCache;
  private readonly settings: SettingsCache;
  private readonly inventories = new WeakMap<Snapshot, Inventory>();
  /** States of which everything was prefetched. */
  private readonly complete = new WeakSet<Snapshot>();

  /** Throws HeirError for an override that cannot be read. */
  constructor(files: FileCache, overrides: readonly string[] = [], overridesName?: string) {
    this.files = files;
    this.settings = new SettingsCache(files, overrides, overridesName);
  }

  /** The inventory of a state. Faults of the whole are in its `diagnostics`. */
  async load(snapshot: Snapshot, { scope, nodes, files = [], ...options }: LoadOptions = {}): Promise<Inventory> {
    const inventory = this.inventories.get(snapshot) ?? (await this.list(snapshot, options));
    if (this.complete.has(snapshot)) return inventory;
    const { settings, nodeNames } = inventory;
    const wanted = scope ?? (nodes === undefined ? "everything" : "names");
    const prefetch = (paths: Iterable<string>) => this.files.prefetch(snapshot, paths, options);
    if (wanted === "everything") {
      await prefetch(inventoryPaths(snapshot.blobs, settings));
      this.complete.add(snapshot);
      return inventory;
    }
    await prefetch(wanted === "names" ? files : [...formPaths(snapshot.blobs, settings), ...files]);
    await this.prefetchNodes(inventory, nodes ?? (wanted === "nodes" ? nodeNames : []), prefetch);
    return inventory;
  }

  /** Prefetches what nodes lead to. Where several have classes whose names hold references, these can be any. */
  async prefetchNodes(
    inventory: Inventory,
    names: Iterable<string>,
    prefetch: (paths: readonly string[]) => Promise<void>,
  ): Promise<void> {
    if (hasError(inventory)) return;
    const nodes = [...names];
    const levels = filesOf(inventory, nodes);
    let level = levels.next();
    for (; level.done !== true; level = levels.next()) await prefetch(level.value);
    const isSure = level.value || nodes.length < 2;
    if (!isSure) await prefetch(inventory.classNames.flatMap((name) => inventory.fileOf("class", name) ?? []));
  }

  /** What edited files of nodes and classes define. */
  definitions(edits: FileEdits, settings: Settings): EditedListings {
    return editedDefinitions(edits, { settings, definitions: this.settings.definitionsUnder(settings) });
  }

  /** An inventory without errors after edits of its nodes and classes that leave it so. */
  edited(base: Inventory, edited: EditedListings, file: OpenFile): Inventory {
    const { settings } = base;
    return editedInventory(base, edited, { settings, definitions: this.settings.definitionsUnder(settings), file });
  }

  private async list(snapshot: Snapshot, options: Abortable): Promise<Inventory> {
    const { blobs, folders } = snapshot;
    await this.files.prefetch(snapshot, SETTINGS_FILES, options);
    const read = this.settings.of(snapshot);
    const { settings } = read;
    const isWhole = snapshot.readNow === undefined;
    await this.files.prefetch(snapshot, (isWhole ? inventoryPaths : listingPaths)(blobs, settings), options);
    if (isWhole) this.complete.add(snapshot);
    const inventory = createInventory({ blobs, folders, ...read, file: this.opener(snapshot, settings) });
    this.inventories.set(snapshot, inventory);
    return inventory;
  }

  /** The files of a state, of which more and more are read with one that was not prefetched. */
  private opener(snapshot: Snapshot, settings: Settings): OpenFile {
    const classes = rooted(settings, settings.classes_uri);
    return this.files.opener(snapshot, (path, missed) => {
      const most = path.startsWith(classes) ? MOST_MISSED.classes : MOST_MISSED.others;
      return missed > most ? inventoryPaths(snapshot.blobs, settings) : [];
    });
  }
}
