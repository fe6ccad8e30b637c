import { FileCache } from "../../src/cache/file-cache.ts";
import { SettingsCache } from "../../src/cache/states/settings-cache.ts";
import { readContracts } from "../../src/parse/contracts/files.ts";
import { createInventory, hasContracts } from "../../src/parse/inventory.ts";
import { memorySnapshot } from "../../src/source/snapshot/parts.ts";
import type { Side } from "../../src/workspace/load/outcome.ts";

export type Files = Readonly<Record<string, string>>;

/** Inventories in memory that share their caches, as the states of one repository do. */
export class Sides {
  private readonly files = new FileCache();
  private readonly settings: SettingsCache;

  /** `overrides` are settings of the form KEY=VALUE. */
  constructor(overrides: readonly string[] = []) {
    this.settings = new SettingsCache(this.files, overrides);
  }

  async of(files: Files): Promise<Side> {
    const snapshot = memorySnapshot(Object.entries({ "nodes/.gitkeep": "", "classes/.gitkeep": "", ...files }));
    await this.files.prefetch(snapshot, snapshot.blobs.keys());
    const read = this.settings.of(snapshot);
    const file = this.files.file.bind(this.files);
    const { blobs, folders } = snapshot;
    const contracts = hasContracts(folders, read.settings) ? { readContracts } : {};
    return { snapshot, inventory: createInventory({ blobs, folders, ...read, file, ...contracts }) };
  }
}
