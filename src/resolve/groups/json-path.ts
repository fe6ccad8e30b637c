import parse, { type JsonPathQuery } from "jsonpath-rfc9535/parser";
import { compilePattern, isPatternFault, type Pattern } from "../../base/pattern/pattern.ts";

/** A JSONPath took more places or steps than a criterion may. */
export class QueryLimit extends Error {
  override readonly name = "QueryLimit";
}

export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

const MOST_PLACES = 100_000;
const MOST_STEPS = 1_000_000;

/**
 * The values that a JSONPath (RFC 9535) selects in a document, each once, whichever ways lead to it. Throws SyntaxError
 * for an invalid path, QueryLimit for one that takes more than a hundred thousand places or a million steps.
 */
export function selectedBy(path: string, document: Json): readonly Json[] {
  return [...new Evaluation(document).unique(parse(path).segments, document)];
}

type Segment = JsonPathQuery["segments"][number];
type Selection = Segment["node"];
type Selector = Extract<Selection, { type: "BracketedSelection" }>["selectors"][number];
type Slice = Extract<Selector, { type: "SliceSelector" }>;
type Filter = Extract<Selector, { type: "FilterSelector" }>["value"];
type Logical = Exclude<Filter, { type: "ComparisonExpr" }> | Filter;
type Test = Extract<Logical, { type: "TestExpr" }>["expression"];
type FilterQuery = Extract<Test, { type: "FilterQuery" }>;
type Call = Extract<Test, { type: "FunctionExpr" }>;
type Comparison = Extract<Logical, { type: "ComparisonExpr" }>;
/** What a filter compares that is not there. */
const NOTHING = Symbol("nothing");
type Operand = Json | typeof NOTHING;

class Evaluation {
  private readonly root: Json;
  private steps = 0;
  private readonly patterns = new Map<string, Pattern | undefined>();

  constructor(root: Json) {
    this.root = root;
  }

  /** As places: each value once. Values that are no containers have no place, so equal ones are one. */
  unique(segments: readonly Segment[], start: Json): ReadonlySet<Json> {
    let places: ReadonlySet<Json> = new Set([start]);
    for (const segment of segments) {
      const from = segment.type === "ChildSegment" ? places : new Set(this.descendants(places));
      const next = new Set<Json>();
      for (const place of from) for (const value of this.selected(segment.node, place)) this.keep(next.add(value).size);
      places = next;
    }
    return places;
  }

  /** With a value as often as ways lead to it, as `count` counts them. */
  private each(segments: readonly Segment[], start: Json): readonly Json[] {
    let values: readonly Json[] = [start];
    for (const segment of segments) {
      const next: Json[] = [];
      for (const value of values) {
        const from = segment.type === "ChildSegment" ? [value] : this.descendants([value]);
        for (const place of from) for (const found of this.selected(segment.node, place)) this.keep(next.push(found));
      }
      values = next;
    }
    return values;
  }

  private step(): void {
    this.steps += 1;
    if (this.steps > MOST_STEPS) throw new QueryLimit(`a JSONPath takes more than ${MOST_STEPS} steps`);
  }

  private keep(places: number): void {
    if (places > MOST_PLACES) throw new QueryLimit(`a JSONPath selects more than ${MOST_PLACES} places`);
  }

  /** Values and all that is in them, each before what it contains. */
  private *descendants(places: Iterable<Json>): Generator<Json> {
    for (const place of places) {
      const open = [place];
      for (let value = open.pop(); value !== undefined; value = open.pop()) {
        this.step();
        yield value;
        for (const child of childrenOf(value).toReversed()) open.push(child);
        this.keep(open.length);
      }
    }
  }

  private *selected(selection: Selection, value: Json): Generator<Json> {
    const selectors = selection.type === "BracketedSelection" ? selection.selectors : [selection];
    for (const selector of selectors) {
      this.step();
      yield* this.chosen(selector, value);
    }
  }

  private *chosen(selector: Selector | Selection, value: Json): Generator<Json> {
    switch (selector.type) {
      case "NameSelector":
      case "MemberNameShorthand":
        if (isObject(value) && Object.hasOwn(value, selector.value)) yield value[selector.value] ?? null;
        return;
      case "WildcardSelector":
        return yield* this.stepping(childrenOf(value));
      case "IndexSelector": {
        const item = isList(value) ? value.at(selector.value) : undefined;
        if (item !== undefined && isList(value) && selector.value < value.length) yield item;
        return;
      }
      case "SliceSelector":
        if (isList(value)) yield* this.stepping(slice(value, selector));
        return;
      case "FilterSelector":
        for (const child of this.stepping(childrenOf(value))) if (this.holds(selector.value, child)) yield child;
    }
  }

  private *stepping(values: readonly Json[]): Generator<Json> {
    for (const value of values) {
      this.step();
      yield value;
    }
  }

  private holds(expression: Logical, current: Json): boolean {
    this.step();
    switch (expression.type) {
      case "LogicalOrExpr":
        return this.holds(expression.left, current) || this.holds(expression.right, current);
      case "LogicalAndExpr":
        return this.holds(expression.left, current) && this.holds(expression.right, current);
      case "LogicalNotExpr":
        return !this.holds(expression.expression, current);
      case "TestExpr": {
        const { expression: test } = expression;
        return test.type === "FilterQuery" ? this.found(test, current).size > 0 : this.called(test, current) === true;
      }
      case "ComparisonExpr":
        return COMPARISONS[expression.op](
          this.operand(expression.left, current),
          this.operand(expression.right, current),
        );
    }
  }

  private found({ value }: FilterQuery, current: Json): ReadonlySet<Json> {
    return this.unique(value.segments, value.type === "RelQuery" ? current : this.root);
  }

  private operand(side: Comparison["left"], current: Json): Operand {
    switch (side.type) {
      case "Literal":
        return side.value;
      case "FunctionExpr":
        return this.called(side, current);
      case "RelSingularQuery":
      case "AbsSingularQuery": {
        let value: Operand = side.type === "RelSingularQuery" ? current : this.root;
        for (const { node } of side.segments) {
          if (value === NOTHING) return value;
          value = first(this.chosen(node, value));
        }
        return value;
      }
    }
  }

  private called({ name, arguments: given }: Call, current: Json): Operand {
    const [first, second] = given;
    if (first === undefined) return NOTHING;
    if (name === "count") return first.type === "FilterQuery" ? this.counted(first, current).length : NOTHING;
    const value = this.argument(first, current);
    if (name === "value") return value;
    if (name === "length") return lengthOf(value);
    const pattern = second === undefined ? NOTHING : this.argument(second, current);
    if (typeof value !== "string" || typeof pattern !== "string") return false;
    const compiled = this.pattern(pattern);
    return (name === "match" ? compiled?.fits(value) : compiled?.isIn(value)) ?? false;
  }

  private counted({ value }: FilterQuery, current: Json): readonly Json[] {
    return this.each(value.segments, value.type === "RelQuery" ? current : this.root);
  }

  /** The only value of a query; any other argument is a value. */
  private argument(argument: Call["arguments"][number], current: Json): Operand {
    switch (argument.type) {
      case "Literal":
        return argument.value;
      case "FunctionExpr":
        return this.called(argument, current);
      case "FilterQuery": {
        const [only = NOTHING, ...more]: readonly Operand[] = this.counted(argument, current);
        return more.length === 0 ? only : NOTHING;
      }
      default:
        return this.holds(argument, current);
    }
  }

  /** I-Regexp, in which `.` matches neither line end; undefined for what is none: it matches nothing. */
  private pattern(source: string): Pattern | undefined {
    if (this.patterns.has(source)) return this.patterns.get(source);
    const compiled = compilePattern(withoutLineEnds(source));
    const pattern = isPatternFault(compiled) ? undefined : compiled;
    this.patterns.set(source, pattern);
    return pattern;
  }
}

/** A dot outside of sets and escapes, as I-Regexp reads it. */
function withoutLineEnds(source: string): string {
  return source.replace(/\\.|\[(?:\\.|[^\]\\])*\]|\./gs, (part) => (part === "." ? "[^\\n\\r]" : part));
}

function first(values: Iterable<Json>): Operand {
  for (const value of values) return value;
  return NOTHING;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function isObject(value: Json): value is { readonly [key: string]: Json } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function childrenOf(value: Json): readonly Json[] {
  if (isList(value)) return value;
  return isObject(value) ? Object.values(value) : [];
}

function slice(items: readonly Json[], { start, end, step }: Slice): readonly Json[] {
  const by = step ?? 1;
  if (by === 0) return [];
  const from = (at: number): number => (at < 0 ? items.length + at : at);
  const within = (at: number, least: number, most: number): number => Math.min(Math.max(at, least), most);
  const last = items.length - 1;
  const [first, stop] =
    by > 0
      ? [within(from(start ?? 0), 0, items.length), within(from(end ?? items.length), 0, items.length)]
      : [within(from(start ?? last), -1, last), end === null ? -1 : within(from(end), -1, last)];
  const found: Json[] = [];
  for (let at = first; by > 0 ? at < stop : at > stop; at += by) found.push(items[at] ?? null);
  return found;
}

function lengthOf(value: Operand): Operand {
  if (typeof value === "string") return [...value].length;
  if (value === NOTHING || typeof value !== "object" || value === null) return NOTHING;
  return childrenOf(value).length;
}

const COMPARISONS: Readonly<Record<Comparison["op"], (left: Operand, right: Operand) => boolean>> = {
  "==": isSame,
  "!=": (left, right) => !isSame(left, right),
  "<": isLess,
  "<=": (left, right) => isLess(left, right) || isSame(left, right),
  ">": (left, right) => isLess(right, left),
  ">=": (left, right) => isLess(right, left) || isSame(left, right),
};

function isLess(left: Operand, right: Operand): boolean {
  if (typeof left === "number" && typeof right === "number") return left < right;
  return typeof left === "string" && typeof right === "string" && left < right;
}

function isSame(left: Operand, right: Operand): boolean {
  if (left === right) return true;
  if (left === NOTHING || right === NOTHING) return false;
  if (isList(left)) {
    return isList(right) && left.length === right.length && left.every((item, at) => isSame(item, right[at] ?? null));
  }
  if (!isObject(left) || !isObject(right)) return false;
  const keys = Object.keys(left);
  return (
    keys.length === Object.keys(right).length &&
    keys.every((key) => Object.hasOwn(right, key) && isSame(left[key] ?? null, right[key] ?? null))
  );
}
