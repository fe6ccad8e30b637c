import { sameAddress } from "../../base/ip-address.ts";
import { isoText } from "../../base/json-text.ts";
import { valueJson } from "../../encoding/json.ts";
import type { ScalarValue, Value } from "../../model/values/value.ts";

/**
 * Compares one value of a fact with that of a criterion: negative where the fact comes first, 0 where they are equal.
 * Undefined where the value of the criterion cannot be read as the type of the fact; then no comparison holds.
 *
 * Numbers, dates and times are compared by value. Everything else is text, in the order of its UTF-16 units; an address
 * equals itself and any network (`10.0.0.0/8`) that contains it.
 */
export function compareAsFact(fact: Value, wanted: Value): number | undefined {
  if (fact.kind === "scalar" && wanted.kind === "scalar") {
    if (fact.type === "int" || fact.type === "float") return inOrder(fact.data, numberOf(wanted));
    if (fact.type === "bool") return inOrder(fact.data, booleanOf(wanted));
    if (fact.type === "date" || fact.type === "datetime") return inOrder(instantOf(fact), instantOf(wanted));
  }
  const [text, other] = [factText(fact), factText(wanted)];
  return sameAddress(text, other) ? 0 : inOrder(text, other);
}

/** A value as text: text itself, dates in ISO form, everything else as compact JSON. */
export function factText(value: Value): string {
  if (value.kind === "template") return value.text;
  if (value.kind !== "scalar" || typeof value.data !== "string") return valueJson(value);
  return value.type === "datetime" ? isoText(value.data) : value.data;
}

type Ordered = ScalarValue["data"] | undefined;

function inOrder(one: Ordered, other: Ordered): number | undefined {
  if (one === undefined || one === null || other === undefined || other === null) return undefined;
  if (one < other) return -1;
  if (one > other) return 1;
  // Not a number is neither.
  return Number.isNaN(one) || Number.isNaN(other) ? undefined : 0;
}

function numberOf({ type, data }: ScalarValue): number | bigint | undefined {
  if (typeof data === "number" || typeof data === "bigint") return data;
  if (type !== "text" || typeof data !== "string") return undefined;
  if (/^[-+]?\d+$/.test(data)) return Number.isSafeInteger(Number(data)) ? Number(data) : BigInt(data);
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(data) ? Number(data) : undefined;
}

function booleanOf({ data }: ScalarValue): boolean | undefined {
  if (typeof data === "boolean") return data;
  return data === "true" || data === "false" ? data === "true" : undefined;
}

/** A date or time as milliseconds; without a zone UTC is meant. */
function instantOf({ data }: ScalarValue): number | undefined {
  if (typeof data !== "string" || !/^\d{4}-\d\d-\d\d(?:[ T]|$)/.test(data)) return undefined;
  const text = isoText(data);
  const instant = Date.parse(text.includes("T") && !/(?:Z|[-+]\d\d:?\d\d)$/i.test(text) ? `${text}Z` : text);
  return Number.isNaN(instant) ? undefined : instant;
}
