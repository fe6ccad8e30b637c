import { HeirError } from "../../model/findings/failure.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { InventorySearch } from "./find.ts";

const MOST_NAMED = 10;
const CHOOSE = "-C DIR, or git config heir.folder DIR";

/** A chosen folder that a state does not have. */
export function noSuchFolder(
  { by, folder, others }: Extract<InventorySearch, { readonly kind: "not-there" }>,
  title: string,
): HeirError {
  const where = by === "folder" ? "folder in heir.yml" : "git config heir.folder";
  const found = others.length === 0 ? "it has no inventory elsewhere either" : `it has one in ${named(others)}`;
  return withoutInventory(`no inventory in ${folder || "the top"} ${whereOf(title)}; ${where} names it`, found);
}

/** A state with several inventories, where one is asked for. */
export function severalInventories(title: string, folders: readonly string[]): HeirError {
  return withoutInventory(`several inventories ${whereOf(title)}: ${named(folders)}`, CHOOSE);
}

/** A state without an inventory. */
export function noInventory({ title, place }: Pick<Snapshot, "title" | "place">): HeirError {
  const folders = place.missing?.folders ?? 0;
  const count = `${folders} ${folders === 1 ? "folder" : "folders"}`;
  const marks = `heir.yml, reclass-config.yml, nodes/ or targets/ beside classes/ or groups/, in ${count}`;
  return withoutInventory(`no inventory ${whereOf(title)}\nlooked for ${marks}`, `heir init makes one; ${CHOOSE}`);
}

function withoutInventory(message: string, hint: string): HeirError {
  return new HeirError("environment", message, hint, { code: "no-inventory" });
}

const PLACES = new Map([
  ["work tree", "in the work tree"],
  ["index", "in the index"],
  ["directory", "in this folder"],
]);

/** The title of a state as part of a sentence. */
function whereOf(title: string): string {
  return PLACES.get(title) ?? `at ${title}`;
}

function named(folders: readonly string[]): string {
  const more = folders.length - MOST_NAMED;
  const first = folders.slice(0, MOST_NAMED).map((folder) => folder || "the top");
  return [...first, ...(more > 0 ? [`${more} more`] : [])].join(", ");
}
