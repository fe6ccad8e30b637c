import { compilePattern, isPatternFault, type Pattern } from "../../base/pattern/pattern.ts";
import type { FoundKey, TestContext, ValueTest, ViolationReport } from "../../model/contracts/value-test.ts";
import type { Report } from "../../model/findings/diagnostic.ts";
import { jsonNumber } from "../../model/values/json-form.ts";
import type { MapValue, Value } from "../../model/values/value.ts";
import { reportBadValue, textIn, unsupportedPattern } from "../forms/form.ts";

/** A schema while it is compiled: its parts by place, and the receiver of its faults. */
export interface SchemaReading {
  readonly report: Report;
  /** Compiles a part of the schema. */
  part(value: Value): ValueTest;
  /** The test of the part that a reference leads to; undefined after it was reported. */
  target(reference: Value): ValueTest | undefined;
}

/** Makes the test of one keyword; undefined for one without an effect, or after a fault. */
export type Keyword = (value: Value, reading: SchemaReading, schema: MapValue) => ValueTest | undefined;

/** The number of a keyword; undefined after it was reported. */
export function numberOf(value: Value, name: string, { report }: SchemaReading): number | bigint | undefined {
  return jsonNumber(value) ?? reportBadValue(value, `${name} must be a number`, report);
}

/** The whole number of a keyword, 0 or more; undefined after it was reported. */
export function wholeNumberOf(value: Value, name: string, report: Report): number | undefined {
  const count = Number(jsonNumber(value) ?? -1);
  if (Number.isInteger(count) && count >= 0) return count;
  return reportBadValue(value, `${name} must be 0 or a whole number above`, report);
}

/** A pattern of a schema; undefined after it was reported (rule K11 of docs/concepts/contracts.md). */
export function patternOf(source: string, { origin }: Pick<Value, "origin">, report: Report): Pattern | undefined {
  const pattern = compilePattern(source);
  if (!isPatternFault(pattern)) return pattern;
  if (pattern.kind === "invalid") {
    return reportBadValue({ origin }, `the pattern has "${pattern.part}": ${pattern.reason}`, report);
  }
  report(unsupportedPattern(pattern, origin));
  return undefined;
}

/** The texts of a keyword; undefined after one was reported that is none. */
export function textsOf(value: Value, name: string, { report }: SchemaReading): readonly string[] | undefined {
  const texts = value.kind === "list" ? value.items.map(textIn) : [undefined];
  if (texts.every((text) => text !== undefined)) return texts;
  return reportBadValue(value, `${name} must be a list of texts`, report);
}

/** What a test gets beside the value. */
export interface Testing {
  readonly context: TestContext;
  readonly report: ViolationReport | undefined;
}

/** Tests a value inside another one. */
export function inside(
  [key, value]: readonly [FoundKey, Value],
  test: ValueTest,
  { context, report }: Testing,
): boolean {
  report?.at.push(key);
  const holds = test(value, context, report);
  report?.at.pop();
  return holds;
}

/** Tests several parts: all of them for a report, else up to the first that fails. */
export function allHold<Part>(
  parts: Iterable<Part>,
  holds: (part: Part) => boolean,
  report: ViolationReport | undefined,
): boolean {
  let isFine = true;
  for (const part of parts) {
    if (holds(part)) continue;
    if (report === undefined) return false;
    isFine = false;
  }
  return isFine;
}

/** A test of one question; `fault` says what a value must be. */
export function simpleTest(holds: (value: Value, context: TestContext) => boolean, fault: string): ValueTest {
  return (value, context, report) => {
    if (holds(value, context)) return true;
    report?.add(value, fault);
    return false;
  };
}

/** Several tests as one, which holds if all of them hold. */
export function allTests(tests: readonly ValueTest[]): ValueTest {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (value, context, report) => allHold(tests, (test) => test(value, context, report), report);
}
