import { isoText } from "../base/json-text.ts";
import { keptAt } from "../base/made-once.ts";
import { compareText } from "../base/text-order.ts";
import type { MapValue, ScalarValue, Value } from "../model/values/value.ts";
import { keyText, sortedItems, uniqueEntries } from "../model/values/value.ts";
import { kept } from "../speed/kept.ts";

/**
 * Gives equal values equal numbers, so that comparing big values is comparing two numbers. Equal is what is the same
 * JSON after Python's rules: `true` is not `1`, `1` is not `1.0`, text is never a number. Dates, times and binary data
 * count as their text, a set as its sorted list. Key order and origins do not count; not-a-number equals itself.
 * Make one for each comparison: it remembers every value it has seen. Where `isOrdered` is false, the order of items
 * does not count in any list; types and the number of equal items still do.
 */
export class Identities {
  readonly isOrdered: boolean;
  readonly #byText = new Map<string, number>();

  constructor({ isOrdered = true }: { readonly isOrdered?: boolean } = {}) {
    this.isOrdered = isOrdered;
  }

  readonly of = kept("shared", (value: Value): number => {
    return keptAt(this.#byText, this.#text(value), () => this.#byText.size);
  });

  same(left: Value, right: Value): boolean {
    if (left === right) return true;
    if (left.kind === "scalar" && right.kind === "scalar") return sameScalar(left, right);
    return this.of(left) === this.of(right);
  }

  #text(value: Value): string {
    switch (value.kind) {
      case "scalar":
        return scalarIdentity(value);
      case "template":
        return `template ${value.text}`;
      case "list":
        return this.#list(value.items);
      case "set":
        return this.#list(sortedItems(value));
      case "map":
        return this.#map(value);
    }
  }

  #list(items: readonly Value[]): string {
    const numbers: number[] = [];
    for (const item of items) numbers.push(this.of(item));
    if (!this.isOrdered) numbers.sort((one, other) => one - other);
    return `list ${numbers.join(" ")}`;
  }

  #map(map: MapValue): string {
    const parts: (readonly [string, number])[] = [];
    for (const entry of uniqueEntries(map)) parts.push([keyText(entry), this.of(entry.value)]);
    parts.sort(([left], [right]) => compareText(left, right));
    return `map ${parts.map(([key, number]) => `${JSON.stringify(key)}${number}`).join(" ")}`;
  }
}

function sameScalar(left: ScalarValue, right: ScalarValue): boolean {
  if (left.type === right.type && (left.data === right.data || left.type === "text")) return left.data === right.data;
  return scalarIdentity(left) === scalarIdentity(right);
}

function scalarIdentity(scalar: ScalarValue): string {
  const { data, type } = scalar;
  if (typeof data === "string") return `text ${type === "datetime" ? isoText(data) : data}`;
  // Adding 0 makes -0 a 0: Python treats them as equal.
  return typeof data === "number" ? `${type} ${data + 0}` : `${type} ${data}`;
}
