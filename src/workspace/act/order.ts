import { join, relative, sep } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { indexEntries, setIndexEntries, storedText, storeText } from "../../source/git/program/index-entries.ts";
import type { ActingPlace } from "../../source/repository/user-acts.ts";
import { hasChain, type OrderPlace, orderPath, orderTextWith, writeChain } from "../write/order-edit.ts";
import { type ActOutcome, performed } from "./acts.ts";

/** A chain of groups for `order.yml`, the lowest priority first. */
export interface SettledChain {
  readonly chain: readonly string[];
  readonly words: string;
  /** The text in the work tree that it was planned from. */
  readonly before: string | undefined;
  /** Whether it is staged, too: a conflict of the work tree alone is settled there. */
  readonly isStaged: boolean;
}

/**
 * Writes a chain to `order.yml`, and stages it where that is asked for: the index gets the chain, and nothing else that the work tree has there. Throws HeirError,
 * and changes nothing, as `writeChain` does, and where what is staged has a form that cannot be added to.
 */
export async function settleChain(
  place: ActingPlace,
  order: OrderPlace,
  { chain, words, before, isStaged }: SettledChain,
): Promise<ActOutcome> {
  return performed(place, words, async () => {
    const name = await pathFromTop(place, order);
    const staged = isStaged ? await stagedText(place, name) : undefined;
    const text = hasChain(staged, chain) ? staged : orderTextWith(staged, chain);
    if (text === undefined)
      throw new HeirError("usage", `${name} in the index has a form that heir cannot add to`, "add the chain by hand");
    const { path, after } = await writeChain(order, chain, before);
    if (isStaged) await setIndexEntries(place.program, [[name, `${MODE} ${await storeText(place.program, text)}`]]);
    const written = { file: join(order.folder, path), name: path, before, after };
    return { isDone: true, tried: words, output: "", written };
  });
}

const MODE = "100644";

async function pathFromTop({ facts }: ActingPlace, order: OrderPlace): Promise<string> {
  const file = join(order.folder, orderPath(order));
  return relative(facts.topLevel ?? facts.gitDir, file)
    .split(sep)
    .join("/");
}

/** What the index has of a file; undefined if it has none. */
async function stagedText({ program }: ActingPlace, path: string): Promise<string | undefined> {
  const entry = (await indexEntries(program)).get(path);
  return entry && storedText(program, entry.split(" ")[1] ?? "");
}
