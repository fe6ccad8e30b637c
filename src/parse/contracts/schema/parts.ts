import type { FoundKey, TestContext, ValueTest, ViolationReport } from "../../../model/contracts/value-test.ts";
import type { Value } from "../../../model/values/value.ts";

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

/** Several tests as one, which holds if all of them hold. */
export function allTests(tests: readonly ValueTest[]): ValueTest {
  const [only] = tests;
  if (only !== undefined && tests.length === 1) return only;
  return (value, context, report) => allHold(tests, (test) => test(value, context, report), report);
}
