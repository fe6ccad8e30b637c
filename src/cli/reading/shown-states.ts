import type { EmptyScope } from "../../model/findings/failure.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { LogEntry } from "../../model/results/log.ts";
import { type Atom, atomsOf, nameHolds, type Selector } from "../../model/selector/selector.ts";
import { hasError } from "../../workspace/load/outcome.ts";
import { type LogAsked, type LogWords, logWords } from "../../workspace/log/request.ts";
import { PathSearch } from "../../workspace/scope/paths.ts";
import { leaveOut, unnamed } from "../../workspace/scope/selected-nodes.ts";
import { type AskedPath, namesOf } from "../../workspace/scope/things.ts";
import type { Reading, ScopedReading } from "./names.ts";

export interface NarrowedTo {
  readonly selector: Selector | undefined;
  readonly paths: readonly AskedPath[];
}

interface Shown {
  /** The newest first. */
  readonly states: AsyncIterable<Snapshot>;
  readonly history?: History;
}

type History = Pick<LogWords, "revisions" | "newest">;

/**
 * Looks nodes and paths up in the shown states, then in history; those found nowhere are out of scope (rule S14 in
 * docs/concepts/snapshots.md). Throws what the states throw, and HeirError where no commit has an inventory.
 */
export async function checkShownScope(
  { selector, paths }: NarrowedTo,
  { states, history }: Shown,
  { scope, ...reading }: ScopedReading,
): Promise<void> {
  const { workspace, context } = reading;
  const search = new PathSearch(paths, { workspace, steps: context });
  const missing = new Map<Atom, EmptyScope>();
  let open = selector === undefined ? [] : atomsOf(selector);
  let isRead = false;
  const isDone = () => search.isDone && open.length === 0;
  if (isDone()) return;
  for await (const snapshot of states) {
    const inventory = await workspace.load(snapshot, { scope: "names", signal: context.signal });
    if (hasError(inventory)) continue;
    isRead = true;
    for (const atom of open) {
      const error = await unnamed(atom, [{ workspace, snapshot, inventory }], context);
      if (error === undefined) missing.delete(atom);
      else if (!missing.has(atom)) missing.set(atom, error);
    }
    open = [...missing.keys()];
    await search.visit({ snapshot, names: meantFirst(inventory.nodeNames, selector) });
    if (isDone()) return;
  }
  const commits = history === undefined || (await isUnborn(history, reading)) ? undefined : history;
  if (!isRead && commits === undefined) return;
  for (const [atom, error] of missing) {
    if (commits !== undefined && (await wasNamed(atom, commits, reading))) continue;
    leaveOut(atom, error, scope);
  }
  if (commits !== undefined) await searchHistory(search, commits, reading);
  search.inScope(scope);
}

function meantFirst(names: readonly string[], selector: Selector | undefined): readonly string[] {
  const meant = new Set(names.filter((name) => selector !== undefined && nameHolds(selector, name) !== false));
  return [...meant, ...names.filter((name) => !meant.has(name))];
}

function isUnborn({ newest }: History, { workspace, context: { signal } }: Reading): Promise<boolean> {
  return workspace.source.isUnborn(newest, { signal });
}

/** Whether a commit has what is named, or for a node its parent. Facts and values are not looked for in history. */
async function wasNamed({ of, fits }: Atom, { revisions }: History, reading: Reading): Promise<boolean> {
  const { workspace, context } = reading;
  const isNode = of === "node";
  if (!isNode && of !== "class" && of !== "group") return false;
  const isMeant = (name: string): boolean => isNode && fits(name);
  const log = await workspace.log({ revisions, isMeant, known: false, quiet: true }, logOptions(context));
  for await (const { commit } of log.entries) {
    if (log.seen()) return true;
    if (isNode) continue;
    const snapshot = await workspace.formerSnapshot(commit.id, { signal: context.signal });
    if (namesOf(of, await workspace.load(snapshot, { scope: "names" })).some(fits)) return true;
  }
  return log.seen();
}

/** Searches the nodes of each commit that changes values at the missing paths, and of its parent, until every path is found. */
async function searchHistory(search: PathSearch<AskedPath>, { revisions }: History, { workspace, context }: Reading) {
  if (search.isDone) return;
  const { signal } = context;
  const { entries } = await workspace.log({ revisions, paths: search.filters }, logOptions(context));
  for await (const { commit, comparison } of entries) {
    if (comparison === undefined) continue;
    const names = touchedNodes(comparison);
    for (const id of [commit.id, ...commit.parents.slice(0, 1)]) {
      await search.visit({ snapshot: await workspace.formerSnapshot(id, { signal }), names });
    }
    if (search.isDone) return;
  }
}

/** How a log is walked for a command: its progress counts the commits that are read. */
export function logOptions({ signal, step }: Reading["context"]): Pick<LogAsked, "signal" | "progress"> {
  return { signal, progress: (done) => step(done, 0, "commits read") };
}

/** What the terminal UI shows first: the work tree, and what opens. Reading throws HeirError for unknown revisions. */
export function shownFirst(shown: ShownWords, reading: Reading): Shown {
  const isRange = shown.merge === undefined && !shown.staged;
  const history = isRange ? logWords([], shown.range) : undefined;
  return { states: shownStates(shown, history, reading), history };
}

/** The states of a range of commits: the newest one, and its history. */
export function shownRange(history: History, reading: Reading): Shown {
  return { states: newestOf(history, reading), history };
}

async function* shownStates({ merge, staged }: ShownWords, history: History | undefined, reading: Reading) {
  const { workspace, context } = reading;
  const { signal } = context;
  yield await workspace.snapshot(workspace.defaultRevision, { signal });
  if (merge !== undefined) {
    const { planMerge } = await import("../../workspace/merge/ways.ts");
    const { task } = await planMerge(workspace.source, { branch: merge, into: "HEAD", signal });
    const { merged, ours, theirs, base } = task.states;
    yield* [merged, ours, theirs, base];
  } else if (staged) yield* [...(await workspace.ends([], true, { signal }))].reverse();
  else if (history !== undefined) yield* newestOf(history, reading);
}

/** The newest commit of a range; none before the first one. */
async function* newestOf(history: History, reading: Reading): AsyncGenerator<Snapshot> {
  const { workspace, context } = reading;
  if (await isUnborn(history, reading)) return;
  yield await workspace.formerSnapshot(history.newest, { signal: context.signal });
}

/** The nodes that a commit changes, on both of its sides. */
function touchedNodes({ changes, nodes }: NonNullable<LogEntry["comparison"]>): readonly string[] {
  const { added, removed, newlyFailing, newlyResolving } = nodes;
  const failing = newlyFailing.map(({ name }) => name);
  return [...new Set([...changes.flatMap((each) => each.nodes), ...added, ...removed, ...failing, ...newlyResolving])];
}

/** What a screen opens with: a preview of a merge, what is staged, else a range of commits. */
export interface ShownWords {
  readonly range: string | undefined;
  readonly staged: boolean;
  readonly merge: string | undefined;
}
