import { definitionRoots, FORM_FOLDERS, rooted } from "../../model/inventory/folders.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { SETTINGS_FILES } from "../../model/inventory/settings.ts";
import type { Stretch } from "../../model/values/origin.ts";
import type { Outline, OutlineEntry } from "../../parse/yaml/outline.ts";
import type { Replacement, SourceText } from "../text/source-text.ts";
import { WrittenText } from "../text/written-text.ts";

/** What a file of the inventory holds: its path says it. */
export type FileRole = "node" | "class" | (typeof FORM_FOLDERS)[number] | "globals" | "order" | "settings";

/** A file of the inventory in which names may be mentioned. */
export interface InventoryFile {
  readonly path: string;
  readonly role: FileRole;
  /** The node or class of the file; empty for any other. */
  readonly name: string;
}

/** An inventory file that is read. */
export interface OpenedFile extends InventoryFile {
  readonly source: SourceText;
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

/** The entries of a mapping with one key: a key can be written twice. None of what is no mapping. */
function entriesAt(outline: Outline | undefined, key: string): readonly OutlineEntry[] {
  return outline?.kind === "map" ? outline.entries.filter(({ name }) => name === key) : [];
}

/** The values at a key of the top of a file. */
export function sectionsAt({ source }: OpenedFile, key: string): readonly Outline[] {
  return entriesAt(source.root, key).map(({ value }) => value);
}

/** The values of a key in a mapping. */
export function valuesAt(outline: Outline | undefined, key: string): readonly Outline[] {
  return entriesAt(outline, key).map(({ value }) => value);
}

/** The items of lists; nothing of what is no list. */
export function itemsOf(outlines: readonly Outline[]): readonly Outline[] {
  return outlines.flatMap((outline) => (outline.kind === "list" ? outline.items : []));
}

/** A name in a scalar, and the one that takes its place. */
export interface NameChange {
  readonly start: number;
  readonly end: number;
  readonly name: string;
}

/** Replaces names in scalars: `change` says which of them. Nothing of what is no scalar. */
export function inScalars(
  { source }: OpenedFile,
  outlines: Iterable<Outline | (Stretch & { readonly kind: "key" })>,
  changes: (text: string) => Iterable<NameChange>,
): readonly Replacement[] {
  return [...outlines].flatMap((outline) => {
    if (outline.kind !== "scalar" && outline.kind !== "key") return [];
    const written = new WrittenText(source, outline);
    return [...changes(written.text)].map(({ start, end, name }) => written.replaced(start, end, name));
  });
}

/** A change of a text that is a name as a whole, behind a prefix. */
export function wholeName(
  text: string,
  prefix: string,
  renamed: (name: string) => string | undefined,
): readonly NameChange[] {
  if (!text.startsWith(prefix)) return [];
  const name = renamed(text.slice(prefix.length));
  return name === undefined ? [] : [{ start: prefix.length, end: text.length, name }];
}

/** The same for an entry of a list in which `~` removes a name. */
export function removableName(text: string, renamed: (name: string) => string | undefined): readonly NameChange[] {
  return wholeName(text, text.startsWith("~") ? "~" : "", renamed);
}
