import { floatText } from "../../base/json-text.ts";
import { compareText } from "../../base/text-order.ts";
import { isPlain, type MapEntry, type MapValue, type ScalarValue, type SetValue, type Value } from "./value.ts";

/**
 * An object that caches one text made from it, for writers that meet the same object many times.
 *
 * The text is a field because a WeakMap takes 3 to 5 % more processor time (`heir inventory` of 1,000 nodes), and
 * making each text again takes 12 to 16 %.
 */
export class TextMemo {
  #form: string | undefined;
  #text = "";

  /** The text in a form: made by the first call, and cached until a call asks for another form. */
  text(form: string, make: (owner: this, form: string) => string): string {
    if (this.#form !== form) {
      this.#text = make(this, form);
      this.#form = form;
    }
    return this.#text;
  }
}

/**
 * The key of an entry as text; two entries with equal text have the same key.
 *
 * Keys that were merged are text already. Inside lists, keys keep their type: `true`, `null`, `1`, `1.0`, as
 * Python's json module writes them.
 */
export function keyText(entry: MapEntry): string {
  const { keyNode } = entry;
  if (keyNode.type === "text" || keyNode.type === "binary") return entry.key;
  if (typeof keyNode.data === "string") return keyNode.data;
  return typeof keyNode.data === "number" && keyNode.type === "float" ? floatText(keyNode.data) : String(keyNode.data);
}

/** The entries of a mapping, each key text once: of equal ones the last counts, as in `entryOf`. */
export function uniqueEntries(map: MapValue): readonly MapEntry[] {
  if (map.entries.every(hasTextKey)) return map.entries;
  const last = new Map(map.entries.map((entry) => [keyText(entry), entry]));
  return last.size === map.entries.length ? map.entries : [...last.values()];
}

/** Whether the key of an entry is text: then no other entry of its mapping has the same key. */
export function hasTextKey(entry: MapEntry): boolean {
  return entry instanceof SharedEntry ? entry.hasTextKey : entry.keyNode.type === "text";
}

/** The items of a set in the order of output: by their text. */
export function sortedItems(set: SetValue): readonly ScalarValue[] {
  return [...set.items].sort(
    (left, right) => compareText(String(left.data), String(right.data)) || compareText(left.type, right.type),
  );
}

/** An entry that many nodes can have: an entry of a definition, or its resolved form on several nodes. */
export class SharedEntry extends TextMemo implements MapEntry {
  readonly key: string;
  readonly keyNode: ScalarValue;
  readonly value: Value;
  /** Whether the key is text as written. */
  readonly hasTextKey: boolean;
  /** Whether the value is resolved already. */
  readonly isResolved: boolean;
  #latest: SharedEntry | undefined;

  constructor(key: string, keyNode: ScalarValue, value: Value) {
    super();
    this.key = key;
    this.keyNode = keyNode;
    this.value = value;
    this.hasTextKey = keyNode.type === "text";
    this.isResolved = isPlain(value);
  }

  /** The same key with its resolved value. The last entry is reused if it has the same value. */
  with(value: Value): SharedEntry {
    if (this.#latest?.value !== value) this.#latest = new SharedEntry(this.key, this.keyNode, value);
    return this.#latest;
  }
}
