import { TextMemo } from "../../base/text-memo.ts";
import { isPlain, type MapEntry, type ScalarValue, type Value } from "./value.ts";

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
