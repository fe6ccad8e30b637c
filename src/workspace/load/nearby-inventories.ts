import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { EditedListings, FileEdits } from "../../parse/definitions/listing.ts";
import { inventoryPaths } from "../../parse/inventory.ts";
import type { TreeEntry } from "../../source/git/store.ts";
import type { History } from "../../source/history/history.ts";
import { isListed } from "../../source/snapshot/listed-file.ts";
import type { ListingWatch } from "../../source/snapshot/moving-listing.ts";
import type { Loadable } from "./file-cache.ts";
import { namesOf } from "./listed-names.ts";
import { NotedNames } from "./noted-names.ts";
import { hasError } from "./outcome.ts";

/** How inventories are made. */
export interface InventoryMakers {
  readonly inventory: (snapshot: Snapshot) => Promise<Inventory>;
  /** The same with no more files loaded than some nodes lead to; others may have to be loaded as they are asked for. */
  readonly lean: (snapshot: Snapshot, names: readonly string[]) => Promise<Inventory>;
  /** What edited files define. */
  readonly definitions: (edits: FileEdits, settings: Settings) => EditedListings;
  /** An inventory without errors after edits of its nodes and classes that leave it so. Their files are not loaded. */
  readonly edited: (base: Inventory, definitions: EditedListings) => Inventory;
  /** Loads files of an edited inventory. */
  readonly load: (edits: Loadable, paths: Iterable<string>) => Promise<void>;
}

/** Where more files than this lie between two commits, the other inventory is made anew. */
const MOST_EDITS = 3000;

/** What decides whether an inventory can be read at all. */
interface Readable {
  readonly settings: Settings;
  readonly readability: string;
}

/**
 * Inventories of commits without links that are made from one that was made before: where the listing moves from one
 * to the other is seen here, and only files that differ are looked at.
 */
export class NearbyInventories implements ListingWatch {
  private base: (Readable & { readonly inventory: Inventory }) | undefined;
  private entries: ReadonlyMap<string, TreeEntry> = new Map();
  /** Paths that may differ between the base and where the listing stood when it was last noted. */
  private readonly touched = new Set<string>();
  /** Paths that may differ from what is noted below. */
  private readonly unnoted = new Set<string>();
  private noted = { node: new NotedNames(), class: new NotedNames() };
  /** Whether a file is among them that decides on more than what it defines. */
  private reachesFurther = false;
  private readonly makers: InventoryMakers;
  private readonly history: History;

  constructor({ history, ...makers }: InventoryMakers & { readonly history: History }) {
    this.history = history;
    this.makers = makers;
  }

  reset(entries: ReadonlyMap<string, TreeEntry>): void {
    this.entries = entries;
    this.base = undefined;
  }

  changed(path: string): void {
    if (this.base === undefined || !isListed(path)) return;
    this.unnoted.add(path);
  }

  /** Id of a file where the listing stands. */
  blob(path: string): string | undefined {
    return this.entries.get(path)?.id;
  }

  /**
   * The inventory where the listing stands; undefined where it has to be made anew. Of the files that were edited it only
   * has those that were asked for by {@link load}.
   */
  here({ settings, readability }: Readable): Inventory | undefined {
    const { base } = this;
    if (base?.settings !== settings || base.readability !== readability) return undefined;
    this.note(settings);
    if (this.reachesFurther || this.touched.size > MOST_EDITS) return undefined;
    return this.makers.edited(base.inventory, { node: this.noted.node.view(), class: this.noted.class.view() });
  }

  /** Brings what is noted up to where the listing stands. */
  private note(settings: Settings): void {
    const blobs = new Map([...this.unnoted].map((path) => [path, this.entries.get(path)?.id]));
    for (const path of this.unnoted) this.touched.add(path);
    this.unnoted.clear();
    const others = [...blobs].filter(([path]) => namesOf(path, settings) === undefined);
    if (inventoryPaths(new Map(others), settings).length > 0) this.reachesFurther = true;
    const fresh = this.makers.definitions(blobs, settings);
    for (const kind of ["node", "class"] as const) {
      const noted = this.noted[kind];
      for (const [name, listed] of fresh[kind]) {
        // A name that has left one file may have gone to another before.
        const elsewhere = listed ?? noted.get(name);
        noted.set(name, elsewhere !== undefined && this.entries.has(elsewhere.path) ? elsewhere : undefined);
      }
    }
  }

  /** Loads all files where the listing stands. */
  loadAll(settings: Settings, options: Abortable): Promise<void> {
    return this.load(inventoryPaths(this.entries, settings), options);
  }

  /** Loads files where the listing stands: those of some paths, or all that lie between it and the base. */
  load(paths: Iterable<string> = this.touched, options: Abortable = {}): Promise<void> {
    const blobs = new Map([...paths].map((path) => [path, this.entries.get(path)?.id]));
    return this.makers.load({ blobs, read: (ids) => this.history.blobs(ids, options) }, blobs.keys());
  }

  /** Inventories are made from this one from now on: that of the commit at which the listing stands. */
  startFrom(inventory: Inventory, readability: string): void {
    this.touched.clear();
    this.unnoted.clear();
    this.noted = { node: new NotedNames(), class: new NotedNames() };
    this.reachesFurther = false;
    this.base = hasError(inventory) ? undefined : { settings: inventory.settings, readability, inventory };
  }
}
