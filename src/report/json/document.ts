import { terminalSafeJson } from "../../base/json-text.ts";
import { valueJson } from "../../encoding/json.ts";
import type { ComparisonEnd } from "../../model/results/comparison.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { Value } from "../../model/values/value.ts";

/*
 * Pieces of compact JSON documents. Values keep what JSON.stringify would lose (see valueJson), so documents that hold
 * values are put together from text.
 */

/** Data without values in it. */
export function plainJson(data: unknown): string {
  return terminalSafeJson(JSON.stringify(data));
}

/** `"name":json`, for {@link jsonObject}. */
export function member(name: string, json: string): string {
  return `${JSON.stringify(name)}:${json}`;
}

export function jsonObject(members: readonly string[]): string {
  return `{${members.join(",")}}`;
}

export function jsonList<Item>(items: readonly Item[], json: (item: Item) => string): string {
  return `[${items.map(json).join(",")}]`;
}

/** A value and where it is defined: `{"value","place"}`. */
export function placedJson(value: Value): string {
  return jsonObject([member("value", valueJson(value)), member("place", plainJson(placeOf(value.origin)))]);
}

/** A state by its title, its id and, for a commit, its subject. */
export function endJson({ title, id, subject }: ComparisonEnd): string {
  return plainJson({ title, id, ...(subject !== undefined && { subject }) });
}
