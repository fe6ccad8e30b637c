import { documentJson } from "../../encoding/json.ts";
import type { TestRun } from "../../model/results/test-run.ts";
import { countOutcomes, testRunData } from "../tests/data.ts";
import { foundByShares, type ReportPart } from "./parts.ts";

/** `heir test` of all nodes, made from its shares. */
export interface MergedTests {
  /** Absent where the inventory cannot be read. */
  readonly json?: string;
  readonly failed: number;
}

/** Joins the shares of `heir test`. Throws HeirError if a part is not such a share, or if one is missing. */
export function mergeTests(parts: readonly ReportPart[]): MergedTests {
  const runs = foundByShares<TestRun>(parts, "test");
  if (runs === undefined) return { failed: 0 };
  const whole = joinedTests(runs);
  return { json: `${documentJson(testRunData(whole), 2)}\n`, failed: countOutcomes(whole.results).failed };
}

/** The outcomes of some shares in the order of one run, each with its position. */
export function joinedTests(runs: readonly TestRun[]): TestRun {
  const all = runs.flatMap(({ results, positions }) =>
    results.map((result, at) => [positions?.[at] ?? at, result] as const),
  );
  all.sort(([one], [other]) => one - other);
  return { results: all.map(([, result]) => result), positions: all.map(([position]) => position) };
}
