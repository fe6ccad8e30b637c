import type { Workspace } from "../../../workspace/workspace.ts";
import type { Header } from "../protocol/data.ts";
import type { AnswerWork } from "../work.ts";

/** Branch and number of nodes. */
export async function answerHeader(_ask: object, { repository, signal }: AnswerWork): Promise<Header> {
  const [workspace, history] = await Promise.all([repository.workspace(), repository.history()]);
  const settings = await history.settings();
  const branch = (await history.branch()) ?? "no branch";
  const snapshot = await workspace.snapshot(workspace.defaultRevision, { signal });
  const { nodeNames } = await workspace.load(snapshot, { signal });
  return {
    branch,
    nodes: nodeNames.length,
    root: await folderOf(workspace),
    keys: keysIn(settings),
    mouse: isOn(settings.get("mouse")),
  };
}

/** The folder of the files that an editor opens; empty in a bare repository, which has none. */
async function folderOf(workspace: Workspace): Promise<string> {
  return workspace.defaultRevision === "WORKTREE" ? workspace.worktreeFolder() : "";
}

/** Whether git reads a setting as true. */
function isOn(value = "false"): boolean {
  return /^(?:true|yes|on|1)$/i.test(value);
}

function keysIn(settings: ReadonlyMap<string, string>): Header["keys"] {
  const own = [...settings].filter(([name]) => name.startsWith("key."));
  return Object.fromEntries(own.map(([name, value]) => [name.slice("key.".length), value]));
}
