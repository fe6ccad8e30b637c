import { keptAt } from "../../base/made-once.ts";
import { grouped } from "../../base/text-order.ts";
import { Identities } from "../../compare/identity.ts";
import { pathIn } from "../../model/inventory/folder-paths.ts";
import type { Snapshot } from "../../model/inventory/snapshot.ts";
import type { Change } from "../../model/results/change.ts";
import type { HistoryCommit, LineCommit } from "../../model/results/history.ts";
import type { Blame, BlamedLeaf, LineWriter, LoggedCommit } from "../../model/results/log.ts";
import { isSelected } from "../../model/results/path-selection.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import { placeOf, type Value } from "../../model/values/value.ts";
import { type Leaf, leavesOf } from "../../model/values/value-at.ts";
import { linePairs } from "../../report/text/text-diff.ts";
import type { History } from "../../source/history/history.ts";
import type { Source } from "../../source/open.ts";
import { compareSides } from "../compare/comparison.ts";
import type { Workspace } from "../workspace.ts";
import { type NodeState, presentKey, valueKey } from "./node-state.ts";
import type { BlameRequest, LogAsked } from "./request.ts";
import { HistoryWalk, type TrackedStates } from "./walk.ts";

interface BlameSource {
  readonly history: History;
  readonly workspace: Pick<Workspace, "load">;
  /** What says who wrote the lines of a commit. */
  readonly source: Pick<Source, "lines" | "committedText">;
}

/**
 * The commit that last changed each leaf (a list is one) of a node: each is passed to the first parent with the same
 * value, through renames; a commit without one is to blame, as is a shallow clone's boundary. Throws what git throws.
 */
export async function blameNode(source: BlameSource, request: BlameRequest, options: LogAsked = {}): Promise<Blame> {
  const { value, path, only } = request;
  const leaves = only?.length === 0 ? [] : leavesOf(value, path).filter((leaf) => isSelected(leaf.path, only));
  const found = await blamedLeaves(leaves, source, request, options);
  const boundaries = [...found.values()].flatMap(({ commit }) => (commit.boundary ? [commit.id] : []));
  const values = leaves.map((leaf) => leaf.value);
  const written = await lineWriters(source.source, request, values);
  return {
    node: request.node.name,
    leftOut: [...new Set(boundaries)].map((commit) => ({ kind: "shallow", commit })),
    leaves: leaves.map(({ path, value }): BlamedLeaf => {
      const { commit, changes = [] } = found.get(JSON.stringify(path)) ?? {};
      const cause = changes.find((each) => each.path.every((key, at) => path[at] === key))?.cause;
      return { path, value, since: commit, line: written(value), cause };
    }),
  };
}

interface Blamed {
  readonly commit: LoggedCommit;
  /** The changes of the commit below the requested path. */
  readonly changes: readonly Change[];
}

/** What is to blame, by leaf; leaves that are not committed yet are omitted. */
async function blamedLeaves(
  leaves: readonly Leaf[],
  { history, workspace }: BlameSource,
  request: BlameRequest,
  { signal, progress }: LogAsked,
): Promise<ReadonlyMap<string, Blamed>> {
  const identities = new Identities();
  const tally = { commits: 0, snapshots: 0, resolved: 0 };
  const walk = new HistoryWalk({ history, workspace, signal, node: request.node.name, identities, tally });
  const key = (state: NodeState | undefined, path: ParameterPath) => valueKey(state, path, identities);
  const found = new Map<string, Blamed>();
  /** Leaves by the commit that is currently suspected. */
  const suspects = new Map<string, readonly ParameterPath[]>();
  for await (const commit of history.commits({ signal })) {
    const tracked = await walk.visit(commit);
    const here = tracked.states.get(tracked.name);
    // Of the newest commit, those whose value there is the requested one.
    const fresh = tally.commits === 1 ? leaves : [];
    const committed = fresh.filter(({ path, value }) => key(here, path) === presentKey(value, identities));
    let left = suspects.get(commit.id) ?? committed.map(({ path }) => path);
    suspects.delete(commit.id);
    for (const parent of commit.compared) {
      if (left.length === 0) break;
      const other = await walk.tracked(parent);
      const there = other.states.get(other.name);
      const parts = grouped(left, (path) => here === there || key(here, path) === key(there, path));
      const same = parts.get(true) ?? [];
      if (same.length > 0) suspects.set(parent, [...(suspects.get(parent) ?? []), ...same]);
      left = parts.get(false) ?? [];
    }
    const changes = left.length === 0 ? [] : await changesIn(commit, tracked, walk, request);
    for (const path of left) found.set(JSON.stringify(path), { commit, changes });
    await progress?.(tally.commits);
    signal?.throwIfAborted();
    if (suspects.size === 0) break;
  }
  return found;
}

async function changesIn(
  commit: HistoryCommit,
  now: TrackedStates,
  walk: HistoryWalk,
  { causes, path }: BlameRequest,
): Promise<readonly Change[]> {
  const [parent] = commit.compared;
  if (!causes || parent === undefined) return [];
  const old = await walk.tracked(parent);
  const [before, after] = [await walk.side(parent, [old.name]), await walk.side(commit.id, [now.name])];
  const nodes = new Set([old.name, now.name]);
  const isRenamed = old.name !== now.name && old.states.size > 0;
  const renamed = isRenamed ? { from: old.name, to: now.name } : undefined;
  const comparison = await compareSides(before, after, { nodes, at: path, causes: true, renamed });
  return comparison.changes.map(({ change }) => change);
}

/** Who wrote the line of each value; nobody for a line of the work tree that HEAD lacks. Throws what git throws. */
async function lineWriters(
  source: BlameSource["source"],
  { commit, snapshot }: BlameRequest,
  values: readonly Value[],
): Promise<(value: Value) => BlamedLeaf["line"]> {
  const byFile = new Map<string, { readonly text: string; readonly lines: number[] }>();
  for (const { origin } of values) {
    const { file, line } = placeOf(origin);
    keptAt(byFile, file, () => ({ text: origin.file.text, lines: [] })).lines.push(line);
  }
  const written = new Map<string, LineWriter>();
  for (const [path, { text, lines }] of byFile) {
    const at = placeInHistory(snapshot, path, commit);
    const old = commit === undefined ? ((await source.committedText(at)) ?? "") : text;
    const unchanged = unchangedLines(old, text);
    const asked = lines.flatMap((line) => unchanged(line) ?? []);
    const by = asked.length === 0 ? new Map<number, LineCommit>() : await source.lines({ ...at, lines: asked });
    for (const line of lines) {
      const writer = by.get(unchanged(line) ?? 0);
      if (writer !== undefined) written.set(`${line} ${path}`, { ...writer, repository: at.repository });
    }
  }
  return ({ origin }) => {
    const { file, line } = placeOf(origin);
    return written.get(`${line} ${file}`);
  };
}

/** The number of a line in the old text; undefined for a line that is new. */
function unchangedLines(old: string, now: string): (line: number) => number | undefined {
  if (old === now) return (line) => line;
  const places = new Map<number, number>();
  let [before, after] = [0, 0];
  for (const pair of linePairs(old.split(LINE_END), now.split(LINE_END))) {
    if (pair.old !== undefined) before += 1;
    if (pair.now !== undefined) after += 1;
    if (pair.old === pair.now) places.set(after, before);
  }
  return (line) => places.get(line);
}

const LINE_END = /\r?\n/;

/** Where the lines of a file have their history: here, or in the `repository` of a submodule, by its path from the top. */
function placeInHistory({ place: { folder }, submodules = new Map() }: Snapshot, path: string, commit = "HEAD") {
  const fromTop = (each: string) => pathIn(folder, each);
  const [inner] = [...submodules]
    .filter(([each]) => path.startsWith(`${each}/`))
    .sort(([one], [other]) => other.length - one.length);
  if (inner === undefined) return { commit, path: fromTop(path) };
  const [submodule, pinned] = inner;
  return { commit: pinned, path: path.slice(submodule.length + 1), repository: fromTop(submodule) };
}
