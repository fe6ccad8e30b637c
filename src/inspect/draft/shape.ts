import { type Format, isFormat } from "../../model/contracts/formats.ts";
import { isMarker } from "../../model/secrets/secrets.ts";
import { jsonEntries, jsonIdentity, jsonItems, jsonKind, jsonNumber, jsonText } from "../../model/values/json-form.ts";
import { isMap, type Value } from "../../model/values/value.ts";

/** The forms of text that a draft proposes, the narrowest first. */
const FORMATS: readonly Format[] = ["ipv4", "ipv6", "ip", "cidr", "mac", "url", "date", "duration", "size"];

const MOST_CHOICES = 4;

/** The node that has a value, by its number; undefined for a state of earlier commits. */
export type Holder = number | undefined;

/** What the values at one place of several nodes have in common. Grows with each value. */
export class ValueShape {
  /** How many values were seen. */
  seen = 0;
  /** How many nodes have one today. */
  nodes = 0;
  nulls = 0;
  booleans = 0;
  integers = 0;
  /** Numbers that are not whole. */
  fractions = 0;
  /** Whether all numbers can be ports. */
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
    if (isMap(value)) this.addEntries(jsonEntries(value), holder);
    else {
      this.count(holder);
      this.addItemsOf(value, holder);
    }
  }

  /** Adds a mapping by its keys and values. */
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

  private addItemsOf(value: Value, holder: Holder): void {
    const items = jsonItems(value);
    if (isMarker(value)) this.secrets += 1;
    else if (items === undefined) this.addScalar(value);
    else this.addItems(items, holder);
  }

  private addItems(items: readonly Value[], holder: Holder): void {
    this.lists += 1;
    this.choices = undefined;
    for (const item of items) this.inList().add(item, holder);
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
    const known = this.keys.get(key) ?? new ValueShape();
    this.keys.set(key, known);
    return known;
  }

  private inList(): ValueShape {
    this.items ??= new ValueShape();
    return this.items;
  }
}
