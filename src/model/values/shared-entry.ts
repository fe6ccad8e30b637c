import { TextMemo } from "../../base/text-memo.ts";
import type { MapEntry, ScalarValue, Value } from "./value.ts";

/** An entry that many nodes can have: one of a definition, or what that resolved to on several nodes. */
export class SharedEntry extends TextMemo implements MapEntry {
  readonly key: string;
  readonly keyNode: ScalarValue;
  readonly value: Value;
  /** Whether the key is text as written. */
  readonly hasTextKey: boolean;
  /** Whether the value can be used as it is: nothing in it has to be resolved. */
  readonly isSettled: boolean;
  #latest: SharedEntry | undefined;

  constructor(key: string, keyNode: ScalarValue, value: Value) {
    super();
    this.key = key;
    this.keyNode = keyNode;
    this.value = value;
    this.hasTextKey = keyNode.type === "text";
    this.isSettled = isSettledValue(value);
  }

  /** The same key with its resolved value: the entry that was made last, if the value was the same then. */
  with(value: Value): SharedEntry {
    if (this.#latest?.value !== value) this.#latest = new SharedEntry(this.key, this.keyNode, value);
    return this.#latest;
  }
}

function isSettledValue(value: Value): boolean {
  return value.kind === "list" || value.kind === "map" ? value.plain : value.kind !== "template";
}
