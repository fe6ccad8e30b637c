import { clip, quotedText } from "../../base/terminal-text.ts";
import { scalarJson } from "../../encoding/json.ts";
import { keyText, sortedItems, uniqueEntries } from "../../model/values/entries.ts";
import type { ScalarValue, Value } from "../../model/values/value.ts";

/**
 * A value on one line: text in quotes, other scalars as they are, lists as `["a", 1]`, maps as `{name: "a"}`.
 * Containers longer than `limit` characters are only counted: `[12 items]`, `{3 keys}`. Safe to show.
 */
export function inlineValue(value: Value, limit: number = Number.POSITIVE_INFINITY): string {
  return inlineWithin(value, limit) ?? summary(value);
}

/** The size of a value: `[12 items]`, `{3 keys}`; scalars are shown clipped. */
export function summary(value: Value): string {
  if (value.kind === "map") return `{${counted(uniqueEntries(value).length, "key")}}`;
  if (value.kind === "list" || value.kind === "set") return `[${counted(value.items.length, "item")}]`;
  return clip(inlineValue(value), 60);
}

/** A value on one line, or undefined for a container that takes more than `limit` characters. */
export function inlineWithin(value: Value, limit: number): string | undefined {
  switch (value.kind) {
    case "scalar":
      return inlineScalar(value);
    case "template":
      return quotedText(value.text);
    case "list":
      return joined("[]", value.items, { limit, text: (item, left) => inlineWithin(item, left) });
    case "set":
      return joined("[]", sortedItems(value), { limit, text: inlineScalar });
    case "map":
      return joined("{}", uniqueEntries(value), {
        limit,
        text: (entry, left) => {
          const inner = inlineWithin(entry.value, left);
          return inner === undefined ? undefined : `${inlineKey(keyText(entry))}: ${inner}`;
        },
      });
  }
}

/** Text in quotes; numbers, dates and the like as JSON and ISO write them; the marker of a secret as it is. */
export function inlineScalar(scalar: ScalarValue): string {
  if (scalar.secret === true) return String(scalar.data);
  if (scalar.type === "text" || scalar.type === "binary") return quotedText(String(scalar.data));
  const json = scalarJson(scalar);
  return json.startsWith('"') ? json.slice(1, -1) : json;
}

/** A key in a block or in braces: in quotes unless it is a plain word. */
export function inlineKey(key: string): string {
  return /^[\p{L}\p{N}_./@+~=-][\p{L}\p{N}_./@+~= -]*$/u.test(key) && key === key.trim() ? key : quotedText(key);
}

interface Join<Item> {
  readonly limit: number;
  readonly text: (item: Item, left: number) => string | undefined;
}

function joined<Item>(brackets: "[]" | "{}", items: readonly Item[], { limit, text }: Join<Item>): string | undefined {
  let out = "";
  for (const item of items) {
    const part = text(item, limit - out.length);
    if (part === undefined) return undefined;
    out += out === "" ? part : `, ${part}`;
    if (out.length + 2 > limit) return undefined;
  }
  return `${brackets[0]}${out}${brackets[1]}`;
}

/** `1 node`, `12 nodes`; the plural is the word with an s unless it is given. */
export function counted(count: number, word: string, plural: string = `${word}s`): string {
  return `${count} ${count === 1 ? word : plural}`;
}

/** As {@link counted}, with a comma between thousands: `81,234 values`. */
export function countedInThousands(count: number, word: string, plural?: string): string {
  return counted(count, word, plural).replace(/^\d+/, count.toLocaleString("en"));
}
