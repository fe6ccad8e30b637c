import type { ShareOfRun } from "../../base/shard.ts";
import { documentJson, JsonText } from "../../encoding/json.ts";
import type { TestResult, TestRun } from "../../model/results/test-run.ts";
import { countOutcomes, resultData } from "../tests/data.ts";
import { checkComplete, notReport, type ReportPart, shareData } from "./parts.ts";

/** What one share of `heir test` found. */
interface TestShare {
  /** Absent where the inventory cannot be read. */
  readonly results?: readonly SharedResult[];
  readonly shard: ShareOfRun;
}

interface SharedResult extends Pick<TestResult, "outcome"> {
  /** The position of the result among those of all nodes. */
  readonly at: number;
  /** As the whole run prints it. */
  readonly text: string;
}

/** The report of one share of `heir test`; undefined: of an inventory that cannot be read. */
export function testShare(run: TestRun | undefined, shard: ShareOfRun): string {
  const results = run?.results.map((result, index): SharedResult => {
    const text = documentJson(resultData(result), 2).replaceAll("\n", "\n    ");
    return { at: run.positions?.[index] ?? index, outcome: result.outcome, text };
  });
  return `${documentJson({ v: 1, share: "test", results, shard })}\n`;
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
  if (shares.some(({ results }) => results === undefined)) return { failed: 0 };
  const results = shares.flatMap((share) => share.results ?? []).sort((one, other) => one.at - other.at);
  const counts = countOutcomes(results);
  const json = `${documentJson({ v: 1, ...counts, results: results.map(({ text }) => new JsonText(text)) }, 2)}\n`;
  return { json, failed: counts.failed };
}

function isTest(data: object): data is TestShare {
  return "share" in data && data.share === "test" && "shard" in data;
}
