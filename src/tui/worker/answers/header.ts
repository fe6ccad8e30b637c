import { join } from "node:path";
import type { Abortable } from "../../../model/inventory/snapshot.ts";
import type { Workspace } from "../../../workspace/workspace.ts";
import type { Header } from "../protocol/data.ts";
import type { AnswerWork } from "../work.ts";

/** Branch, what git has begun, and number of nodes. */
export async function answerHeader(_ask: object, { repository, signal }: AnswerWork): Promise<Header> {
  const [workspace, history] = await Promise.all([repository.workspace(), repository.history()]);
  const settings = await history.settings();
  const [branch, head] = [await history.branch(), await history.head()];
  return {
    branch,
    states: [...statesOf(branch, head), ...history.unfinished()],
    nodes: await nodesOf(workspace, { signal }),
    root: await folderOf(workspace),
    keys: keysIn(settings),
    mouse: isOn(settings.get("mouse")),
  };
}

function statesOf(branch: string | undefined, head: string | undefined): readonly string[] {
  if (head === undefined) return ["no commits yet"];
  return branch === undefined ? [`detached at ${head.slice(0, 7)}`] : [];
}

/** How many nodes there are; none where there is no inventory yet. */
async function nodesOf(workspace: Workspace, options: Abortable): Promise<number> {
  const snapshot = await workspace.formerSnapshot(workspace.defaultRevision, options);
  if (snapshot.place.missing !== undefined) return 0;
  return (await workspace.load(snapshot, { ...options, scope: "names" })).nodeNames.length;
}

/** The folder of the files that an editor opens; empty in a bare repository, which has none. */
async function folderOf(workspace: Workspace): Promise<string> {
  if (workspace.defaultRevision !== "WORKTREE") return "";
  return join(workspace.source.top, (await workspace.formerSnapshot("WORKTREE")).place.folder);
}

/** Whether git reads a setting as true. */
function isOn(value = "false"): boolean {
  return /^(?:true|yes|on|1)$/i.test(value);
}

function keysIn(settings: ReadonlyMap<string, string>): Header["keys"] {
  const own = [...settings].filter(([name]) => name.startsWith("key."));
  return Object.fromEntries(own.map(([name, value]) => [name.slice("key.".length), value]));
}
