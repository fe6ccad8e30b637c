import { command } from "../../../base/terminal-text.ts";
import { Identities } from "../../../compare/identity.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import { bytesAfter } from "../../../model/results/file-edit.ts";
import { plainSyntax } from "../../../parse/yaml/parse.ts";
import { chainText } from "../../../report/properties/chain-text.ts";
import { type OrderPlace, orderPath, writtenOrder } from "../../../workspace/act/order.ts";
import { SourceText } from "../text/source-text.ts";
import { itemWritten, listAt } from "./list-items.ts";
import { targetValue } from "./meant.ts";
import { newValue } from "./new-value.ts";
import { plainTarget } from "./write-value.ts";

/** The list of `order.yml`, whose items are chains of groups. */
const ORDER = "order";

/**
 * The text of `order.yml` with one more chain at its end, all else preserved; `text` is undefined if there is no file.
 * Undefined for an invalid `order.yml`, or a form to which no chain can be appended.
 */
export function orderTextWith(text: string | undefined, chain: readonly string[]): string | undefined {
  const source = sourceOf(text);
  const items = listAt(source, ORDER);
  if (items === undefined && source.root?.kind === "map" && source.root.flow) return undefined;
  const added = { item: chainText(chain), value: chainValue(chain) };
  const changes = itemWritten(source, { key: ORDER, index: items?.length ?? 0 }, added);
  return changes && Buffer.from(bytesAfter(source.edit(changes))).toString();
}

/** Whether a text of `order.yml` has a chain already. */
export function hasChain(text: string | undefined, chain: readonly string[]): boolean {
  const chains = targetValue(sourceOf(text), plainTarget([ORDER]));
  const [identities, wanted] = [new Identities(), chainValue(chain)];
  return chains?.kind === "list" && chains.items.some((each) => identities.same(each, wanted));
}

/**
 * What `order.yml` of the work tree would be with one more chain; nothing is written. Throws HeirError for a file that has
 * the chain already, or cannot be edited.
 */
export async function planChain(place: OrderPlace, chain: readonly string[]) {
  const path = orderPath(place);
  const before = await writtenOrder(place);
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

/** Whether the file in the work tree has a chain already. Throws HeirError for a file that cannot be edited. */
export async function isWritten(place: OrderPlace, chain: readonly string[]): Promise<boolean> {
  return hasChain(await writtenOrder(place), chain);
}

function sourceOf(text: string | undefined): SourceText {
  return new SourceText("order.yml", Buffer.from(text ?? ""));
}

function chainValue(chain: readonly string[]) {
  return newValue(chainText(chain), plainSyntax).value;
}
