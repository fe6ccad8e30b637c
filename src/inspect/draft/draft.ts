import { keptAt } from "../../base/made-once.ts";
import { type Format, isFormat } from "../../model/contracts/formats.ts";
import type { DraftEntry } from "../../model/results/explanation.ts";
import { isMarker } from "../../model/secrets/secrets.ts";
import { hasSecretForm, mayNameSecret } from "../../model/secrets/unparsed-text.ts";
import { jsonEntries, jsonIdentity, jsonItems, jsonKind, jsonNumber, jsonText } from "../../model/values/json-form.ts";
import { printKeys, printPath } from "../../model/values/parameter-path.ts";
import { isMap, type Value } from "../../model/values/value.ts";

/** Contracts that all values of `root` keep, in their order: rule K38 of docs/concepts/contracts.md. Never fails. */
export function draftEntries(root: ValueShape): readonly DraftEntry[] {
  return entriesInside(root, { keys: [], of: root.seen });
}

interface Place {
  /** The keys of the path; undefined for any key or item. */
  readonly keys: readonly (string | undefined)[];
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
  const texts = keys.map((key, at) => {
    return key === undefined ? "*" : at === 0 ? printPath(["parameters", key]) : printKeys([key]);
  });
  const isPattern = keys.includes(undefined);
  const choices = choicesOf(shape, keys);
  return [{ path: texts.join(":"), isPattern, type, required, choices, nodes: shape.nodes }, ...inside];
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
  // Texts of one form, such as addresses, are alike; that other texts and numbers are of one type says little.
  const isOfOneForm = joined.texts === joined.seen && joined.formats.length > 0;
  return areAlike(joined) || isOfOneForm ? joined : undefined;
}

/** Mappings are alike that have at least half of their keys in common. */
function areAlike({ maps, seen, keys }: ValueShape): boolean {
  if (maps === 0 || maps !== seen) return false;
  const all = [...keys.values()];
  const common = all.filter((child) => child.seen === maps).length;
  const keyCount = all.reduce((sum, child) => sum + child.seen, 0);
  return common > 0 && common * 2 * maps >= keyCount;
}

/** Few values on many nodes; nothing that is a secret or looks like one. */
function choicesOf(shape: ValueShape, keys: Place["keys"]): DraftEntry["choices"] {
  const { choices, nodes, booleans, secrets, nulls, seen } = shape;
  const isOfInterest = nodes >= CHOICE_NODES && booleans === 0 && secrets === 0 && nulls < seen;
  if (!isOfInterest || keys.some((key) => key !== undefined && mayNameSecret(key))) return [];
  const values = [...(choices?.values() ?? [])];
  const texts = values.map((value) => jsonText(value) ?? "");
  return texts.every((text) => text.length <= LONGEST_CHOICE && !hasSecretForm(text)) ? values : [];
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

function kindOf(shape: ValueShape, key: string): string {
  const { booleans, integers, fractions, arePorts, texts, formats, lists, items } = shape;
  if (booleans > 0) return "boolean";
  if (fractions > 0) return "number";
  if (integers > 0) return arePorts && /port$/i.test(key) ? "port" : "integer";
  if (texts > 0) return formats[0] ?? "text";
  if (lists === 0) return "mapping";
  const inner = items && typeOf(items, key);
  return inner === undefined ? "list" : `list of ${inner}`;
}

/** The forms of text that a draft proposes, the narrowest first. */
const FORMATS: readonly Format[] = ["ipv4", "ipv6", "ip", "cidr", "mac", "url", "date", "duration", "size"];

const MOST_CHOICES = 4;

/** The node that has a value, by its number; undefined for a state of earlier commits. */
export type Holder = number | undefined;

/** What the values at one place of several nodes have in common. Grows with each value. */
export class ValueShape {
  seen = 0;
  /** How many nodes have one today. */
  nodes = 0;
  nulls = 0;
  booleans = 0;
  integers = 0;
  /** Numbers that are not whole. */
  fractions = 0;
  arePorts = true;
  texts = 0;
  /** What all texts are. */
  formats: readonly Format[] = FORMATS;
  /** Values of secrets, of which nothing is known. */
  secrets = 0;
  lists = 0;
  items: ValueShape | undefined;
  maps = 0;
  readonly keys: Map<string, ValueShape> = new Map();
  /** The scalars by their JSON text, until there are too many. */
  choices: Map<string, Value> | undefined = new Map();
  private last: Holder;

  add(value: Value, holder: Holder): void {
    if (isMap(value)) {
      this.addEntries(jsonEntries(value), holder);
      return;
    }
    this.count(holder);
    const items = jsonItems(value);
    if (isMarker(value)) this.secrets += 1;
    else if (items === undefined) this.addScalar(value);
    else {
      this.lists += 1;
      this.choices = undefined;
      for (const item of items) this.inList().add(item, holder);
    }
  }

  addEntries(entries: Iterable<readonly [key: string, value: Value]>, holder: Holder): void {
    this.count(holder);
    this.maps += 1;
    this.choices = undefined;
    for (const [key, inner] of entries) this.at(key).add(inner, holder);
  }

  /** Takes over what another shape knows, as if its values were at this place. */
  absorb(other: ValueShape): void {
    this.seen += other.seen;
    this.nodes = Math.max(this.nodes, other.nodes);
    for (const count of ["nulls", "booleans", "integers", "fractions", "texts", "secrets", "lists", "maps"] as const) {
      this[count] += other[count];
    }
    this.arePorts &&= other.arePorts;
    this.formats = this.formats.filter((format) => other.formats.includes(format));
    if (other.items !== undefined) this.inList().absorb(other.items);
    for (const [key, shape] of other.keys) this.at(key).absorb(shape);
    if (other.choices === undefined) this.choices = undefined;
    for (const [id, value] of other.choices ?? []) this.choose(id, value);
  }

  private count(holder: Holder): void {
    this.seen += 1;
    if (holder === undefined || holder === this.last) return;
    this.nodes += 1;
    this.last = holder;
  }

  private addScalar(value: Value): void {
    const kind = jsonKind(value);
    if (kind === "null") this.nulls += 1;
    else if (kind === "boolean") this.booleans += 1;
    else if (kind === "number") this.addNumber(jsonNumber(value) ?? 0);
    else this.addText(jsonText(value) ?? "");
    if (this.choices !== undefined) this.choose(jsonIdentity(value), value);
  }

  private addNumber(number: number | bigint): void {
    const isWhole = typeof number === "bigint" || Number.isInteger(number);
    if (isWhole) this.integers += 1;
    else this.fractions += 1;
    this.arePorts &&= isWhole && number >= 1 && number <= 65535;
  }

  private addText(text: string): void {
    this.texts += 1;
    if (this.formats.length > 0) this.formats = this.formats.filter((format) => isFormat(format, text));
  }

  private choose(id: string, value: Value): void {
    this.choices?.set(id, value);
    if ((this.choices?.size ?? 0) > MOST_CHOICES) this.choices = undefined;
  }

  private at(key: string): ValueShape {
    return keptAt(this.keys, key, () => new ValueShape());
  }

  private inList(): ValueShape {
    this.items ??= new ValueShape();
    return this.items;
  }
}
