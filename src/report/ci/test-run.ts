import { DataValue } from "../../encoding/json.ts";
import type { TestResult, TestRun } from "../../model/results/test-run.ts";
import { placeOf } from "../../model/values/value.ts";
import { caseLines, junitText, problemElement } from "./junit.ts";

/** The outcomes of expectations: `heir test --json`. */
export function testRunData({ results }: TestRun) {
  return { v: 1 as const, ...countOutcomes(results), results: results.map(resultData) };
}

/** One expectation on one node, whose name and path are as written; without a value where there is none, or it was skipped. */
function resultData({ id, span, node, path, outcome, want, got }: TestResult) {
  return { id, place: placeOf(span), node, path, outcome, want: new DataValue(want), got: got && new DataValue(got) };
}

/** How many expectations passed, failed and were skipped. */
export function countOutcomes(results: readonly Pick<TestResult, "outcome">[]) {
  const count = (outcome: TestResult["outcome"]): number => results.filter((each) => each.outcome === outcome).length;
  return { passed: count("passed"), failed: count("failed"), skipped: count("skipped") };
}

/** Expectations as JUnit XML: one case for each expectation on each node. Never fails. */
export function testJunit(results: readonly TestResult[]): string {
  const { failed, skipped } = countOutcomes(results);
  const counts = { tests: results.length, failures: failed, skipped };
  return junitText("heir test", counts, results.flatMap(resultLines));
}

function resultLines({ id, node, isNode, path, outcome, finding }: TestResult): readonly string[] {
  const named = { classname: `heir.${id}`, name: `${node} ${path}` };
  if (outcome === "passed") return caseLines(named);
  const problem = finding && { diagnostic: finding, nodes: isNode ? [node] : [] };
  return caseLines(named, problem === undefined ? "<skipped/>" : problemElement(problem, "failure"));
}
