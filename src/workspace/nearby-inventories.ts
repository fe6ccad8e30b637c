import type { Inventory } from "../model/inventory.ts";
import type { Settings } from "../model/settings.ts";
import type { Abortable, Snapshot } from "../model/snapshot.ts";
import { inventoryPaths } from "../parse/inventory.ts";
import type { FileEdits } from "../parse/listed-definitions.ts";
import type { TreeEntry } from "../source/git-store.ts";
import type { History } from "../source/history.ts";
import { isListed } from "../source/listed-file.ts";
import type { ListingWatch } from "../source/moving-listing.ts";
import type { Loadable } from "./file-cache.ts";
import { namesOf } from "./listed-names.ts";
import { hasError } from "./outcome.ts";

/** How inventories are made. */
export interface InventoryMakers {
  readonly inventory: (snapshot: Snapshot) => Promise<Inventory>;
  /** An inventory without errors after edits to files of nodes and classes that leave it so. These are not loaded. */
  readonly edited: (base: Inventory, edits: FileEdits) => Inventory;
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
  /** Paths that may differ between the base and where the listing stands. */
  private readonly touched = new Set<string>();
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
    if (this.base !== undefined && isListed(path)) this.touched.add(path);
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
    const { base, touched } = this;
    if (base?.settings !== settings || base.readability !== readability || touched.size > MOST_EDITS) return undefined;
    const blobs = new Map([...touched].map((path) => [path, this.entries.get(path)?.id]));
    const others = [...blobs].filter(([path]) => namesOf(path, settings) === undefined);
    if (inventoryPaths(new Map(others), settings).length > 0) return undefined;
    return this.makers.edited(base.inventory, blobs);
  }

  /** Loads files where the listing stands: those of some paths, or all that lie between it and the base. */
  load(paths: Iterable<string> = this.touched, options: Abortable = {}): Promise<void> {
    const blobs = new Map([...paths].map((path) => [path, this.entries.get(path)?.id]));
    return this.makers.load({ blobs, read: (ids) => this.history.blobs(ids, options) }, blobs.keys());
  }

  /** Inventories are made from this one from now on: that of the commit at which the listing stands. */
  startFrom(inventory: Inventory, readability: string): void {
    this.touched.clear();
    this.base = hasError(inventory) ? undefined : { settings: inventory.settings, readability, inventory };
  }
}
