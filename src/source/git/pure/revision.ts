import { commitInfo } from "../program/commit-text.ts";
import type { CommitInfo } from "../store.ts";
import type { PureObjects } from "./objects.ts";
import { needsGit } from "./refusals.ts";

/**
 * The commit that a revision names, read without git: names of branches and tags, ids in full or short, `@`, and any
 * number of `~n`, `^n`, `^{commit}` and `^{}`. Undefined when it names none. Throws HeirError for other forms.
 */
export async function pureCommit(objects: PureObjects, revision: string): Promise<CommitInfo | undefined> {
  const [, name, suffixes] = /^([^~^:]*)((?:~\d*|\^\d*|\^\{(?:commit)?\})*)$/.exec(revision) ?? [];
  if (name === undefined || suffixes === undefined || name.includes("@{")) {
    throw needsGit(`reading the revision "${revision}"`);
  }
  const id = await objects.find(name === "@" ? "HEAD" : name);
  let commit = id === undefined ? undefined : await peel(objects, id);
  for (const [step] of suffixes.matchAll(/~\d*|\^\d*(?!\{)/g)) {
    if (commit === undefined) return undefined;
    commit = await go(objects, commit, step);
  }
  return commit;
}

/** Follows annotated tags to the commit behind them. */
async function peel(objects: PureObjects, id: string): Promise<CommitInfo | undefined> {
  const object = await objects.read(id);
  if (object?.type === "commit") return commitInfo(id, object.bytes);
  if (object?.type !== "tag") return undefined;
  const [, target] = /^object ([0-9a-f]+)$/m.exec(Buffer.from(object.bytes).toString()) ?? [];
  return target === undefined ? undefined : peel(objects, target);
}

/** One `~n` (n first parents) or `^n` (the n-th parent); without a number it is 1, and 0 is the commit itself. */
async function go(objects: PureObjects, from: CommitInfo, step: string): Promise<CommitInfo | undefined> {
  const count = step.length === 1 ? 1 : Number(step.slice(1));
  if (count === 0) return from;
  if (step.startsWith("^")) return parent(objects, from, count);
  let at: CommitInfo | undefined = from;
  for (let left = count; left > 0 && at !== undefined; left -= 1) at = await parent(objects, at, 1);
  return at;
}

async function parent(objects: PureObjects, of: CommitInfo, count: number): Promise<CommitInfo | undefined> {
  const id = of.parents[count - 1];
  return id === undefined ? undefined : peel(objects, id);
}
