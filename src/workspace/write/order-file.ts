import { join } from "node:path";
import { command } from "../../base/command.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { rooted } from "../../model/inventory/settings.ts";
import { editableText, replaceEdited } from "../../source/disk/edited-file.ts";
import { hasChain, orderTextWith } from "./order-edit.ts";

/** The inventory folder of the work tree, and the inventory whose settings give the path of `order.yml`. */
export interface OrderPlace {
  readonly folder: string;
  readonly inventory: Inventory;
}

/** The change of `order.yml` in the work tree by one more chain. */
export interface OrderEdit {
  /** From the inventory folder. */
  readonly path: string;
  /** Undefined where there is no file yet. */
  readonly before: string | undefined;
  readonly after: string;
}

/**
 * What `order.yml` would be with one more chain; nothing is written. Throws HeirError for a file that has the chain already or cannot be edited.
 */
export async function planChain(place: OrderPlace, chain: readonly string[]): Promise<OrderEdit> {
  const { path, file } = fileAt(place);
  const before = await editableText(file, path);
  if (hasChain(before, chain)) {
    const hint = `${command(["git", "add"], [path])} stages it`;
    throw new HeirError("usage", `${path} in the work tree has this chain already`, hint);
  }
  const after = orderTextWith(before, chain);
  if (after === undefined) {
    throw new HeirError("usage", `${path} has a form that heir cannot add to`, "add the chain by hand");
  }
  return { path, before, after };
}

/**
 * Writes a chain to `order.yml`, as planned from the text `before`. Throws HeirError, and writes nothing, when the file
 * has changed since.
 */
export async function writeChain(
  place: OrderPlace,
  chain: readonly string[],
  before: string | undefined,
): Promise<OrderEdit> {
  const { path, file } = fileAt(place);
  const after = orderTextWith(before, chain);
  if (after === undefined || !(await replaceEdited(file, path, { before, after }))) {
    throw new HeirError("usage", `${path} has changed meanwhile, nothing was written`, "choose again");
  }
  return { path, before, after };
}

/** Whether the file in the work tree has a chain already. Throws HeirError for a file that cannot be edited. */
export async function isWritten(place: OrderPlace, chain: readonly string[]): Promise<boolean> {
  const { path, file } = fileAt(place);
  return hasChain(await editableText(file, path), chain);
}

function fileAt(place: OrderPlace): { readonly path: string; readonly file: string } {
  const path = orderPath(place);
  return { path, file: join(place.folder, path) };
}

/** The path of `order.yml` from the inventory folder. */
export function orderPath({ inventory }: OrderPlace): string {
  return `${rooted(inventory.settings, "")}order.yml`;
}
