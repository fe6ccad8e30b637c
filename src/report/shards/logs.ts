import { parsedJson } from "../../base/json-text.ts";
import { DocumentLines, type ShareMark } from "../../encoding/document.ts";
import { JsonText } from "../../encoding/json.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { JoinedStretches, LogShare } from "../../model/results/log.ts";
import { checkComplete, notReport, type ReportPart, starts } from "./parts.ts";

/** What a share of `heir log` says behind its commits. */
interface LogEnd {
  readonly stretch: LogShare;
  /** What operands leave out. */
  readonly left_out: readonly LeftOut[];
  readonly shard: ShareMark;
}

/**
 * Joins the shares of `heir log`, commit by commit. Throws HeirError if a part is not such a share, if one is missing,
 * and if no commit has an inventory.
 */
export function mergeLogs(parts: readonly ReportPart[]): Iterable<string> {
  const shares = parts.map((part): ReadShare => ({ ...part, end: endOf(part) }));
  checkComplete(shares.map(({ name, end }) => ({ name, shard: end.shard })));
  shares.sort((one, other) => one.end.shard.index - other.end.shard.index);
  const { missing, ...whole } = joinedStretches(shares.map(({ end }) => end.stretch));
  if (missing !== undefined) throw new HeirError("usage", missing.message, missing.hint);
  return joined(shares, whole);
}

type ReadShare = ReportPart & { readonly end: LogEnd };

function* joined(shares: readonly ReadShare[], { commits, resolved, leftOut }: JoinedStretches): Generator<string> {
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
  if (isEnd(end)) return end;
  throw notReport(name, "log --json");
}

function isEnd(data: unknown): data is LogEnd {
  return typeof data === "object" && data !== null && "stretch" in data && "shard" in data;
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
