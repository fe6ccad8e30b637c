import type { PlainLog, PlainWhy } from "../model/documents/history.ts";
import { logEntryData } from "../report/history/log.ts";
import { whyData } from "../report/history/why.ts";
import { askedNode, entriesInScope } from "../workspace/log/asked-node.ts";
import { type LogRequest, logWords } from "../workspace/log/request.ts";
import { readComparedPath, unknownNode } from "../workspace/scope/things.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { givenPath, type Plain, plainResult } from "./plain.ts";
import type { LogOptions, ValuePath, WhyOptions } from "./types.ts";

/** The commits that change a value, a node or any node. Throws HeirError for a node or value that no commit has. */
export async function historyOf(workspace: Workspace, options: LogOptions): Promise<PlainLog> {
  const { node, path, range, maxCount = Number.POSITIVE_INFINITY, secrets, signal } = options;
  const { revisions, newest } = logWords([], range);
  const snapshot = await workspace.snapshot(newest, { signal });
  const inventory = await workspace.load(snapshot, { scope: "names", signal });
  const given = path === undefined ? undefined : givenPath(path);
  const state = { workspace, snapshot, inventory, signal };
  const found = node === undefined ? undefined : await askedNode({ name: node, path: given }, state);
  const request = { revisions, ...requestOf(options), ...found?.asked };
  const log = await workspace.log(request, { signal, secrets });
  const commits: Plain<ReturnType<typeof logEntryData>>[] = [];
  const onNothing = (): void => {
    if (found !== undefined) throw found.nothing();
  };
  for await (const entry of entriesInScope(log, onNothing)) {
    commits.push(plainResult(logEntryData(entry)));
    if (commits.length === maxCount) break;
  }
  const { commits: read, resolved } = log.tally;
  return { v: 1, commits, looked_at: { commits: read, resolved, left_out: log.leftOut() } };
}

function requestOf({ firstParent = false, since, until, author }: LogOptions): Omit<LogRequest, "revisions"> {
  const filter = Object.entries({ since, until, author }).filter(([, text]) => text !== undefined);
  return { firstParent, causes: true, ...(filter.length > 0 && { filter: Object.fromEntries(filter) }) };
}

/** Why a value differs between two states. Throws HeirError for a node or value that neither has. */
export async function whyOf(
  workspace: Workspace,
  name: string,
  path: ValuePath,
  { from, to, secrets, all = false, signal }: WhyOptions,
): Promise<PlainWhy> {
  const ends = await workspace.ends([from, to], false, { signal });
  const node = await workspace.why(...ends, name, { signal });
  if (node === undefined) throw await unknownNode(name, { ends }, { workspace, signal });
  const read = await readComparedPath(givenPath(path), { node, name, ends }, { workspace, signal });
  return plainResult(whyData(await node.why(read, { all, signal, secrets })));
}
