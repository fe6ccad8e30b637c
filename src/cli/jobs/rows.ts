import { keyOfName } from "../../base/name-key.ts";
import { packed, unpacked } from "../../encoding/packed.ts";
import { HeirError, InvariantError } from "../../model/findings/failure.ts";
import type { LeftOut } from "../../model/results/left-out.ts";
import type { LogEntry, LoggedCommit, LogShare } from "../../model/results/log.ts";
import type { TestRun } from "../../model/results/test-run.ts";
import type { Uses } from "../../model/results/uses.ts";
import type { Masked } from "../../model/secrets/masked.ts";
import type { SourceFile } from "../../model/values/origin.ts";
import type { AfterNodesData, WrittenNode, WrittenNodes } from "../../report/inventory/writer.ts";
import { joinedTests } from "../../report/shards/checks.ts";
import { joinedStretches } from "../../report/shards/logs.ts";
import { joinedUses } from "../../report/shards/uses.ts";
import { type DiffShare, joinedComparison, shareOfComparison } from "../../workspace/compare/shares.ts";
import type { Log } from "../../workspace/log/request.ts";
import type { Divisible, WorkPart } from "../../workspace/workspace.ts";
import type { DividedResults, Serving, ShareReports } from "../commands/shares.ts";
import type { Worker } from "./worker.ts";

/** How a part of the work of a command comes from the process that does it to the one that prints. */
interface Row<Result> {
  send(result: Result, to: Serving["send"], part: WorkPart): Promise<void>;
  join(workers: readonly Worker[], work: Divisible<Result>): Promise<Result>;
}

/** The commands that are divided. */
export const rows: { readonly [Name in keyof DividedResults]: Row<DividedResults[Name]> } = {
  check: inOne(
    (nodes) => nodes,
    (parts) => new Map(parts.flatMap((nodes) => [...nodes])),
  ),
  diff: inOne((comparison, { own }) => shareOfComparison(comparison, own), joinedComparison),
  inventory: { send: sendInventory, join: joinInventory },
  log: { send: sendLog, join: joinLog },
  test: inOne((run: TestRun) => run, joinedTests),
  uses: inOne((found: readonly Masked<Uses>[]) => found, joinedUses),
};

/** What the report of a share holds, for `heir report merge`. */
export const found: { readonly [Name in keyof ShareReports]: (data: ShareReports[Name], share: WorkPart) => unknown } =
  {
    diff: ({ part, ...how }, { own }): DiffShare => ({ ...how, part: shareOfComparison(part, own) }),
    test: (run) => run,
    uses: (uses) => uses,
  };

/** A result that is sent as one record, in a form in which the parts are joined. */
function inOne<Result, Sent>(
  sent: (result: Result, part: WorkPart) => Sent,
  joined: (parts: readonly Sent[]) => Result,
): Row<Result> {
  return {
    send: (result, to, part) => to("e", textOf(sent(result, part))),
    async join(workers, { meanwhile }) {
      const ends = Promise.all(workers.map(async (worker) => (await worker.next()).body));
      const [bodies, files = []] = await Promise.all([ends, meanwhile?.()]);
      return joined(bodies.map((body) => dataOf<Sent>(body, files)));
    },
  };
}

function textOf(data: unknown): string {
  return JSON.stringify(packed(data, "texts"));
}

/** What a process of this very build sent. */
function dataOf<Sent>(body: Buffer, files?: Iterable<SourceFile>): Sent {
  return unpacked<Sent>(JSON.parse(body.toString()), files);
}

/** Of a node that is not as it should be, first what is wrong. */
async function sendInventory({ nodes, after }: WrittenNodes, to: Serving["send"]): Promise<void> {
  for await (const { text, ...about } of nodes) {
    if (about.isFailed || about.diagnostics.length > 0) await to("d", textOf(about));
    await to("t", String(text));
  }
  await to("e", JSON.stringify(after()));
}

/** Takes each node from the worker whose part it is in, in the order of one process. */
async function joinInventory(workers: readonly Worker[], { names }: Divisible<WrittenNodes>): Promise<WrittenNodes> {
  const after: AfterNodesData[] = [];
  async function* nodes(): AsyncGenerator<WrittenNode> {
    for (const name of names) {
      const key = keyOfName(name);
      const worker = workers.find(({ part }) => part.own(key));
      if (worker === undefined) throw new InvariantError(`no worker writes ${name}`);
      const first = await worker.next();
      const about: Omit<WrittenNode, "text"> = first.kind === "d" ? dataOf(first.body) : SOUND;
      yield { ...about, text: (first.kind === "d" ? await worker.next() : first).body };
    }
    // What processes of this very build sent.
    for (const worker of workers) {
      const sent: readonly AfterNodesData[] = JSON.parse((await worker.next()).body.toString());
      after.push(...sent);
    }
  }
  return { nodes: nodes(), after: () => after };
}

const SOUND: Omit<WrittenNode, "text"> = { isFailed: false, diagnostics: [] };

/** The commits, and then what the join needs of the stretch. */
async function sendLog({ entries, share }: Log, to: Serving["send"]): Promise<void> {
  for await (const { commit, ...entry } of entries) await to("d", textOf({ commit: bare(commit), ...entry }));
  await to("e", textOf(share()));
}

/** A commit without what the walk knows of it. */
function bare({ id, parents, author, email, date, subject, boundary }: LoggedCommit): LoggedCommit {
  return { id, parents, author, email, date, subject, boundary };
}

async function joinLog(workers: readonly Worker[]): Promise<Log> {
  const tally = { commits: 0, snapshots: 0, resolved: 0 };
  const leftOut: LeftOut[] = [];
  async function* entries(): AsyncGenerator<LogEntry> {
    const ends: LogShare[] = [];
    for (const worker of workers) {
      let record = await worker.next();
      for (; record.kind === "d"; record = await worker.next()) yield dataOf(record.body);
      ends.push(dataOf(record.body));
    }
    const joined = joinedStretches(ends);
    Object.assign(tally, { commits: joined.commits, resolved: joined.resolved });
    leftOut.push(...joined.leftOut);
    if (joined.missing !== undefined) throw new HeirError("usage", joined.missing.message, joined.missing.hint);
  }
  const share = () => {
    throw new InvariantError("a log that is divided is no share");
  };
  return { entries: entries(), tally, seen: () => true, leftOut: () => leftOut, share };
}
