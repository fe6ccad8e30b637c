import type { SettingsReader } from "../../src/source/inventory/finder.ts";
import { Finder } from "../../src/source/inventory/finder.ts";

const FOLDERS = ["nodes", "classes", "groups"];
const names = { nodes: "nodes", classes: "classes" };

/** Reads no settings: folders have their usual names. */
export const plainReader: SettingsReader = {
  names: async () => names,
  foldersIn: async () => undefined,
  readFolders: async () => FOLDERS,
};

/** Takes the top of any state for its inventory, whatever it holds. */
export const topFinder: Finder = new Finder({
  start: "",
  nearest: "",
  choices: async () => ({ names, folders: [""] }),
  foldersIn: async () => undefined,
  readFolders: async () => FOLDERS,
});
