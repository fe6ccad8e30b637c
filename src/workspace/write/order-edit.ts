import { join } from "node:path";
import { isMap, isScalar, isSeq, type Pair, parseDocument, type YAMLSeq } from "yaml";
import { command } from "../../base/command.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { Inventory } from "../../model/inventory/inventory.ts";
import { rooted } from "../../model/inventory/settings.ts";
import { chainText } from "../../report/inspect/chain-text.ts";
import { editableText, replaceEdited } from "../../source/disk/edited-file.ts";

/**
 * The text of `order.yml` with one more chain at its end; comments, spaces and quotes before it are preserved. `text`
 * is undefined if the file does not exist. Undefined when the text is no valid `order.yml`, or has a form to which
 * no chain can be appended.
 */
export function orderTextWith(text: string | undefined, chain: readonly string[]): string | undefined {
  const before = text ?? "";
  const place = placeFor(before, chainText(chain));
  if (place === undefined) return undefined;
  const after = before.slice(0, place.at) + place.insert + before.slice(place.at);
  // YAML has more forms than are handled above: the result is checked by reading it back.
  const [old, now] = [chainsIn(before), chainsIn(after)];
  return JSON.stringify([...(old ?? []), chain]) === JSON.stringify(now) ? after : undefined;
}

/** Whether a text of `order.yml` has a chain already. */
export function hasChain(text: string | undefined, chain: readonly string[]): boolean {
  const wanted = JSON.stringify(chain);
  return (chainsIn(text ?? "") ?? []).some((each) => JSON.stringify(each) === wanted);
}

function chainsIn(text: string): readonly unknown[] | undefined {
  const document = parseDocument(text, { logLevel: "error" });
  if (document.errors.length > 0) return undefined;
  const root: unknown = document.toJS();
  if (root === null) return [];
  if (typeof root !== "object" || !("order" in root)) return typeof root === "object" ? [] : undefined;
  return Array.isArray(root.order) ? root.order : root.order === null ? [] : undefined;
}

type Insertion = { readonly at: number; readonly insert: string };

function placeFor(text: string, item: string): Insertion | undefined {
  const document = parseDocument(text, { logLevel: "error" });
  if (document.errors.length > 0) return undefined;
  const { contents } = document;
  if (contents === null || (isScalar(contents) && contents.value === null)) return atEnd(text, item);
  if (!isMap(contents)) return undefined;
  const pair = contents.items.find(({ key }) => isScalar(key) && key.value === "order");
  if (pair === undefined) return contents.flow === true ? undefined : atEnd(text, item);
  if (isSeq(pair.value)) return inList(text, pair.value, item);
  return isScalar(pair.value) && pair.value.value === null ? belowKey(text, pair, item) : undefined;
}

function atEnd(text: string, item: string): Insertion {
  const line = lineEnd(text);
  const start = text === "" || text.endsWith("\n") ? "" : line;
  return { at: text.length, insert: `${start}order:${line}  - ${item}${line}` };
}

function belowKey(text: string, { key }: Pair, item: string): Insertion | undefined {
  const start = isScalar(key) ? key.range?.[1] : undefined;
  return start === undefined ? undefined : { at: endOfLine(text, start), insert: `${lineEnd(text)}  - ${item}` };
}

function inList(text: string, list: YAMLSeq, item: string): Insertion | undefined {
  const [first, last] = [rangeOf(list.items[0]), rangeOf(list.items.at(-1))];
  const [start = 0] = list.range ?? [];
  if (first === undefined || last === undefined) return { at: start + 1, insert: item };
  if (list.flow === true) {
    const indent = indentBefore(text, last[0]);
    return { at: last[1], insert: indent === undefined ? `, ${item}` : `,${lineEnd(text)}${indent}${item}` };
  }
  const lineStart = text.lastIndexOf("\n", start - 1) + 1;
  const dash = " ".repeat(start - lineStart);
  const end = text.slice(0, last[1]).trimEnd().length;
  return { at: endOfLine(text, end), insert: `${lineEnd(text)}${dash}- ${item}` };
}

/** Where an item begins and ends. */
function rangeOf(item: unknown): readonly [start: number, end: number, ...more: readonly number[]] | undefined {
  return isSeq(item) || isScalar(item) || isMap(item) ? (item.range ?? undefined) : undefined;
}

/** The text on the line before a place, if it is only spaces. */
function indentBefore(text: string, at: number): string | undefined {
  const before = text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
  return before !== "" && before.trim() === "" ? before : undefined;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  if (end === -1) return text.length;
  return text[end - 1] === "\r" ? end - 1 : end;
}

function lineEnd(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}

/** The inventory folder of the work tree, and the inventory whose settings give the path of `order.yml`. */
export interface OrderPlace {
  readonly folder: string;
  readonly inventory: Inventory;
}

/** The change of `order.yml` in the work tree by one more chain. */
interface OrderEdit {
  /** From the inventory folder. */
  readonly path: string;
  /** Undefined if there is no file yet. */
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
