import type { Inventory } from "../../../model/inventory/inventory.ts";
import { definitionRoots, FORM_FOLDERS, rooted, SETTINGS_FILES } from "../../../model/inventory/settings.ts";
import type { RenameKind } from "../proof/claim.ts";

type NameKind = Exclude<RenameKind, "path">;

/** All names of a kind, in no order. */
export function namesOfKind(kind: NameKind, inventory: Inventory): Iterable<string> {
  if (kind === "class") return inventory.classNames;
  if (kind === "node") return inventory.nodeNames;
  return kind === "application" ? applications(inventory) : definitionsOf(kind, inventory).keys();
}

function definitionsOf(kind: Exclude<NameKind, "class" | "node" | "application">, inventory: Inventory) {
  return kind === "group" ? inventory.groups.groups : inventory.policies()[`${kind}s`];
}

function applications({ nodeNames, classNames, node, class: named }: Inventory): readonly string[] {
  const definitions = [...nodeNames.map((name) => node(name)), ...classNames.map((name) => named(name))];
  return definitions.flatMap((each) => each?.applications.map(({ name }) => name) ?? []);
}

/** The file that defines a name; undefined if none does. */
export function fileOfName(kind: NameKind, name: string, inventory: Inventory): string | undefined {
  if (kind === "class" || kind === "node") return inventory.fileOf(kind, name);
  return kind === "application" ? undefined : definitionsOf(kind, inventory).get(name)?.file.path;
}

/** What a file of the inventory holds: its path says it. */
type FileRole = "node" | "class" | (typeof FORM_FOLDERS)[number] | "globals" | "order" | "settings";

/** A file of the inventory in which names may be mentioned. */
export interface InventoryFile {
  readonly path: string;
  readonly role: FileRole;
  /** The node or class of the file; empty for any other. */
  readonly name: string;
}

/** All files of a state that can mention names, but for those in properties.d. */
export function inventoryFiles(inventory: Inventory, paths: Iterable<string>): readonly InventoryFile[] {
  const { settings } = inventory;
  const defined = new Map<string, InventoryFile>();
  for (const role of ["node", "class"] as const) {
    for (const name of role === "node" ? inventory.nodeNames : inventory.classNames) {
      const path = inventory.fileOf(role, name);
      if (path !== undefined) defined.set(path, { path, role, name });
    }
  }
  const roots = Object.values(definitionRoots(settings));
  const top = rooted(settings, "");
  const single = new Map<string, FileRole>([
    [`${top}globals.yml`, "globals"],
    [`${top}order.yml`, "order"],
    ...SETTINGS_FILES.map((name) => [name, "settings"] as const),
  ]);
  return [...paths].flatMap((path) => {
    const known = defined.get(path);
    if (known !== undefined) return [known];
    if (!/\.ya?ml$/.test(path) || roots.some((root) => path.startsWith(root))) return [];
    const role = single.get(path) ?? FORM_FOLDERS.find((folder) => path.startsWith(rooted(settings, folder)));
    return role === undefined ? [] : [{ path, role, name: "" }];
  });
}
