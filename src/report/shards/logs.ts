import { DocumentLines, type ShareMark } from "../../encoding/document.ts";
import { JsonText } from "../../encoding/json.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { LogShare } from "../../model/results/log.ts";
import { checkComplete, notReport, type ReportPart } from "./parts.ts";
import { type JoinedStretches, joinedStretches } from "./stretches.ts";

/** What a share of `heir log` says behind its commits. */
interface LogEnd {
  readonly stretch: LogShare;
  /** What operands leave out. */
  readonly left_out: readonly LeftOut[];
  readonly shard: ShareMark;
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
  const { missing, ...whole } = joinedStretches(shares.map(({ end }) => end.stretch));
  if (missing !== undefined) throw new HeirError("usage", missing.message, missing.hint);
  return joined(shares, whole);
}

interface ReadShare {
  readonly part: ReportPart;
  readonly end: LogEnd;
}

function* joined(shares: readonly ReadShare[], { commits, resolved, leftOut }: JoinedStretches): Generator<string> {
  const lines = new DocumentLines();
  yield lines.begin({ v: 1 }, "commits");
  for (const { part } of shares) {
    for (const text of itemsOf(part)) yield lines.item(new JsonText(text));
  }
  const left_out = [...leftOut, ...(shares[0]?.end.left_out ?? [])];
  yield lines.end({ looked_at: { commits, resolved, left_out } });
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
