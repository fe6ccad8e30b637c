import { parsedJson } from "../../../base/json-text.ts";
import { compareText, grouped } from "../../../base/text-order.ts";
import { DocumentLines, documentJson, JsonText, type ShareMark } from "../../../encoding/json.ts";
import type { CheckData, FindingData, MoreFindingsData } from "../../../model/documents/check.ts";
import { HeirError } from "../../../model/findings/failure.ts";
import type { LeftOut } from "../../../model/results/left-out.ts";
import type { JoinedStretches, LogShare } from "../../../model/results/log.ts";
import type { TestRun } from "../../../model/results/test-run.ts";
import type { Uses } from "../../../model/results/uses.ts";
import { derived } from "../../../model/secrets/mask.ts";
import type { Masked } from "../../../model/secrets/masked.ts";
import { placeOf } from "../../../model/values/value.ts";
import { rank } from "../../../report/findings/problems.ts";
import { checkComplete, comparePlaces, hasMembers, notReport, type ReportPart, shareData, starts } from "./parts.ts";

/** Joins shards' checks; an allowance is useless only if it is in all. Throws HeirError for a wrong or missing part. */
export function mergeChecks(parts: readonly ReportPart[]) {
  const read = parts.map((part) => {
    return { name: part.name, data: shareData<CheckData>(part, "check --format json", "findings", "looked_at") };
  });
  checkComplete(read.map(({ name, data }) => ({ name, shard: data.shard })));
  const found = read.flatMap(({ data }) => data.findings);
  const kept = [...grouped(found, identity).values()].filter(([first, ...more]) => {
    return first?.code !== "allow-useless" || more.length === parts.length - 1;
  });
  const findings = kept.flatMap(joinedFindings).sort(inOrder);
  const files = Math.max(...read.map(({ data }) => data.looked_at.files));
  const nodes = read.reduce((sum, { data }) => sum + data.looked_at.nodes, 0);
  const more = joinedMore(read.flatMap(({ data }) => data.more ?? []));
  const left = new Map(read.flatMap(({ data }) => data.looked_at.left_out.map((each) => [JSON.stringify(each), each])));
  const looked_at = { nodes, files, left_out: [...left.values()] };
  const json = `${documentJson({ v: 1, findings, more: more.length > 0 ? more : undefined, looked_at }, 2)}\n`;
  return { json, findings };
}

function identity({ code, message, place }: FindingData): string {
  return [code, message, place?.file, place?.line, place?.column].join("\0");
}

/** One of equal findings: the first node's, with the longest hint: shards without a resolved node know no solution. */
function joinedFindings(same: readonly FindingData[]): readonly FindingData[] {
  const nodeOf = (finding: FindingData) => finding.nodes[0] ?? "\u{10ffff}";
  const [first] = same.toSorted((one, other) => compareText(nodeOf(one), nodeOf(other)));
  if (first === undefined) return [];
  const nodes = [...new Set(same.flatMap((finding) => finding.nodes))].sort(compareText);
  if (first.code !== "group-conflict") return [{ ...first, nodes }];
  const [hint] = same.map((finding) => finding.hint ?? "").sort((one, other) => other.length - one.length);
  return [{ ...first, nodes, hint }];
}

/** What shares do not list. Two shares may mean the same findings, so that the greatest count is what is sure. */
function joinedMore(counted: readonly MoreFindingsData[]): readonly MoreFindingsData[] {
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

/** What a share of `heir log` says behind its commits. */
interface LogEnd {
  readonly stretch: LogShare;
  /** What operands leave out. */
  readonly left_out: readonly LeftOut[];
  readonly shard: ShareMark;
}

/** Joins `heir log` by commit. Throws HeirError for a wrong or missing share, and if no commit has an inventory. */
export function mergeLogs(parts: readonly ReportPart[]): Iterable<string> {
  const shares = parts.map((part): ReadShare => ({ ...part, end: endOf(part) }));
  checkComplete(shares.map(({ name, end }) => ({ name, shard: end.shard })));
  shares.sort((one, other) => one.end.shard.index - other.end.shard.index);
  const { missing, ...whole } = joinedStretches(shares.map(({ end }) => end.stretch));
  if (missing !== undefined) throw new HeirError("usage", missing.message, missing.hint);
  return logPieces(shares, whole);
}

type ReadShare = ReportPart & { readonly end: LogEnd };

function* logPieces(shares: readonly ReadShare[], { commits, resolved, leftOut }: JoinedStretches): Generator<string> {
  const lines = new DocumentLines();
  yield lines.begin({ v: 1 }, "commits");
  for (const { file } of shares) {
    for (const { text } of file.lines()) {
      if (text.startsWith('{"commit":')) yield lines.item(new JsonText(text.replace(/,$/, "")));
    }
  }
  const left_out = [...leftOut, ...(shares[0]?.end.left_out ?? [])];
  yield lines.end({ looked_at: { commits, resolved, left_out } });
}

function endOf({ name, file }: ReportPart): LogEnd {
  const lines = file.lines()[Symbol.iterator]();
  if (lines.next().value?.text !== starts.log) throw notReport(name, "log --json");
  let last = "";
  for (let next = lines.next(); next.done !== true; next = lines.next()) last = next.value.text;
  const end = last.startsWith("],") ? parsedJson(`{${last.slice(2)}`) : undefined;
  if (hasMembers<LogEnd>(end, ["stretch", "shard"])) return end;
  throw notReport(name, "log --json");
}

/** Joins what the stretches of a log say, in order, newest first. */
export function joinedStretches(stretches: readonly LogShare[]): JoinedStretches {
  const visited = stretches.filter(({ commits }) => commits > 0);
  const [missing] = visited.flatMap((stretch) => stretch.missing ?? []);
  const isMissing = missing !== undefined && visited.every((stretch) => stretch.missing);
  return {
    commits: stretches.reduce((sum, stretch) => sum + stretch.commits, 0),
    resolved: resolvedIn(stretches),
    leftOut: [...stretches.flatMap(({ leftOut }) => leftOut), ...border(stretches)],
    missing: isMissing ? missing : undefined,
  };
}

/** How often the whole run resolves a node: a state that goes on from one share to the next is counted once. */
function resolvedIn(stretches: readonly LogShare[]): number {
  let known = new Set<string>();
  let resolved = 0;
  for (const stretch of stretches) {
    resolved += stretch.resolved - stretch.entered.filter((name) => known.has(name)).length;
    const changed = new Set(stretch.changed);
    known = new Set([...stretch.left, ...[...known].filter((name) => !changed.has(name))]);
  }
  return resolved;
}

function border(stretches: readonly LogShare[]): readonly LeftOut[] {
  const oldest = stretches.findLast((stretch) => stretch.border.oldest !== undefined)?.border.oldest;
  const without = stretches.reduce((sum, stretch) => sum + stretch.border.without, 0);
  return oldest === undefined || without === 0 ? [] : [{ kind: "settings", commit: oldest, commits: without }];
}

/** What uses some targets, from what was found among the nodes of each share. */
export function joinedUses(shares: readonly (readonly Masked<Uses>[])[]): readonly Masked<Uses>[] {
  return (shares[0] ?? []).map((first, at) => {
    const same = shares.flatMap((each) => each[at] ?? []);
    return derived(first, ({ target }) => ({
      target,
      uses: usesOfAll(same),
      nodes: same.flatMap(({ nodes }) => nodes).sort(compareText),
      total: same.reduce((sum, { total }) => sum + total, 0),
      unresolved: same.flatMap(({ unresolved }) => unresolved).sort(compareText),
    }));
  });
}

/** A share that has any use at a place has all of them, in order. */
function usesOfAll(shares: readonly Uses[]): Uses["uses"] {
  const places = new Map<string, Uses["uses"]>();
  for (const { uses } of shares) {
    for (const [key, same] of grouped(uses, ({ origin }) => documentJson(placeOf(origin)))) {
      if (!places.has(key)) places.set(key, same);
    }
  }
  return [...places.values()]
    .sort(([one], [other]) => comparePlaces(one && placeOf(one.origin), other && placeOf(other.origin)))
    .flat();
}
