import type { ShareOfRun } from "../../base/shard.ts";
import { DocumentLines } from "../../encoding/document.ts";
import { JsonText } from "../../encoding/json.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { LogShare } from "../../model/results/log.ts";
import { checkComplete, notReport, type ReportPart } from "./parts.ts";

/** What a share of `heir log` says behind its commits. */
interface LogEnd {
  readonly stretch: LogShare;
  /** What operands leave out. */
  readonly left_out: readonly LeftOut[];
  readonly shard: ShareOfRun;
}

const BEGIN = '{"v":1,"commits":[';

/**
 * Joins the shares of `heir log`, commit by commit. Throws HeirError if a part is not such a share, if one is missing,
 * and if no commit has an inventory.
 */
export function mergeLogs(parts: readonly ReportPart[]): Iterable<string> {
  const shares = parts.map((part) => ({ part, end: endOf(part) }));
  checkComplete(shares.map(({ part, end }) => ({ name: part.name, shard: end.shard })));
  shares.sort((one, other) => one.end.shard.index - other.end.shard.index);
  const stretches = shares.map(({ end }) => end.stretch);
  const visited = stretches.filter(({ commits }) => commits > 0);
  const [missing] = visited.flatMap((stretch) => stretch.missing ?? []);
  if (missing !== undefined && visited.every((stretch) => stretch.missing)) {
    throw new HeirError("usage", missing.message, missing.hint);
  }
  return joined(shares);
}

interface ReadShare {
  readonly part: ReportPart;
  readonly end: LogEnd;
}

function* joined(shares: readonly ReadShare[]): Generator<string> {
  const lines = new DocumentLines();
  yield lines.begin({ v: 1 }, "commits");
  for (const { part } of shares) {
    for (const text of itemsOf(part)) yield lines.item(new JsonText(text));
  }
  const stretches = shares.map(({ end }) => end.stretch);
  const commits = stretches.reduce((sum, stretch) => sum + stretch.commits, 0);
  const left_out = [
    ...stretches.flatMap(({ leftOut }) => leftOut),
    ...border(stretches),
    ...(shares[0]?.end.left_out ?? []),
  ];
  yield lines.end({ looked_at: { commits, resolved: resolvedIn(stretches), left_out } });
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

function* itemsOf({ file }: ReportPart): Generator<string> {
  for (const { text } of file.lines()) {
    if (text.startsWith('{"commit":')) yield text.replace(/,$/, "");
  }
}

function endOf({ name, file }: ReportPart): LogEnd {
  const lines = file.lines()[Symbol.iterator]();
  if (lines.next().value?.text !== BEGIN) throw notReport(name, "log --json");
  let last = "";
  for (let next = lines.next(); next.done !== true; next = lines.next()) last = next.value.text;
  const end = last.startsWith("],") ? parsed(`{${last.slice(2)}`) : undefined;
  if (end === undefined) throw notReport(name, "log --json");
  return end;
}

function parsed(text: string): LogEnd | undefined {
  try {
    const data: unknown = JSON.parse(text);
    const isEnd = typeof data === "object" && data !== null && "stretch" in data && "shard" in data;
    return isEnd ? (data as LogEnd) : undefined;
  } catch {
    return undefined;
  }
}
