import { revisionsIn } from "../../model/inventory/revision.ts";
import type { Abortable } from "../../model/inventory/snapshot.ts";
import type { BisectQuestion } from "../../model/results/bisection.ts";
import type { Stretches } from "../../model/results/history.ts";
import { mask } from "../../model/secrets/mask.ts";
import type { History } from "../../source/history/history.ts";
import { secretsOf } from "../load/outcome.ts";
import type { Workspace } from "../workspace.ts";
import type { BlameRequest, Log, LogAsked, LogRequest } from "./request.ts";

type HistoryReader = Pick<Workspace, "source" | "load">;

/** The commits that change what is asked for. Throws HeirError for revisions unknown to git. */
export async function openedLog(workspace: HistoryReader, request: LogRequest, options: LogAsked = {}): Promise<Log> {
  const { source } = workspace;
  const { revisions, firstParent = false, share } = request;
  for (const word of revisions) for (const each of revisionsIn(word)) await source.resolve(each, options);
  const history = source.history({ revisions, firstParent });
  const { OpenLog } = await import("./log.ts");
  const stretch = share && (await stretchOfShare(history, share, { ...request, ...options }));
  const commits = stretch === undefined ? history : history.within(stretch);
  return new OpenLog({ history: commits, stretch, workspace }, request, options);
}

/** One node is followed through its names from the newest commit on, so that its history cannot be divided. */
async function stretchOfShare(history: History, share: Stretches, { node, filter, signal }: LogRequest & Abortable) {
  const part = node === undefined ? share : { index: 1, of: 1 };
  const wanted = filter && (await history.filtered(filter, { signal }));
  const stretch = await history.stretch({ part, wanted, signal });
  return node === undefined || share.index === 1 ? stretch : { ...stretch, end: 0 };
}

/** The commit that last changed each value of a node, its secrets masked; throws as {@link openedLog} does. */
export async function blamed({ source, load }: HistoryReader, request: BlameRequest, options: LogAsked = {}) {
  const revision = request.commit ?? "HEAD";
  await source.resolve(revision, options);
  const history = source.history({ revisions: [revision], firstParent: false });
  const { blameNode } = await import("./blame.ts");
  const blame = await blameNode({ history, workspace: { load }, source }, request, options);
  return mask("blame", blame, secretsOf([request.inventory], options.secrets));
}

/** The commit that introduced the value of a node; throws as `bisectValue` does. */
export async function bisected(workspace: HistoryReader, question: BisectQuestion, options?: Abortable) {
  return (await import("./bisect.ts")).bisectValue(question, workspace, options);
}
