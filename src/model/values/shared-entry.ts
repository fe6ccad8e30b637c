import type { MapEntry, ScalarValue, Value } from "./value.ts";

/**
 * An entry that may stand in many nodes: one of a definition, or what that came to on several nodes. Whatever is asked
 * about it for each node is kept with it.
 */
export class SharedEntry implements MapEntry {
  readonly key: string;
  readonly keyNode: ScalarValue;
  readonly value: Value;
  /** Whether the key is text as written. */
  readonly hasTextKey: boolean;
  /** Whether the value can be used as it is: nothing in it has to be resolved. */
  readonly isSettled: boolean;
  #form: string | undefined;
  #text = "";
  #latest: SharedEntry | undefined;

  constructor(key: string, keyNode: ScalarValue, value: Value) {
    this.key = key;
    this.keyNode = keyNode;
    this.value = value;
    this.hasTextKey = keyNode.type === "text";
    this.isSettled = isSettledValue(value);
  }

  /** Its text in a form: made when it is first asked for, and kept until it is asked for in another. */
  text(form: string, make: (entry: MapEntry, form: string) => string): string {
    if (this.#form !== form) {
      this.#text = make(this, form);
      this.#form = form;
    }
    return this.#text;
  }

  /** The same key with what the value came to: the entry that was made last, if it came to the same then. */
  with(value: Value): SharedEntry {
    if (this.#latest?.value !== value) this.#latest = new SharedEntry(this.key, this.keyNode, value);
    return this.#latest;
  }
}

function isSettledValue(value: Value): boolean {
  return value.kind === "list" || value.kind === "map" ? value.plain : value.kind !== "template";
}
