import { DataValue } from "../../encoding/json.ts";
import type { TestResult, TestRun } from "../../model/results/test-run.ts";
import { placeOf } from "../../model/values/origin.ts";
import type { Place } from "../../model/values/place.ts";

/** The outcomes of expectations: `heir test --json`. */
interface TestRunData<V> {
  readonly v: 1;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  readonly results: readonly TestData<V>[];
}

/** One expectation on one node. */
interface TestData<V> {
  /** The id of the contract. */
  readonly id: string;
  readonly place: Place;
  /** As written where no node has the name. */
  readonly node: string;
  /** As written. */
  readonly path: string;
  readonly outcome: "passed" | "failed" | "skipped";
  /** The value that is expected, or the keywords. */
  readonly want: V;
  /** Absent if there is no value, or the expectation was skipped. */
  readonly got?: V;
}

/** The outcomes of expectations. */
export function testRunData({ results }: TestRun): TestRunData<DataValue> {
  return { v: 1, ...countOutcomes(results), results: results.map(resultData) };
}

/** One expectation on one node. */
function resultData({ id, span, node, path, outcome, want, got }: TestResult): TestData<DataValue> {
  return { id, place: placeOf(span), node, path, outcome, want: new DataValue(want), got: got && new DataValue(got) };
}

/** How many expectations passed, failed and were skipped. */
export function countOutcomes(
  results: readonly Pick<TestResult, "outcome">[],
): Pick<TestRunData<unknown>, "passed" | "failed" | "skipped"> {
  const count = (outcome: string): number => results.filter((each) => each.outcome === outcome).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}
