import type { ShareOfRun } from "../../base/shard.ts";
import { type Graph, graphOf, resultOf } from "../../encoding/graph.ts";
import { documentJson } from "../../encoding/json.ts";
import type { TestRun } from "../../model/results/test-run.ts";
import { countOutcomes, testRunData } from "../tests/data.ts";
import { checkComplete, notReport, type ReportPart, shareData } from "./parts.ts";

/** What one share of `heir test` found. */
interface TestShare {
  /** Absent where the inventory cannot be read. */
  readonly results?: Graph;
  readonly shard: ShareOfRun;
}

/** The report of one share of `heir test`; undefined: of an inventory that cannot be read. */
export function testShare(run: TestRun | undefined, shard: ShareOfRun): string {
  return `${documentJson({ v: 1, share: "test", results: run && graphOf(run), shard })}\n`;
}

/** `heir test` of all nodes, made from its shares. */
export interface MergedTests {
  /** Absent where the inventory cannot be read. */
  readonly json?: string;
  readonly failed: number;
}

/** Joins the shares of `heir test`. Throws HeirError if a part is not such a share, or if one is missing. */
export function mergeTests(parts: readonly ReportPart[]): MergedTests {
  const shares = parts.map((part) => {
    const data = shareData(part, "test --json");
    if (!isTest(data)) throw notReport(part.name, "test --json");
    return data;
  });
  checkComplete(shares.map(({ shard }, at) => ({ name: parts[at]?.name ?? "", shard })));
  // The digest of the run names the build that made the parts.
  const runs = shares.flatMap(({ results }) => (results === undefined ? [] : [resultOf(results) as TestRun]));
  if (runs.length < shares.length) return { failed: 0 };
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

function isTest(data: object): data is TestShare {
  return "share" in data && data.share === "test" && "shard" in data;
}
