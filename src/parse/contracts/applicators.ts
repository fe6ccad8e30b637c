import { compilePattern, isPatternFault, type Pattern } from "../../base/pattern/pattern.ts";
import type { ValueTest } from "../../model/contracts/value-test.ts";
import { jsonEntries, jsonItems, jsonMember } from "../../model/values/json-form.ts";
import { entryOf, type MapValue, textValue, type Value } from "../../model/values/value.ts";
import { reportBadValue } from "../forms/form.ts";
import type { Keyword, SchemaReading, Testing } from "./schema-reading.ts";
import { allHold, allTests, inside, patternOf, simpleTest, wholeNumberOf } from "./schema-reading.ts";

function schemaList(value: Value, name: string, reading: SchemaReading): readonly ValueTest[] | undefined {
  if (value.kind === "list" && value.items.length > 0) return value.items.map((item) => reading.part(item));
  return reportBadValue(value, `${name} must be a list of schemas`, reading.report);
}

function schemaMap(value: Value, name: string, reading: SchemaReading): ReadonlyMap<string, ValueTest> | undefined {
  if (value.kind === "map") return new Map(value.entries.map((entry) => [entry.key, reading.part(entry.value)]));
  return reportBadValue(value, `${name} must be a mapping of schemas`, reading.report);
}

/** A test of mappings alone: all else holds. */
function testOfMaps(holds: (map: MapValue, testing: Testing) => boolean): ValueTest {
  return (value, context, report) => value.kind !== "map" || holds(value, { context, report });
}

/** A test of lists alone: all else holds. */
function testOfLists(holds: (items: readonly Value[], testing: Testing, list: Value) => boolean): ValueTest {
  return (value, context, report) => {
    const items = jsonItems(value);
    return items === undefined || holds(items, { context, report }, value);
  };
}

const properties: Keyword = (value, reading) => {
  const tests = schemaMap(value, "properties", reading);
  if (tests === undefined) return undefined;
  return testOfMaps((each, testing) => {
    const holds = ([key, test]: readonly [string, ValueTest]): boolean => {
      const member = jsonMember(each, key);
      return member === undefined || inside([key, member], test, testing);
    };
    return allHold(tests, holds, testing.report);
  });
};

const patternProperties: Keyword = (value, reading) => {
  if (value.kind !== "map")
    return reportBadValue(value, "patternProperties must be a mapping of schemas", reading.report);
  const tests = value.entries.flatMap(({ key, keyNode, value: schema }) => {
    const pattern = patternOf(key, keyNode, reading.report);
    return pattern === undefined ? [] : [{ pattern, test: reading.part(schema) }];
  });
  return testOfMaps((each, testing) => {
    const fitting = jsonEntries(each).flatMap((entry) => {
      return tests.flatMap(({ pattern, test }) => (pattern.isIn(entry[0]) ? [{ entry, test }] : []));
    });
    return allHold(fitting, ({ entry, test }) => inside(entry, test, testing), testing.report);
  });
};

/** The keys that `properties` and `patternProperties` beside it do not name. */
const additionalProperties: Keyword = (value, reading, schema) => {
  const test = reading.part(value);
  const named = entryOf(schema, "properties")?.value;
  const known = new Set(named?.kind === "map" ? named.entries.map(({ key }) => key) : []);
  const patterns = keyPatterns(entryOf(schema, "patternProperties")?.value);
  return testOfMaps((each, testing) => {
    const isNamed = (key: string): boolean => known.has(key) || patterns.some((pattern) => pattern.isIn(key));
    const others = jsonEntries(each).filter(([key]) => !isNamed(key));
    const isNever = value.kind === "scalar" && value.data === false;
    if (!isNever) return allHold(others, (entry) => inside(entry, test, testing), testing.report);
    if (others.length > 0) testing.report?.add(each, `must not have ${others.map(([key]) => key).join(", ")}`);
    return others.length === 0;
  });
};

function keyPatterns(value: Value | undefined): readonly Pattern[] {
  if (value?.kind !== "map") return [];
  return value.entries.flatMap(({ key }) => {
    const pattern = compilePattern(key);
    return isPatternFault(pattern) ? [] : [pattern];
  });
}

const propertyNames: Keyword = (value, reading) => {
  const test = reading.part(value);
  return testOfMaps((each, { context, report }) => {
    const wrong = jsonEntries(each).filter(([key]) => !test(textValue(key, each.origin), context));
    if (wrong.length > 0) report?.add(each, `must not have a key ${wrong.map(([key]) => key).join(", ")}`);
    return wrong.length === 0;
  });
};

const prefixItems: Keyword = (value, reading) => {
  const tests = schemaList(value, "prefixItems", reading);
  if (tests === undefined) return undefined;
  return testOfLists((items, testing) => {
    const holds = ([at, item]: readonly [number, Value]): boolean => {
      const test = tests[at];
      return test === undefined || inside([at, item], test, testing);
    };
    return allHold(items.entries(), holds, testing.report);
  });
};

/** The items behind those of `prefixItems`. */
const items: Keyword = (value, reading, schema) => {
  const test = reading.part(value);
  const before = entryOf(schema, "prefixItems")?.value;
  const first = before?.kind === "list" ? before.items.length : 0;
  return testOfLists((found, testing) => {
    const holds = ([at, item]: readonly [number, Value]): boolean => at < first || inside([at, item], test, testing);
    return allHold(found.entries(), holds, testing.report);
  });
};

const contains: Keyword = (value, reading, schema) => {
  const test = reading.part(value);
  const limit = (name: string): number | undefined => {
    const given = entryOf(schema, name)?.value;
    return given && wholeNumberOf(given, name, reading.report);
  };
  const [least, most] = [limit("minContains") ?? 1, limit("maxContains") ?? Number.POSITIVE_INFINITY];
  return testOfLists((found, { context, report }, each) => {
    const count = found.filter((item) => test(item, context)).length;
    if (count >= least && count <= most) return true;
    report?.add(each, `must have ${count < least ? "more" : "fewer"} items that the schema under contains fits`);
    return false;
  });
};

const allOf: Keyword = (value, reading) => {
  const tests = schemaList(value, "allOf", reading);
  return tests && allTests(tests);
};

function counted(name: string, holds: (count: number) => boolean, fault: string): Keyword {
  return (value, reading) => {
    const tests = schemaList(value, name, reading);
    return tests && simpleTest((each, context) => holds(tests.filter((test) => test(each, context)).length), fault);
  };
}

const not: Keyword = (value, reading) => {
  const test = reading.part(value);
  return simpleTest((each, context) => !test(each, context), "must not be as the schema under not says");
};

const condition: Keyword = (value, reading, schema) => {
  const part = (name: string): ValueTest | undefined => {
    const given = entryOf(schema, name)?.value;
    return given && reading.part(given);
  };
  const [test, then, otherwise] = [reading.part(value), part("then"), part("else")];
  return (each, context, report) => {
    const next = test(each, context) ? then : otherwise;
    return next?.(each, context, report) ?? true;
  };
};

const dependentSchemas: Keyword = (value, reading) => {
  const tests = schemaMap(value, "dependentSchemas", reading);
  if (tests === undefined) return undefined;
  return testOfMaps((each, { context, report }) => {
    const met = [...tests].filter(([key]) => jsonMember(each, key) !== undefined);
    return allHold(met, ([, test]) => test(each, context, report), report);
  });
};

/** Keywords that only another keyword reads, or that hold parts for references: they are read for their faults. */
const holder: Keyword = (value, reading) => {
  schemaMap(value, "$defs", reading);
  return undefined;
};

export const APPLICATORS: Readonly<Record<string, Keyword>> = {
  $defs: holder,
  $ref: (value, reading) => reading.target(value),
  properties,
  patternProperties,
  additionalProperties,
  propertyNames,
  prefixItems,
  items,
  contains,
  allOf,
  anyOf: counted("anyOf", (count) => count > 0, "must fit one of the schemas under anyOf"),
  oneOf: counted("oneOf", (count) => count === 1, "must fit exactly one of the schemas under oneOf"),
  not,
  if: condition,
  dependentSchemas,
};
