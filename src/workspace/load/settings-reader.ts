import { inventoryFolders } from "../../model/inventory/folders.ts";
import { defaultSettings, kapitanSettings } from "../../model/inventory/settings.ts";
import type { InventoryPlace } from "../../model/inventory/snapshot.ts";
import type { SettingsReader } from "../../source/inventory/choices.ts";

/** As the default settings have them. */
const NAMES = { nodes: "nodes", classes: "classes" };

/**
 * Reads settings for the search of inventories. The parser is loaded only where there is something to parse: mostly there
 * is not. Throws HeirError for an override that cannot be read, when it is asked.
 */
export function settingsReader(overrides: readonly string[] = [], overridesName?: string): SettingsReader {
  const parser = async () => (await import("./settings-parser.ts")).settingsParser(overrides, overridesName);
  return {
    names: async (defaults) => {
      return overrides.length === 0 && defaults === undefined ? NAMES : (await parser()).names(defaults);
    },
    foldersIn: async (text) => (/^folder\s*:/m.test(text) ? (await parser()).foldersIn(text) : undefined),
    readFolders: async (files, place) => {
      const isSaid = mayNameFolders([...files.values(), ...overrides], place);
      if (isSaid) return (await parser()).readFolders(files, place);
      return inventoryFolders(place.layout === "kapitan" ? kapitanSettings : defaultSettings);
    },
  };
}

/** A key that names folders is spelled out in a text, unless it has an escape. */
const NAMES_FOLDERS = /_uri|dialect|\\/;
/** Lines that name the usual folders, as most settings files do: whatever they are part of, they change nothing. */
const USUAL = /^(?:nodes_uri: +nodes|classes_uri: +classes|inventory_base_uri: +\.\/?|dialect: +reclass)[ \r]*$/gm;

function mayNameFolders(texts: readonly string[], { defaults, guards, layout }: InventoryPlace): boolean {
  const mayName = (text: string) => NAMES_FOLDERS.test(layout === undefined ? text.replace(USUAL, "") : text);
  return guards !== undefined || [...texts, defaults?.text ?? ""].some(mayName);
}
