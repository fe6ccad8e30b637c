import { readdirSync } from "node:fs";
import { join } from "node:path";
import { compareText } from "../../base/text-order.ts";
import { quietly } from "../../model/findings/failure.ts";
import type { Abortable, InventoryPlace, Snapshot } from "../../model/inventory/snapshot.ts";
import { expectWholeEdit } from "../edit/edit-journal.ts";
import type { GitStore } from "../git/store.ts";
import type { Finder } from "../inventory/finder.ts";
import { pathsOf, type StatePaths } from "../inventory/marks.ts";
import type { Location } from "../repository/locate.ts";
import { directorySnapshots } from "./folder.ts";
import { commitSnapshots, indexSnapshots } from "./index.ts";
import type { CommitSnapshot, IndexSnapshot, Snapshots } from "./parts.ts";
import { type TreeOptions, treeAt, treePaths, treeSnapshots } from "./tree.ts";
import { worktreeSnapshots } from "./worktree.ts";

/** The inventories of each kind of state; one that is missing where a state has none. */
interface AllInventories {
  commit(revision: string, options?: Abortable): Promise<readonly [CommitSnapshot, ...CommitSnapshot[]]>;
  index(options?: Abortable): Promise<readonly [IndexSnapshot, ...IndexSnapshot[]]>;
  worktree(options?: Abortable): Promise<Snapshots>;
  tree(id: string, title: string, options?: TreeOptions): Promise<Snapshots>;
}

export interface StateInventories {
  /** Every inventory of a state: hooks judge each. */
  readonly all: AllInventories;
  /** Whether a folder of a tree, of the work tree where that is "", is an inventory by itself. */
  hasInventory(tree: string, folder: string, options?: Abortable): Promise<boolean>;
  /** The folder of an inventory of another state as a tree has it, whether it is an inventory there or not. */
  treeAt(tree: string, place: InventoryPlace, options?: Abortable): Promise<Snapshot>;
}

/** The inventories of a repository or folder; `store` throws where there is no repository. Never fails itself. */
export function inventoriesOf(
  { top, git, program }: Location,
  store: () => GitStore,
  finder: Finder,
): StateInventories {
  return {
    all: {
      commit: async (revision, options) => commitSnapshots(store(), finder, { ...options, revision }),
      index: async (options) => indexSnapshots(store(), finder, options),
      tree: async (tree, title, options) => treeSnapshots(store(), finder, { ...options, tree, title }),
      async worktree(options) {
        if (git !== undefined) expectWholeEdit(git.gitDir);
        // Without the git program only commits can be read; files on disk need no git.
        if (git === undefined || program === undefined) return directorySnapshots(top, finder, options);
        // The listing of a bare repository is refused.
        const { topLevel = top, objectFormat } = git;
        return worktreeSnapshots(store(), finder, { ...options, topLevel, objectFormat });
      },
    },
    hasInventory: async (tree, folder, options) =>
      finder.isMarked(
        tree === "" ? diskPaths(join(top, folder)) : treePaths(await store().tree(tree, folder, options)),
      ),
    treeAt: async (tree, place, options) => treeAt(store(), finder, { tree, title: tree, place, ...options }),
  };
}

/** What is below a folder on disk; nothing where that cannot be read. */
function diskPaths(folder: string): StatePaths {
  const paths = quietly(() => readdirSync(folder, { recursive: true, encoding: "utf8" })) ?? [];
  return pathsOf({ sorted: new Set(paths.toSorted(compareText)), links: new Set() });
}
