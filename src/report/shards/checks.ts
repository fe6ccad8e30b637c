import { grouped } from "../../base/grouped.ts";
import { compareText } from "../../base/text-order.ts";
import { documentJson } from "../../encoding/json.ts";
import type { TestRun } from "../../model/results/test-run.ts";
import type { CheckData } from "../data/gate-types.ts";
import type { FindingData } from "../data/types.ts";
import { rank } from "../findings/problems.ts";
import { checkComplete, comparePlaces, notReport, type ReportPart, shareData } from "./parts.ts";

/**
 * Joins the checks of all shards into what `heir check --format json` prints for all nodes at once: equal findings become one with all their nodes, and an allowance is useless only if
 * it is useless in every shard. Throws HeirError if a part is not a check of a shard, or if one is missing.
 */
export function mergeChecks(parts: readonly ReportPart[]) {
  const read = parts.map((part) => ({ name: part.name, data: checkData(part) }));
  checkComplete(read.map(({ name, data }) => ({ name, shard: data.shard })));
  const found = read.flatMap(({ data }) => data.findings);
  const kept = [...grouped(found, identity).values()].filter(([first, ...more]) => {
    return first?.code !== "allow-useless" || more.length === parts.length - 1;
  });
  const findings = kept.flatMap(joined).sort(inOrder);
  const files = Math.max(...read.map(({ data }) => data.looked_at.files));
  const nodes = read.reduce((sum, { data }) => sum + data.looked_at.nodes, 0);
  const more = joinedMore(read.flatMap(({ data }) => data.more ?? []));
  const left = new Map(read.flatMap(({ data }) => data.looked_at.left_out.map((each) => [JSON.stringify(each), each])));
  const looked_at = { nodes, files, left_out: [...left.values()] };
  const json = `${documentJson({ v: 1, findings, more: more.length > 0 ? more : undefined, looked_at }, 2)}\n`;
  return { json, findings };
}

function checkData(part: ReportPart): CheckData {
  const data = shareData(part, "check --format json");
  if (isCheck(data)) return data;
  throw notReport(part.name, "check --format json");
}

function isCheck(data: object): data is CheckData {
  return "findings" in data && "looked_at" in data;
}

function identity({ code, message, place }: FindingData): string {
  return [code, message, place?.file, place?.line, place?.column].join("\0");
}

/**
 * Joins equal findings into one. As in a single run, it is the finding of the first node. Only shards in which a node
 * resolves know how to resolve a conflict, so the longest hint is used.
 */
function joined(same: readonly FindingData[]): readonly FindingData[] {
  const [first] = same.toSorted((one, other) =>
    compareText(one.nodes[0] ?? "\u{10ffff}", other.nodes[0] ?? "\u{10ffff}"),
  );
  if (first === undefined) return [];
  const nodes = [...new Set(same.flatMap((finding) => finding.nodes))].sort(compareText);
  if (first.code !== "group-conflict") return [{ ...first, nodes }];
  const [hint] = same.map((finding) => finding.hint ?? "").sort((one, other) => other.length - one.length);
  return [{ ...first, nodes, hint }];
}

type MoreData = NonNullable<CheckData["more"]>[number];

/** What shares do not list. Two shares may mean the same findings, so that the greatest count is what is sure. */
function joinedMore(counted: readonly MoreData[]): readonly MoreData[] {
  const same = grouped(counted, ({ code, file }) => `${code}\0${file}`).values();
  return [...same].flatMap((each) => each.toSorted((one, other) => other.count - one.count).slice(0, 1));
}

/** The order of `sortedProblems`. */
function inOrder(one: FindingData, other: FindingData): number {
  return (
    rank[one.severity] - rank[other.severity] ||
    comparePlaces(one.place, other.place) ||
    compareText(one.code, other.code) ||
    compareText(one.message, other.message)
  );
}

/** The outcomes of some shares in the order of one run, each with its position. */
export function joinedTests(runs: readonly TestRun[]): TestRun {
  const all = runs.flatMap(({ results, positions }) =>
    results.map((result, at) => [positions?.[at] ?? at, result] as const),
  );
  all.sort(([one], [other]) => one - other);
  return { results: all.map(([, result]) => result), positions: all.map(([position]) => position) };
}
