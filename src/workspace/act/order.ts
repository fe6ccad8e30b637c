import { join, relative, sep } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { rooted } from "../../model/inventory/settings.ts";
import type { ActingPlace } from "../../source/act/acts.ts";
import { indexEntries, setIndexEntries, storedText, storeText } from "../../source/act/index-entries.ts";
import { editableText, replaceEdited } from "../../source/disk/changed-files.ts";
import { type ActOutcome, performed } from "./acts.ts";

/** The inventory folder of the work tree, and the inventory whose settings give the path of `order.yml`. */
export interface OrderPlace {
  readonly folder: string;
  readonly inventory: Inventory;
}

/** The path of `order.yml` from the inventory folder. */
export function orderPath({ inventory }: OrderPlace): string {
  return `${rooted(inventory.settings, "")}order.yml`;
}

function fileOf(place: OrderPlace): string {
  return join(place.folder, orderPath(place));
}

/** The text of `order.yml` in the work tree; undefined if there is none. Throws HeirError for a file that cannot be edited. */
export function writtenOrder(place: OrderPlace): Promise<string | undefined> {
  return editableText(fileOf(place), orderPath(place));
}

/** Chains of groups for `order.yml`. */
export interface SettledOrder {
  readonly words: string;
  /** A text with them; undefined for one that cannot be added to. */
  textWith(text: string | undefined): string | undefined;
  /** The text in the work tree that they were planned from. */
  readonly before: string | undefined;
  /** Whether they are staged, too: a conflict of the work tree alone is settled there. */
  readonly isStaged: boolean;
}

/**
 * Writes `order.yml`, and stages it where that is asked for: the index gets the chains, and nothing else that the work tree has there. Throws HeirError,
 * and changes nothing, as {@link writeOrder} does, and where what is staged has a form that cannot be added to.
 */
export async function settleOrder(
  place: ActingPlace,
  order: OrderPlace,
  { words, textWith, before, isStaged }: SettledOrder,
): Promise<ActOutcome> {
  return performed(place, words, async () => {
    const { topLevel = place.facts.gitDir } = place.facts;
    const name = relative(topLevel, fileOf(order)).replaceAll(sep, "/");
    const text = textWith(isStaged ? await stagedText(place, name) : undefined);
    if (text === undefined)
      throw new HeirError("usage", `${name} in the index has a form that heir cannot add to`, "add the chain by hand");
    const after = await writeOrder(order, before, textWith(before));
    if (isStaged) await setIndexEntries(place.program, [[name, `${MODE} ${await storeText(place.program, text)}`]]);
    const written = { file: fileOf(order), name: orderPath(order), before, after };
    return { isDone: true, tried: words, output: "", written };
  });
}

/** Writes `order.yml` in place of what it was. Throws HeirError, and writes nothing, when the file has changed since. */
export async function writeOrder(
  place: OrderPlace,
  before: string | undefined,
  after: string | undefined,
): Promise<string> {
  const path = orderPath(place);
  if (after !== undefined && (await replaceEdited(fileOf(place), path, { before, after }))) return after;
  throw new HeirError("usage", `${path} has changed meanwhile, nothing was written`, "choose again");
}

const MODE = "100644";

/** What the index has of a file; undefined if it has none. */
async function stagedText({ program }: ActingPlace, path: string): Promise<string | undefined> {
  const entry = (await indexEntries(program)).get(path);
  return entry && storedText(program, entry.split(" ")[1] ?? "");
}
