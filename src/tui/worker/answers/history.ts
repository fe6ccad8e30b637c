import { join } from "node:path";
import { expected } from "../../../model/findings/failure.ts";
import type { Abortable, Snapshot } from "../../../model/inventory/snapshot.ts";
import { type CommitLine, watchedFolders } from "../../../workspace/repository/commit-pages.ts";
import type { AnswerWork, WorkerRepository } from "../opened/repository.ts";

const PAGE = 300;
const SHORT_ID = 7;

/** One page of commits, newest first. Only git is asked. */
export async function answerHistory(
  { from, range }: { readonly from: number; readonly range: string | undefined },
  { repository, signal }: Abortable & { readonly repository: Pick<WorkerRepository, "history"> },
) {
  const part = { skip: from, count: PAGE, range };
  const history = await repository.history();
  const { refs } = await refsNow(repository);
  const commits = await history.page(part, { signal });
  const grafted = history.grafted();
  const rows: readonly CommitRow[] = commits.map((line) => commitRow(line, grafted));
  return { from, refs, commits: rows, isLast: commits.length < PAGE };
}

export type CommitRow = ReturnType<typeof commitRow>;

/** A commit as a row of the list. */
export function commitRow({ id, parents, time, author, subject }: CommitLine, grafted: ReadonlySet<string>) {
  const row = { id, shortId: id.slice(0, SHORT_ID), parent: parents[0], time, author, subject };
  return { ...row, ...(grafted.has(id) && { isGrafted: true as const }) };
}

/** What HEAD, all refs, the index and the work tree hold, as texts: equal texts mean equal content. */
export interface Trees {
  /** The commit that is checked out; empty before the first one. */
  readonly head: string;
  readonly refs: string;
  readonly index: string;
  readonly worktree: string;
  /** The folder of the inventory in the work tree; undefined if there is none. */
  readonly root: string | undefined;
}

/** What the refs, the index and the files say now; the folders of the work tree are watched from now on. */
export async function answerTrees(_ask: object, { repository, signal }: AnswerWork): Promise<Trees> {
  const workspace = await repository.workspace();
  const { source, folder } = workspace;
  const stateOf = (name: "INDEX" | "WORKTREE") =>
    workspace.formerSnapshot(name, { signal }).catch((error: unknown) => expected(error).message);
  const [index, worktree] = [await stateOf("INDEX"), await stateOf("WORKTREE")];
  if (typeof worktree !== "string") await repository.follow(watchedFolders(worktree, source.top));
  const refs = await refsNow(repository);
  // Where the files are that an editor opens.
  const root = typeof worktree === "string" ? folder : join(source.top, worktree.place.folder);
  return { ...refs, index: idOf(index), worktree: idOf(worktree), root };
}

async function refsNow(repository: Pick<WorkerRepository, "history">): Promise<Pick<Trees, "head" | "refs">> {
  const history = await repository.history();
  const [head = "", branch = "", refs] = [await history.head(), await history.branch(), await history.refs()];
  return { head, refs: [head, branch, ...history.unfinished(), refs].join("\n") };
}

function idOf(state: Snapshot | string): string {
  return typeof state === "string" ? state : [state.id, ...(state.tree === undefined ? [] : [state.tree])].join(" ");
}

/** Branch, what git has begun, and settings; no file of the inventory is read. */
export async function answerHeader(_ask: object, { repository }: AnswerWork) {
  const history = await repository.history();
  const settings = await history.settings();
  const [branch, head] = [await history.branch(), await history.head()];
  return {
    branch,
    states: [...statesOf(branch, head), ...history.unfinished()],
    keys: keysIn(settings),
    // As git reads a setting as true.
    mouse: /^(?:true|yes|on|1)$/i.test(settings.get("mouse") ?? "true"),
  };
}

function statesOf(branch: string | undefined, head: string | undefined): readonly string[] {
  if (head === undefined) return ["no commits yet"];
  return branch === undefined ? [`detached at ${head.slice(0, 7)}`] : [];
}

function keysIn(settings: ReadonlyMap<string, string>): Readonly<Record<string, string>> {
  const own = [...settings].filter(([name]) => name.startsWith("key."));
  return Object.fromEntries(own.map(([name, value]) => [name.slice("key.".length), value]));
}
