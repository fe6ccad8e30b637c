import { join } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { rooted } from "../../parse/forms/files.ts";
import { editableText, replaceEdited } from "../../source/disk/edited-file.ts";
import { locate } from "../../source/repository/locate.ts";
import { hasChain, orderTextWith } from "./order-edit.ts";

/** The folder in which a command was started, and the inventory whose settings give the path of `order.yml`. */
export interface OrderPlace {
  readonly cwd: string;
  readonly directory?: string;
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
 * What `order.yml` would be with one more chain; nothing is written. Throws HeirError where there is no work tree, and
 * for a file that has the chain already or cannot be edited.
 */
export async function planChain(place: OrderPlace, chain: readonly string[]): Promise<OrderEdit> {
  const { path, file } = await fileAt(place);
  const before = await editableText(file, path);
  if (hasChain(before, chain)) {
    throw new HeirError("usage", `${path} in the work tree has this chain already`, `git add ${path} stages it`);
  }
  const after = orderTextWith(before, chain);
  if (after === undefined) {
    throw new HeirError("usage", `${path} has a form to which heir adds nothing`, "add the chain by hand");
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
  const { path, file } = await fileAt(place);
  const after = orderTextWith(before, chain);
  if (after === undefined || !(await replaceEdited(file, path, { before, after }))) {
    throw new HeirError("usage", `${path} has changed meanwhile, nothing was written`, "choose again");
  }
  return { path, before, after };
}

async function fileAt({ cwd, directory, inventory }: OrderPlace): Promise<{ path: string; file: string }> {
  const { root, git } = await locate({ cwd, env: process.env, ...(directory !== undefined && { directory }) });
  if (git !== undefined && git.topLevel === undefined) {
    throw new HeirError("environment", "there is no work tree to write to");
  }
  const path = `${rooted(inventory.settings, "")}order.yml`;
  return { path, file: join(root, path) };
}
