import type { DraftEntry } from "../../model/results/contracts.ts";
import { hasSecretForm, mayNameSecret } from "../../model/secrets/unparsed-text.ts";
import { jsonText } from "../../model/values/json-form.ts";
import { printKeys, printPath } from "../../model/values/parameter-path.ts";
import { ValueShape } from "./shape.ts";

/**
 * Contracts that all values keep from which `root` was made, in the order of the values: rule K38 of
 * docs/concepts/contracts.md. `root` is of the parameters of nodes. Never fails.
 */
export function draftEntries(root: ValueShape): readonly DraftEntry[] {
  return entriesInside(root, { keys: [], of: root.seen });
}

type Key = string | undefined;

interface Place {
  /** The keys of the path; undefined for any key or item. */
  readonly keys: readonly Key[];
  /** How many values must be here for a required path. */
  readonly of: number;
}

/** Values are named one by one on this many nodes. */
const CHOICE_NODES = 10;

/** Longer texts are no names. */
const LONGEST_CHOICE = 60;

/** How many siblings become a pattern if they are alike. */
const SIBLINGS = 3;

function entriesAt(shape: ValueShape, place: Place): readonly DraftEntry[] {
  const { keys, of } = place;
  const inside = isMapping(shape) ? entriesOfMap(shape, place) : entriesOfItems(shape, place);
  const last = keys.at(-1);
  const required = last !== undefined && shape.seen === of;
  const type = typeOf(shape, last ?? "");
  const isSaidInside = isMapping(shape) && inside.some((entry) => entry.required || !required);
  if (isSaidInside || (type === undefined && !required)) return inside;
  const path = keys
    .map((key, at) => (key === undefined ? "*" : at === 0 ? printPath(["parameters", key]) : printKeys([key])))
    .join(":");
  const isPattern = keys.includes(undefined);
  return [{ path, isPattern, type, required, choices: choicesOf(shape, place), nodes: shape.nodes }, ...inside];
}

/** Whether the values are mappings, or null. */
function isMapping({ maps, nulls, seen }: ValueShape): boolean {
  return maps > 0 && maps + nulls === seen;
}

function entriesOfMap(shape: ValueShape, place: Place): readonly DraftEntry[] {
  const joined = shape.keys.size < SIBLINGS ? undefined : joinedIfAlike([...shape.keys.values()]);
  if (joined === undefined) return entriesInside(shape, place);
  return entriesAt(joined, { keys: [...place.keys, undefined], of: joined.seen });
}

/** Items that are mappings of a kind; what other items are is a part of the type. */
function entriesOfItems({ items, lists, seen }: ValueShape, { keys }: Place): readonly DraftEntry[] {
  if (items === undefined || lists !== seen || items.seen < SIBLINGS || !areAlike(items)) return [];
  return entriesInside(items, { keys: [...keys, undefined], of: items.seen });
}

function entriesInside(shape: ValueShape, { keys, of }: Place): readonly DraftEntry[] {
  return [...shape.keys].flatMap(([key, child]) => entriesAt(child, { keys: [...keys, key], of }));
}

function joinedIfAlike(children: readonly ValueShape[]): ValueShape | undefined {
  const joined = new ValueShape();
  for (const child of children) joined.absorb(child);
  return areAlike(joined) || isOfOneForm(joined) ? joined : undefined;
}

/** Mappings are alike that have at least half of their keys in common. */
function areAlike({ maps, seen, keys }: ValueShape): boolean {
  if (maps === 0 || maps !== seen) return false;
  const all = [...keys.values()];
  const common = all.filter((child) => child.seen === maps).length;
  const keyCount = all.reduce((sum, child) => sum + child.seen, 0);
  return common > 0 && common * 2 * maps >= keyCount;
}

/** Texts of one form, such as addresses, are alike; that other texts and numbers are of one type says little. */
function isOfOneForm({ texts, seen, formats }: ValueShape): boolean {
  return texts === seen && formats.length > 0;
}

/** Few values on many nodes; nothing that is a secret or looks like one. */
function choicesOf(
  { choices, nodes, booleans, secrets, nulls, seen }: ValueShape,
  { keys }: Place,
): DraftEntry["choices"] {
  const isOfInterest = nodes >= CHOICE_NODES && booleans === 0 && secrets === 0 && nulls < seen;
  if (!isOfInterest || keys.some((key) => key !== undefined && mayNameSecret(key))) return [];
  const values = [...(choices?.values() ?? [])];
  return values.every((value) => isName(jsonText(value) ?? "")) ? values : [];
}

function isName(text: string): boolean {
  return text.length <= LONGEST_CHOICE && !hasSecretForm(text);
}

/** The narrowest type that all values of a shape have; undefined if there is none. `key` is the last of their path. */
function typeOf(shape: ValueShape, key: string): string | undefined {
  const { nulls, booleans, integers, fractions, texts, lists, maps, secrets } = shape;
  if (secrets > 0) return undefined;
  const kinds = [booleans, integers + fractions, texts, lists, maps].filter((count) => count > 0).length;
  if (kinds > 1) return undefined;
  if (kinds === 0) return "null";
  const type = kindOf(shape, key);
  // `or` binds closer than `of`.
  return nulls === 0 ? type : `${type.replace(/ of .*/s, "")} or null`;
}

function kindOf(
  { booleans, integers, fractions, arePorts, texts, formats, lists, items }: ValueShape,
  key: string,
): string {
  if (booleans > 0) return "boolean";
  if (fractions > 0) return "number";
  if (integers > 0) return arePorts && /port$/i.test(key) ? "port" : "integer";
  if (texts > 0) return formats[0] ?? "text";
  if (lists === 0) return "mapping";
  const inner = items && typeOf(items, key);
  return inner === undefined ? "list" : `list of ${inner}`;
}
