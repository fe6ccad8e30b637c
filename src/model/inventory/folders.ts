import type { Settings } from "./settings.ts";

/** Folders of forms, with fixed names. */
export const FORM_FOLDERS = ["groups", "techniques", "directives", "rules", "contracts"] as const;

/** Settings that name folders. */
type FolderSettings = Pick<Settings, "inventory_base_uri" | "nodes_uri" | "classes_uri">;

/** A folder of the inventory as a path prefix: ends with a slash, or is empty for the top. */
export function rooted({ inventory_base_uri: base }: Pick<Settings, "inventory_base_uri">, folder: string): string {
  const parts = `${base}/${folder}`.split("/").filter((part) => part !== "" && part !== ".");
  return parts.length === 0 ? "" : `${parts.join("/")}/`;
}

/** The folders of nodes and of classes, as path prefixes. */
export function definitionRoots(settings: FolderSettings): Readonly<Record<"node" | "class", string>> {
  return { node: rooted(settings, settings.nodes_uri), class: rooted(settings, settings.classes_uri) };
}

/** The node whose run-time file a path is, where its folder of properties.d says so. */
export function runtimeNodeOf(path: string, settings: Pick<Settings, "inventory_base_uri">): string | undefined {
  const root = rooted(settings, "properties.d");
  return path.startsWith(root) ? path.slice(root.length).split("/", 1)[0] : undefined;
}

/** The folders that an inventory is read from, without a slash at the end; "" for all of it. */
export function inventoryFolders(settings: FolderSettings): readonly string[] {
  const forms = [...FORM_FOLDERS, "properties.d"].map((folder) => rooted(settings, folder));
  return [...Object.values(definitionRoots(settings)), ...forms].map((root) => root.replace(/\/$/, ""));
}

/** Whether a path of an inventory is that of a file that defines something: a node, class, group, policy, contract, or edges of groups. */
export function isDefinitionPath(path: string, settings: FolderSettings): boolean {
  const folders = [...Object.values(definitionRoots(settings)), ...FORM_FOLDERS.map((name) => rooted(settings, name))];
  const top = rooted(settings, "");
  const isSingle = path === `${top}globals.yml` || path === `${top}order.yml`;
  return isSingle || (path.endsWith(".yml") && folders.some((folder) => path.startsWith(folder)));
}
