import { digest } from "../../base/digest.ts";
import { sameAddress } from "../../base/ip-address.ts";
import { isoText } from "../../base/json-text.ts";
import { valueJson } from "../../encoding/json.ts";
import type { Definition, Property } from "../../model/inventory/definition.ts";
import type { Criterion, Match, NameTest, PropertyTest, Seen } from "../../model/inventory/group.ts";
import { type ScalarValue, startOf, type Value } from "../../model/values/value.ts";
import { mapMember } from "../../model/values/value-at.ts";
import { QueryLimit, selectedBy } from "./json-path.ts";

/** The node that criteria are asked about, and what is known of its groups so far. */
export interface Candidate {
  readonly node: Definition;
  readonly groups: ReadonlySet<string>;
  /** Receives a criterion that takes more work than it may, and why; it does not hold. */
  beyond?(criterion: Criterion, why: string): void;
}

/**
 * Whether a match finds a node, by what its own file says, not what it inherits (rule G2). Parents are not looked at.
 * An empty list finds nobody, and with `not` everybody; nodes that are policy servers drop out last. Never fails.
 */
export function matches(match: Match, candidate: Candidate): boolean {
  if (candidate.node.own?.policyServer === true && !match.policyServers) return false;
  const { criteria, join, not } = match;
  const isTrue = (criterion: Criterion): boolean => criterionHolds(criterion, candidate);
  const isFound = join === "any" ? criteria.some(isTrue) : criteria.length > 0 && criteria.every(isTrue);
  return isFound !== not;
}

/** Whether one criterion holds for a node. */
export function criterionHolds(criterion: Criterion, candidate: Candidate): boolean {
  try {
    return holds(criterion, candidate);
  } catch (error) {
    if (!(error instanceof QueryLimit)) throw error;
    candidate.beyond?.(criterion, error.message);
    return false;
  }
}

function holds(criterion: Criterion, { node, groups }: Candidate): boolean {
  switch (criterion.kind) {
    case "fact":
      return factHolds(criterion.test, factValues(node, criterion.path));
    case "property":
      return propertyHolds(criterion.test, node.own?.properties.properties ?? []);
    case "group":
      return groups.has(criterion.id);
    case "share":
      return drawnNumber(criterion.of, node.name) * 100 < criterion.percent * DRAWN;
    case "nodeid":
      return nameHolds(criterion.test, node.name);
  }
}

/** What a criterion looks at in a node: the values of a fact, the properties it is about, the name. */
export function seenBy(criterion: Criterion, node: Definition): readonly Seen[] {
  switch (criterion.kind) {
    case "fact":
      return factValues(node, criterion.path).map((value) => ({ text: valueJson(value), origin: value.origin }));
    case "property":
      return (node.own?.properties.properties ?? [])
        .filter((property) => isAbout(criterion.test, property))
        .map((property) => ({ text: propertyText(property), origin: property.value.origin }));
    case "group":
      return [];
    case "share": {
      const percent = Math.floor((drawnNumber(criterion.of, node.name) / DRAWN) * 10_000) / 100;
      return [{ text: `${percent.toFixed(2)} %`, origin: startOf(node.file) }];
    }
    case "nodeid":
      return [{ text: node.name, origin: startOf(node.file) }];
  }
}

const DRAWN = 2 ** 32;

/** What a key draws for a name, below 2^32: rule G11 in docs/concepts/groups.md. */
function drawnNumber(key: string, name: string): number {
  return Number.parseInt(digest(`${key}\0${name}`).slice(0, 8), 16);
}

export function factValues(node: Definition, path: readonly string[]): readonly Value[] {
  return node.own === undefined ? [] : factsAt(node.own.facts, path);
}

/** The values at a path in facts: none if it is absent, null or an empty list; each item of a list. */
export function factsAt(value: Value, path: readonly string[]): readonly Value[] {
  if (value.kind === "list") return value.items.flatMap((item) => factsAt(item, path));
  const [key, ...rest] = path;
  if (key !== undefined) {
    const below = mapMember(value, key);
    return below === undefined ? [] : factsAt(below, rest);
  }
  if (value.kind === "set") return value.items;
  return value.kind === "scalar" && value.type === "null" ? [] : [value];
}

type FactTest = Extract<Criterion, { kind: "fact" }>["test"];

/** Many values: some of them for what is asked, none of them for its opposite. */
function factHolds(test: FactTest, values: readonly Value[]): boolean {
  const compared = (value: Value): number | undefined =>
    "value" in test ? compareAsFact(value, test.value) : undefined;
  const isOrdered = (fits: (order: number) => boolean): boolean =>
    values.some((value) => {
      const order = compared(value);
      return order !== undefined && fits(order);
    });
  switch (test.op) {
    case "exists":
      return values.length > 0;
    case "notExists":
      return values.length === 0;
    case "eq":
      return isOrdered((order) => order === 0);
    case "notEq":
      return values.every((value) => (compared(value) ?? 0) !== 0);
    case "lt":
      return isOrdered((order) => order < 0);
    case "lteq":
      return isOrdered((order) => order <= 0);
    case "gt":
      return isOrdered((order) => order > 0);
    case "gteq":
      return isOrdered((order) => order >= 0);
    case "regex":
      return values.some((value) => test.pattern?.fits(factText(value)));
    case "notRegex":
      return !values.some((value) => test.pattern?.fits(factText(value)));
  }
}

function propertyHolds(test: PropertyTest, properties: readonly Property[]): boolean {
  switch (test.op) {
    case "eq":
      return properties.some((each) => isAbout(test, each) && factText(each.value) === test.value);
    case "notEq":
      return !properties.some((each) => isAbout(test, each) && factText(each.value) === test.value);
    case "regex":
    case "hasKey":
    case "exists":
      return properties.some((each) => isAbout(test, each));
    case "notRegex":
    case "notExists":
      return !properties.some((each) => isAbout(test, each));
    case "jsonSelect":
      return properties.some((each) => isAbout(test, each) && selects(each.value, test.path));
  }
}

/** Whether a property has the name that a test asks for, or its pattern fits it. */
function isAbout(test: PropertyTest, property: Property): boolean {
  return "pattern" in test ? test.pattern.fits(propertyText(property)) : property.name === test.name;
}

function propertyText({ name, value }: Property): string {
  return `${name}=${factText(value)}`;
}

/**
 * Whether a JSONPath (RFC 9535) selects anything in a value. As in Rudder, `$.` may be left out at its start. A path
 * that cannot be read selects nothing. Throws QueryLimit for one that takes too much work.
 */
function selects(value: Value, path: string): boolean {
  const start = path.startsWith("$") ? "" : path.startsWith("[") ? "$" : "$.";
  try {
    return selectedBy(start + path, JSON.parse(valueJson(value))).length > 0;
  } catch (error) {
    if (error instanceof QueryLimit) throw error;
    return false;
  }
}

function nameHolds(test: NameTest, name: string): boolean {
  switch (test.op) {
    case "eq":
      return test.name === name;
    case "notEq":
      return test.name !== name;
    case "regex":
      return test.pattern.fits(name);
    case "notRegex":
      return !test.pattern.fits(name);
  }
}

/**
 * Compares one value of a fact with that of a criterion: negative where the fact comes first, 0 where they are equal.
 * Undefined, so that no comparison holds, if the criterion's value cannot be read as the type of the fact. Numbers,
 * dates and times compare by value, all else as text by UTF-16 units; an address equals its networks (`10.0.0.0/8`).
 */
function compareAsFact(fact: Value, wanted: Value): number | undefined {
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
