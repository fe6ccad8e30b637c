import { jsonString } from "../../base/json-text.ts";
import { addTo, compareText } from "../../base/text-order.ts";
import type { MergeStrategy } from "../../model/contracts/contract.ts";
import { jsonIdentity, jsonKind, jsonMember, jsonNumber, jsonText } from "../../model/values/json-form.ts";
import { isNull, type MapEntry, type MapValue, type Value } from "../../model/values/value.ts";

export interface LayingReport {
  /** Two values in items with the same key cannot be merged. */
  clash(below: Value, above: Value): void;
  removed(item: Value): void;
}

/**
 * Merges what is there so far and what a layer adds, references filled in, by a strategy that compares items: rules K26
 * and K27 of docs/concepts/contracts.md.
 */
export function comparedLists(
  { below, above }: { readonly below: readonly Value[]; readonly above: readonly Value[] },
  { by, knockout }: Pick<MergeStrategy, "by" | "knockout">,
  report: LayingReport,
): readonly Value[] {
  const list = new ComparedList(by, report);
  for (const item of below) list.keep(item);
  for (const item of above) {
    const name = knockout === undefined ? undefined : knockedOut(by === undefined ? item : member(item, by), knockout);
    if (name === undefined) list.lay(item);
    else list.remove(name);
  }
  return list.items();
}

/** A list in which items are found by their whole value, or by that of a key. */
class ComparedList {
  private readonly places: (Value | undefined)[] = [];
  private readonly found = new Map<string, number[]>();
  private readonly by: string | undefined;
  private readonly report: LayingReport;

  constructor(by: string | undefined, report: LayingReport) {
    this.by = by;
    this.report = report;
  }

  items(): readonly Value[] {
    return this.places.filter((item) => item !== undefined);
  }

  /** Appends an item, whatever is there. */
  keep(item: Value): void {
    const id = this.identity(item);
    if (id !== undefined) addTo(this.found, id, this.places.length);
    this.places.push(item);
  }

  /** Appends an item that is not there; one with the key of another is merged with it. */
  lay(item: Value): void {
    const id = this.identity(item);
    const [first] = (id !== undefined && this.found.get(id)) || [];
    const known = first === undefined ? undefined : this.places[first];
    if (first === undefined || known === undefined) this.keep(item);
    else if (this.by !== undefined) this.places[first] = mergedItems(known, item, this.report);
  }

  /** Takes away the items that are, or have at the key, a text. */
  remove(text: string): void {
    const id = jsonString(text);
    for (const place of this.found.get(id) ?? []) {
      const item = this.places[place];
      if (item !== undefined) this.report.removed(item);
      this.places[place] = undefined;
    }
    this.found.delete(id);
  }

  private identity(item: Value): string | undefined {
    if (this.by === undefined) return jsonIdentity(item);
    const value = member(item, this.by);
    return value && jsonIdentity(value);
  }
}

function member(item: Value, key: string): Value | undefined {
  return item.kind === "map" ? jsonMember(item, key) : undefined;
}

/** What a text with the knockout sign before it takes away; undefined for anything else. */
function knockedOut(value: Value | undefined, sign: string): string | undefined {
  const text = value && jsonText(value);
  return text?.startsWith(sign) === true && text !== sign ? text.slice(sign.length) : undefined;
}

/** Two values in items with the same key. After a clash it is the one above. */
function mergedItems(below: Value, above: Value, report: LayingReport): Value {
  if (below.kind === "map" && above.kind === "map") return mergedMappings(below, above, report);
  if (below.kind === "list" && above.kind === "list") {
    const { tuple: _, ...rest } = above;
    return { ...rest, items: [...below.items, ...above.items] };
  }
  const isReplaced = isNull(below) || (isScalar(below) && isScalar(above));
  if (!isReplaced) report.clash(below, above);
  return above;
}

function mergedMappings(below: MapValue, above: MapValue, report: LayingReport): MapValue {
  const entries = new Map(below.entries.map((entry) => [entry.key, entry]));
  for (const entry of above.entries) {
    const known = entries.get(entry.key);
    const merged: MapEntry =
      known === undefined ? entry : { ...entry, value: mergedItems(known.value, entry.value, report) };
    entries.set(entry.key, merged);
  }
  return { kind: "map", entries: [...entries.values()], origin: above.origin, plain: true };
}

function isScalar({ kind }: Value): boolean {
  return kind === "scalar" || kind === "set";
}

const RANKS = { null: 0, boolean: 1, number: 2, string: 3, array: 4, object: 4 };

/** Items in the order of rule K28: null, booleans, numbers, texts, others; mappings by the value at `by`, if given. */
export function sortedList(items: readonly Value[], by: string | undefined): readonly Value[] {
  const keyed = items.map((item) => ({ item, key: by !== undefined && item.kind === "map" ? member(item, by) : item }));
  return keyed.sort((one, other) => compare(one.key, other.key)).map(({ item }) => item);
}

function compare(one: Value | undefined, other: Value | undefined): number {
  const [first, second] = [one, other].map((value) => (value === undefined ? "null" : jsonKind(value)));
  const ranks = RANKS[first ?? "null"] - RANKS[second ?? "null"];
  if (ranks !== 0 || one === undefined || other === undefined) return ranks;
  const [left, right] = [comparable(one), comparable(other)];
  if (typeof left === "string" && typeof right === "string") return compareText(left, right);
  return left < right ? -1 : Number(left > right);
}

function comparable(value: Value): number | bigint | string {
  if (value.kind === "scalar" && typeof value.data === "boolean") return Number(value.data);
  return jsonNumber(value) ?? jsonText(value) ?? 0;
}
