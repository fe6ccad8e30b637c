import { basename, dirname } from "node:path";
import { keptAt } from "../../../base/made-once.ts";
import { expected, orNone } from "../../../model/findings/failure.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import { type Buffers, EditorInventory } from "./editor-inventory.ts";

/** Opens the workspace of a folder; throws HeirError where there is none. */
export type OpenFolder = (folder: string) => Promise<Workspace>;

/** The inventories of the open files and folders. A file belongs to the nearest one at or above it. */
export class Inventories {
  private readonly open: OpenFolder;
  private readonly buffers: Buffers;
  private readonly byFolder = new Map<string, EditorInventory>();
  private readonly looked = new Map<string, Promise<EditorInventory | undefined>>();

  constructor(open: OpenFolder, buffers: Buffers) {
    this.open = open;
    this.buffers = buffers;
  }

  all(): Iterable<EditorInventory> {
    return this.byFolder.values();
  }

  /** The inventory of a file; undefined for a file of none. */
  async of(absolute: string): Promise<EditorInventory | undefined> {
    const found = await this.at(dirname(absolute));
    return found?.pathIn(absolute) === undefined ? undefined : found;
  }

  /** The nearest inventory at or above a folder. */
  at(folder: string): Promise<EditorInventory | undefined> {
    return keptAt(this.looked, folder, () => this.look(folder));
  }

  touched(): void {
    this.looked.clear();
    for (const [folder, inventory] of this.byFolder) {
      inventory.touched();
      this.looked.set(folder, Promise.resolve(inventory));
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.byFolder.values()].map(({ workspace }) => workspace.close()));
  }

  private async look(folder: string): Promise<EditorInventory | undefined> {
    const workspace = await this.openAbove(folder);
    if (workspace === undefined) return undefined;
    const found = await workspace.worktreeFolder().catch(orNone);
    const own = found && sameFolder(folder, found);
    const known = own === undefined ? undefined : this.byFolder.get(own);
    if (own === undefined || known !== undefined) {
      await workspace.close();
      return known;
    }
    const inventory = new EditorInventory(own, workspace, this.buffers);
    this.byFolder.set(own, inventory);
    return inventory;
  }

  /** A file that was never saved can be in a folder that does not exist yet. */
  private async openAbove(folder: string): Promise<Workspace | undefined> {
    try {
      return await this.open(folder);
    } catch (error) {
      expected(error);
      const above = dirname(folder);
      return above === folder ? undefined : this.openAbove(above);
    }
  }
}

/** The inventory folder as the client writes it: links on the way to it stay. */
function sameFolder(folder: string, found: string): string | undefined {
  const above = [...foldersAbove(folder)];
  return above.find((each) => each === found) ?? above.find((each) => basename(each) === basename(found));
}

function* foldersAbove(folder: string): Iterable<string> {
  yield folder;
  if (dirname(folder) !== folder) yield* foldersAbove(dirname(folder));
}
