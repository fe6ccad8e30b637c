import type { Inventory } from "../../model/inventory/inventory.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { KindRename } from "../../model/results/proof.ts";
import type { FileWords, Replacement } from "../text/source-text.ts";
import type { OpenedFile } from "./edited-file.ts";

/** How one kind of names is renamed. */
export interface KindFinder {
  /** Whether a file can have a mention: only such files are parsed. */
  mayBeIn(text: FileWords): boolean;
  /** The names in full, which comments and texts may hold. */
  readonly names: readonly string[];
  /** Files that move: from the old path to the new one. */
  readonly moves: ReadonlyMap<string, string>;
  /** What changes in a file. */
  find(file: OpenedFile): readonly Replacement[];
  /** After all files: throws HeirError if nothing had the name. */
  expectFound?(): void;
}

/** What a finder is made from: several names only for classes below one name. */
export interface FinderOptions {
  readonly inventory: Inventory;
  readonly snapshot: Snapshot;
  readonly renames: readonly KindRename[];
}
