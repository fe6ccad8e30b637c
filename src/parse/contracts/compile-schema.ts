import type { ValueTest } from "../../model/contracts/value-test.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { quietly } from "../../model/findings/failure.ts";
import { entryOf, type MapValue, type Value } from "../../model/values/value.ts";
import { reportBadValue, textIn } from "../forms/form.ts";
import { APPLICATORS } from "./applicators.ts";
import { ASSERTIONS } from "./assertions.ts";
import { allTests, type Keyword, type SchemaReading, simpleTest } from "./schema-reading.ts";

/**
 * A JSON Schema of 2020-12 as a test: closures, no code made from text. Its validation and applicator vocabularies
 * count, with `$defs`, `$anchor` and references inside it; `$dynamicRef`, `unevaluated*`, other documents, an inner
 * `$id` and what is no schema are `bad-value` (rule K10 of docs/concepts/contracts.md). After a fault it is of no use.
 */
export function compileSchema(root: Value, report: Report): ValueTest {
  return new Compiler(root, report).part(root);
}

const DIALECT = "https://json-schema.org/draft/2020-12/schema";

const KEYWORDS: Readonly<Record<string, Keyword>> = { ...ASSERTIONS, ...APPLICATORS };

const UNSUPPORTED = new Set([
  ...["$dynamicRef", "$dynamicAnchor", "$recursiveRef", "$recursiveAnchor"],
  ...["unevaluatedItems", "unevaluatedProperties"],
]);

const always: ValueTest = () => true;

class Compiler implements SchemaReading {
  readonly report: Report;
  private readonly root: Value;
  private readonly parts = new Map<Value, ValueTest>();
  private anchors: ReadonlyMap<string, Value> | undefined;

  constructor(root: Value, report: Report) {
    this.root = root;
    this.report = report;
  }

  part(value: Value): ValueTest {
    const known = this.parts.get(value);
    if (known !== undefined) return known;
    let made: ValueTest | undefined;
    // A reference inside the part may lead back to it.
    this.parts.set(value, (each, context, report) => (made ?? always)(each, context, report));
    made = this.compiled(value);
    this.parts.set(value, made);
    return made;
  }

  target(value: Value): ValueTest | undefined {
    const text = textIn(value);
    if (text === undefined || !text.startsWith("#")) {
      return reportBadValue(value, "$ref must lead to a part of the same schema, and begin with #", this.report);
    }
    const found = this.found(text.slice(1));
    if (found === undefined) return reportBadValue(value, `the schema has no part ${text}`, this.report);
    return guarded(this.part(found));
  }

  private compiled(value: Value): ValueTest {
    if (value.kind === "scalar" && typeof value.data === "boolean") return value.data ? always : never;
    if (value.kind !== "map") {
      reportBadValue(value, "a schema must be a mapping, true or false", this.report);
      return always;
    }
    this.checkCore(value);
    const tests = value.entries.flatMap(({ key, keyNode, value: given }) => {
      if (UNSUPPORTED.has(key)) reportBadValue(keyNode, `${key} is not supported`, this.report);
      return (Object.hasOwn(KEYWORDS, key) ? KEYWORDS[key] : undefined)?.(given, this, value) ?? [];
    });
    return allTests(tests);
  }

  private checkCore(schema: MapValue): void {
    const dialect = entryOf(schema, "$schema")?.value;
    if (dialect !== undefined && textIn(dialect)?.replace(/#$/, "") !== DIALECT) {
      reportBadValue(dialect, `$schema must be ${DIALECT}`, this.report);
    }
    const id = entryOf(schema, "$id")?.value;
    if (id !== undefined && schema !== this.root)
      reportBadValue(id, "$id is supported at the top of a schema only", this.report);
  }

  private found(fragment: string): Value | undefined {
    if (fragment !== "" && !fragment.startsWith("/")) return this.anchored(fragment);
    let at: Value | undefined = this.root;
    for (const written of fragment.split("/").slice(1)) {
      const key = decoded(written).replaceAll("~1", "/").replaceAll("~0", "~");
      if (at?.kind === "map") at = entryOf(at, key)?.value;
      else at = at?.kind === "list" && /^\d+$/.test(key) ? at.items[Number(key)] : undefined;
    }
    return at;
  }

  private anchored(name: string): Value | undefined {
    this.anchors ??= new Map(anchorsIn(this.root));
    return this.anchors.get(name);
  }
}

function* anchorsIn(value: Value): Iterable<readonly [string, Value]> {
  if (value.kind === "list") for (const item of value.items) yield* anchorsIn(item);
  if (value.kind !== "map") return;
  for (const { key, value: inner } of value.entries) {
    const name = key === "$anchor" ? textIn(inner) : undefined;
    if (name !== undefined) yield [name, value];
    if (key !== "const" && key !== "enum") yield* anchorsIn(inner);
  }
}

function decoded(text: string): string {
  return quietly(() => decodeURIComponent(text)) ?? text;
}

const never = simpleTest(() => false, "must not be here");

/** A reference that leads to itself for the same value says nothing about it. */
function guarded(test: ValueTest): ValueTest {
  const open = new Set<Value>();
  return (value, context, report) => {
    if (open.has(value)) return true;
    open.add(value);
    const holds = test(value, context, report);
    open.delete(value);
    return holds;
  };
}
