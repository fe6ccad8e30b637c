import { AsciiText } from "./ascii-text.ts";
import { distinctEntries, hasTextKey, jsonString, keyText, scalarJson, sortedItems } from "./json-text.ts";
import { SharedEntry } from "./shared-entry.ts";
import type { MapEntry, MapValue, ScalarValue, Value } from "./value.ts";

/**
 * A value as JSON text without blanks, keys in the order of the map.
 *
 * Whole numbers keep all digits, floats their point (`1.0`), text stays as it is (no `\u` for other scripts). Dates
 * are ISO text, binary data is base64 text, sets are sorted lists, infinities are text. Never fails.
 */
export function compactJson(value: Value): string {
  if (value.kind === "scalar") return scalarJson(value);
  writeValue(value, true);
  return out.take();
}

/** Nothing waits while a value is written, so one is enough. */
const out = new AsciiText();

/** `keeps`: whether texts of entries below are kept. Of those within an entry whose own text is kept they are not. */
function writeValue(value: Value, keeps: boolean): void {
  switch (value.kind) {
    case "scalar":
      writeScalar(value);
      return;
    case "template":
      writeText(value.text);
      return;
    case "list":
      writeList(value.items, (item) => writeValue(item, keeps));
      return;
    case "set":
      writeList(sortedItems(value), writeScalar);
      return;
    case "map":
      writeMap(value, keeps);
  }
}

function writeList<Item>(items: readonly Item[], write: (item: Item) => void): void {
  out.sign(OPEN_LIST);
  let isFirst = true;
  for (const item of items) {
    if (!isFirst) out.sign(COMMA);
    isFirst = false;
    write(item);
  }
  out.sign(CLOSE_LIST);
}

function writeMap(map: MapValue, keeps: boolean): void {
  out.sign(OPEN_MAP);
  let isFirst = true;
  for (const entry of distinctEntries(map)) {
    if (!isFirst) out.sign(COMMA);
    isFirst = false;
    if (keeps && entry instanceof SharedEntry) out.text(entry.text("json", freshText));
    else writeEntry(entry, keeps);
  }
  out.sign(CLOSE_MAP);
}

/** The text of an entry: written behind what is there, and taken back. */
function freshText(entry: MapEntry): string {
  const start = out.length;
  writeEntry(entry, false);
  return out.takeSince(start);
}

function writeEntry(entry: MapEntry, keeps: boolean): void {
  writeText(hasTextKey(entry) ? entry.key : keyText(entry));
  out.sign(COLON);
  writeValue(entry.value, keeps);
}

function writeScalar(scalar: ScalarValue): void {
  if (scalar.type === "text" && typeof scalar.data === "string") writeText(scalar.data);
  else out.text(scalarJson(scalar));
}

function writeText(text: string): void {
  out.sign(QUOTE);
  if (out.ascii(text, QUOTE, BACKSLASH)) out.sign(QUOTE);
  else out.text(jsonString(text).slice(1));
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_MAP = 0x7b;
const CLOSE_MAP = 0x7d;
