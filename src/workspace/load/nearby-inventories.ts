import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Settings } from "../../model/inventory/settings.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import { inventoryPaths } from "../../parse/inventory.ts";
import type { TreeEntry } from "../../source/git/tree-entries.ts";
import type { History } from "../../source/history/history.ts";
import { isListed } from "../../source/snapshot/listed-file.ts";
import type { ListingWatch } from "../../source/snapshot/moving-listing.ts";
import { pathNames } from "./listed-names.ts";
import type { Loader } from "./loader.ts";
import { NotedNames } from "./noted-names.ts";
import { hasError } from "./outcome.ts";

/** With more edited files than this between two commits, the other inventory is built from scratch. */
const MOST_EDITS = 3000;

/** This many edited files that were not prefetched are read one by one; with the next one, all are. */
const MOST_MISSED = 8;

/** What decides whether an inventory can be read at all. */
interface Readable {
  readonly settings: Settings;
  readonly readability: string;
}

/**
 * Inventories of commits without links that are derived from an earlier one: it watches the moves of the listing, and
 * examines only files that differ.
 */
export class NearbyInventories implements ListingWatch {
  private base: (Readable & { readonly inventory: Inventory }) | undefined;
  private entries: ReadonlyMap<string, TreeEntry> = new Map();
  /** Paths that may differ between the base and the commit of the last notes. */
  private readonly touched = new Set<string>();
  /** Paths that may differ from the notes below. */
  private readonly unnoted = new Set<string>();
  private noted = { node: new NotedNames(), class: new NotedNames() };
  /** Whether one of these files affects more than what it defines. */
  private reachesFurther = false;
  private readonly loader: Loader;
  private readonly history: History;

  constructor({ history, loader }: { readonly history: History; readonly loader: Loader }) {
    this.history = history;
    this.loader = loader;
  }

  reset(entries: ReadonlyMap<string, TreeEntry>): void {
    this.entries = entries;
    this.base = undefined;
  }

  changed(path: string): void {
    if (this.base === undefined || !isListed(path)) return;
    this.unnoted.add(path);
  }

  /** The id of a file in the current commit of the listing. */
  blob(path: string): string | undefined {
    return this.entries.get(path)?.id;
  }

  /**
   * The inventory of the current commit of the listing; undefined where it must be built from scratch. Edited files are
   * not prefetched.
   */
  here({ settings, readability }: Readable): Inventory | undefined {
    const { base } = this;
    if (base?.settings !== settings || base.readability !== readability) return undefined;
    this.note(settings);
    if (this.reachesFurther || this.touched.size > MOST_EDITS) return undefined;
    const edited = { node: this.noted.node.view(), class: this.noted.class.view() };
    const touched = () => this.blobsOf(this.touched);
    const { blobsNow: readNow } = this.history;
    const state = {
      readNow,
      get blobs() {
        return touched();
      },
    };
    const open = this.loader.files.opener(state, (_, missed) => (missed > MOST_MISSED ? this.touched : []));
    return this.loader.edited(base.inventory, edited, open);
  }

  /** Updates the notes to the current commit of the listing. */
  private note(settings: Settings): void {
    const blobs = this.blobsOf(this.unnoted);
    for (const path of this.unnoted) this.touched.add(path);
    this.unnoted.clear();
    const others = [...blobs].filter(([path]) => pathNames(path, settings) === undefined);
    if (inventoryPaths(new Map(others), settings).length > 0) this.reachesFurther = true;
    const fresh = this.loader.definitions(blobs, settings);
    for (const kind of ["node", "class"] as const) {
      const noted = this.noted[kind];
      for (const [name, listed] of fresh[kind]) {
        // A name removed from one file may have moved to another before.
        const elsewhere = listed ?? noted.get(name);
        noted.set(name, elsewhere !== undefined && this.entries.has(elsewhere.path) ? elsewhere : undefined);
      }
    }
  }

  /** Prefetches files of the current commit of the listing: some, or all that differ from the base. */
  prefetch(paths: Iterable<string> = this.touched, options: Abortable = {}): Promise<void> {
    const { blobs: read } = this.history;
    const blobs = this.blobsOf(paths);
    return this.loader.files.prefetch({ blobs, read }, blobs.keys(), options);
  }

  private blobsOf(paths: Iterable<string>): ReadonlyMap<string, string | undefined> {
    return new Map(Array.from(paths, (path) => [path, this.entries.get(path)?.id]));
  }

  /** From now on inventories are derived from this one: that of the current commit of the listing. */
  startFrom(inventory: Inventory, readability: string): void {
    this.touched.clear();
    this.unnoted.clear();
    this.noted = { node: new NotedNames(), class: new NotedNames() };
    this.reachesFurther = false;
    this.base = hasError(inventory) ? undefined : { settings: inventory.settings, readability, inventory };
  }
}
