import type { Division, Workers } from "../../base/division.ts";
import { HeirError, InvariantError } from "../../model/findings/failure.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { LogEntry, LoggedCommit, LogShare } from "../../model/results/log.ts";
import { joinedStretches } from "../../report/shards/stretches.ts";
import type { Workspace } from "../workspace.ts";
import type { Log, LogOptions, LogRequest } from "./request.ts";

/** This many commits with changes are one part of a stretch. */
const PART_COMMITS = 32;

/** A process may hold this many parts: later stretches are done while the first one is printed. */
const AHEAD = 64;

/** Some commits of a stretch, and behind the last ones what the join needs of the stretch. */
interface StretchPart {
  readonly entries: readonly LogEntry[];
  readonly end?: LogShare;
}

/** As `Workspace.log` of all nodes, with the help of other processes, each of which walks a stretch of the commits. */
export function logDivided(
  workers: Workers,
  workspace: Workspace,
  { request, options }: { readonly request: LogRequest; readonly options: LogOptions },
): Log {
  const tally = { commits: 0, snapshots: 0, resolved: 0 };
  const leftOut: LeftOut[] = [];
  const division: Division<StretchPart> = {
    blocks: (processes) => processes,
    parts: (block, of) => partsOf(workspace, { ...request, share: { index: block + 1, of } }, options),
    ahead: AHEAD,
  };
  async function* entries(): AsyncGenerator<LogEntry> {
    const ends: LogShare[] = [];
    for await (const { data } of workers.divide(division)) {
      yield* data.entries;
      if (data.end !== undefined) ends.push(data.end);
      await options.progress?.(ends.reduce((sum, { commits }) => sum + commits, 0));
    }
    const joined = joinedStretches(ends);
    Object.assign(tally, { commits: joined.commits, resolved: joined.resolved });
    leftOut.push(...joined.leftOut);
    if (joined.missing !== undefined) throw new HeirError("usage", joined.missing.message, joined.missing.hint);
  }
  return {
    entries: entries(),
    tally,
    seen: () => true,
    leftOut: () => leftOut,
    share: () => {
      throw new InvariantError("a log that is divided is no share");
    },
  };
}

async function* partsOf(
  workspace: Workspace,
  request: LogRequest,
  options: LogOptions,
): AsyncGenerator<{ readonly data: StretchPart }> {
  const log = await workspace.log(request, options);
  let entries: LogEntry[] = [];
  for await (const { commit, ...entry } of log.entries) {
    entries.push({ commit: bare(commit), ...entry });
    if (entries.length < PART_COMMITS) continue;
    yield { data: { entries } };
    entries = [];
  }
  yield { data: { entries, end: log.share() } };
}

/** A commit without what the walk knows of it. */
function bare({ id, parents, author, email, date, subject, boundary }: LoggedCommit): LoggedCommit {
  return { id, parents, author, email, date, subject, ...(boundary && { boundary }) };
}
