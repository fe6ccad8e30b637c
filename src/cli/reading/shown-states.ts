import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { LogEntry } from "../../model/results/log.ts";
import { type LogWords, logWords } from "../../workspace/log/words.ts";
import { planMerge } from "../../workspace/merge/source.ts";
import type { AskedPath } from "../../workspace/scope/written-path.ts";
import { chosenNames, matching, unmatched } from "./names.ts";
import { PathSearch, type Reading } from "./paths.ts";
import { isUnreadable } from "./problems.ts";
import type { Scope } from "./scope.ts";

/** What a screen opens with: a preview of a merge, what is staged, else a range of commits. */
export interface ShownWords {
  readonly range: string | undefined;
  readonly staged: boolean;
  readonly merge: string | undefined;
}

/** Nodes and paths that what is shown is narrowed to. */
export interface NarrowedTo {
  readonly patterns: readonly string[];
  readonly paths: readonly AskedPath[];
}

interface Screens extends Reading {
  readonly shown: ShownWords;
}

interface Search extends Reading {
  readonly scope: Scope;
}

/**
 * Looks nodes and paths up in states; each that none of them has is out of scope (rule S14 in docs/concepts/snapshots.md).
 * Throws what the states throw.
 */
export async function checkShownScope(
  { patterns, paths }: NarrowedTo,
  states: AsyncIterable<ShownState>,
  { scope, ...reading }: Search,
): Promise<void> {
  const { workspace, context } = reading;
  const search = new PathSearch(paths, reading);
  const names = new Set<string>();
  let isRead = false;
  const isDone = () => search.isDone && unmatched(patterns, names).length === 0;
  if (isDone()) return;
  for await (const { snapshot, nodes } of states) {
    const inventory = await workspace.load(snapshot, { scope: "names", signal: context.signal });
    if (isUnreadable(inventory)) continue;
    isRead = true;
    for (const name of inventory.nodeNames) names.add(name);
    await search.visit({ snapshot, names: nodes ?? meantFirst(inventory.nodeNames, patterns) });
    if (isDone()) return;
  }
  if (!isRead) return;
  chosenNames("node", { names: [...names], patterns, scope });
  search.inScope(scope);
}

function meantFirst(names: readonly string[], patterns: readonly string[]): readonly string[] {
  const meant = new Set(matching(names, patterns));
  return [...meant, ...names.filter((name) => !meant.has(name))];
}

/** A state that is shown. */
interface ShownState {
  readonly snapshot: Snapshot;
  /** The nodes that can differ from those of the states before it; all when absent. */
  readonly nodes?: readonly string[];
}

/**
 * The states that the screens of the terminal UI show: the work tree and those that it opens with, the newest first. Of a
 * range of commits each is given that changes nodes, and its parent. Throws HeirError for unknown revisions, and where no
 * commit has an inventory.
 */
export async function* shownStates({ shown, ...reading }: Screens): AsyncGenerator<ShownState> {
  const { workspace, context } = reading;
  const { signal } = context;
  yield { snapshot: await workspace.snapshot(workspace.defaultRevision, { signal }) };
  if (shown.merge !== undefined) {
    const { task } = await planMerge(workspace.source, { branch: shown.merge, into: "HEAD", signal });
    const { merged, ours, theirs, base } = task.states;
    for (const snapshot of [merged, ours, theirs, base]) yield { snapshot };
  } else if (shown.staged) {
    for (const snapshot of [...(await workspace.ends([], true, { signal }))].reverse()) yield { snapshot };
  } else yield* statesOfRange(logWords([], shown.range), reading);
}

/** The commits of a range, the newest first, then those that change nodes, each with its parent; none before the first one. */
export async function* statesOfRange(
  { revisions, newest }: Pick<LogWords, "revisions" | "newest">,
  { workspace, context }: Reading,
): AsyncGenerator<ShownState> {
  const { signal } = context;
  if (await workspace.source.isUnborn(newest, { signal })) return;
  yield { snapshot: await workspace.formerSnapshot(newest, { signal }) };
  const progress = (done: number) => context.step(done, 0, "commits read");
  const { entries } = await workspace.log({ revisions }, { signal, progress });
  for await (const { commit, comparison } of entries) {
    if (comparison === undefined) continue;
    const nodes = touchedNodes(comparison);
    for (const id of [commit.id, ...commit.parents.slice(0, 1)]) {
      yield { snapshot: await workspace.formerSnapshot(id, { signal }), nodes };
    }
  }
}

/** The nodes that a commit changes, on both of its sides. */
function touchedNodes({ changes, nodes }: NonNullable<LogEntry["comparison"]>): readonly string[] {
  const { added, removed, newlyFailing, newlyResolving } = nodes;
  const failing = newlyFailing.map(({ name }) => name);
  return [...new Set([...changes.flatMap((each) => each.nodes), ...added, ...removed, ...failing, ...newlyResolving])];
}
