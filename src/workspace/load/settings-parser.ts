import { FileCache } from "../../cache/file-cache.ts";
import { SettingsCache } from "../../cache/states/settings-cache.ts";
import { isError } from "../../model/findings/diagnostic.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { inventoryFolders } from "../../model/inventory/settings.ts";
import { exactPlace } from "../../model/values/value.ts";
import { chosenFolders } from "../../parse/settings/settings.ts";
import type { SettingsReader } from "../../source/inventory/finder.ts";
import { memorySnapshot } from "../../source/snapshot/parts.ts";

/** Reads settings for the search of inventories. Throws HeirError for an override that cannot be read. */
export function settingsParser(overrides: readonly string[], overridesName: string | undefined): SettingsReader {
  const files = new FileCache();
  const cache = new SettingsCache(files, overrides, overridesName);
  return {
    async names(defaults) {
      const place = { folder: "", defaults };
      const { settings, diagnostics } = cache.of({ ...memorySnapshot([]), place });
      const fault = diagnostics.find(isError);
      if (fault !== undefined) {
        const where = fault.span === undefined ? "" : `: ${exactPlace(fault.span)}`;
        const message = `git config heir.defaultSettings is not valid${where}: ${fault.message}`;
        throw new HeirError("environment", message, fault.hint);
      }
      return { nodes: settings.nodes_uri, classes: settings.classes_uri };
    },
    async readFolders(texts, place) {
      const snapshot = { ...memorySnapshot(texts), place };
      await files.prefetch(snapshot, texts.keys());
      return inventoryFolders(cache.of(snapshot).settings);
    },
    foldersIn: async (text) => chosenFolders({ path: "heir.yml", blob: "", text }),
  };
}
