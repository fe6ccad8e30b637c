import { compareText } from "../../base/text-order.ts";
import { commitPanes, commitsInSight, detailHeight, drawCommits, whereText } from "../compose/commits.ts";
import { inside } from "../compose/pane.ts";
import { commitFits, filterOf, onHit } from "../filter.ts";
import type { Action } from "../keymap.ts";
import { plain } from "../line.ts";
import type { Screen } from "../screen.ts";
import { type Cursor, isMove, type Move, movedBy, onItem, type Shown, scrolledBy, settled } from "../select.ts";
import { type CommitsState, chosenCommit, commitList, commitTarget } from "../state/commits.ts";
import type { State } from "../state/state.ts";
import { ask, type Step, step, type Want } from "../step.ts";
import type { CommitRow } from "../worker/data.ts";
import type { Answer, Questions } from "../worker/protocol.ts";
import { openTarget } from "./changes.ts";

/** The history, and what each commit changes. */
export const commits: Screen = {
  name: "commits",
  number: "1",
  title: "Commits",
  hints: ["open", "scroll-down", "help", "quit"],
  open(state) {
    const { all, isLoading } = state.commits;
    return all.length > 0 || isLoading ? step(state, ...wanted(state)) : page(state, 0);
  },
  act,
  take,
  settle(state) {
    const next = settle(state);
    return step(next, ...(state.screen === "commits" ? wanted(next) : []));
  },
  heading: (state) => [plain(whereText(state))],
  draw: drawCommits,
};

/** The screen with the cursor on a commit that is loaded, whatever the filter leaves. */
export function showCommit(state: State, id: string): Step {
  const cleared = { ...state.commits.search, text: "" };
  const all = settle(withCommits({ ...state, screen: "commits" }, { search: cleared }));
  const index = all.commits.rows.findIndex((row) => row.id === id);
  return at(all, onItem(all.commits.cursor, index, shownOf(all)));
}

function act(state: State, action: Action): Step | undefined {
  if (isMove(action)) return at(state, movedBy(state.commits.cursor, action, shownOf(state)));
  switch (action) {
    case "scroll-down":
      return scrolled(state, "down");
    case "scroll-up":
      return scrolled(state, "up");
    case "next-hit":
      return toHit(state, 1);
    case "last-hit":
      return toHit(state, -1);
    case "open": {
      const commit = chosenCommit(state.commits);
      return commit && openTarget(state, commitTarget(commit));
    }
    default:
      return undefined;
  }
}

function shownOf(state: State): Shown {
  return { list: commitList(state.commits), height: commitsInSight(state) };
}

/** The cursor on another commit: its changes are wanted, the numbers of those around it, and more when the end is near. */
function at(state: State, cursor: Cursor): Step {
  if (cursor.id === state.commits.cursor.id) return step(state);
  const next = withCommits(state, { cursor, detailTop: 0 });
  const { all, rows, isWhole, isLoading } = next.commits;
  if (!isWhole && !isLoading && cursor.index >= rows.length - NEAR_THE_END) {
    const more = page(next, all.length);
    return step(more.state, ...wanted(next), ...more.wants);
  }
  return step(next, ...wanted(next));
}

const NEAR_THE_END = 100;

function withCommits(state: State, changed: Partial<CommitsState>): State {
  return { ...state, commits: { ...state.commits, ...changed } };
}

function scrolled(state: State, move: Move): Step | undefined {
  const { detail, isBoxed } = commitPanes(state);
  if (detail === undefined) return undefined;
  const size = { lines: detailHeight(state), rows: inside(detail, isBoxed).rows };
  return step(withCommits(state, { detailTop: scrolledBy(state.commits.detailTop, move, size) }));
}

function page(state: State, from: number): Step {
  const loading = withCommits(state, { isLoading: true });
  return step(loading, ask({ kind: "history", ask: { from, range: state.wish.range } }));
}

/** The changes of the chosen commit, and the numbers of those in sight: the nearest to the cursor first. */
function wanted(state: State): readonly Want[] {
  const commit = chosenCommit(state.commits);
  if (commit === undefined) return [];
  const changes = ask({ kind: "changes", ask: { target: commitTarget(commit) } });
  const uncounted = nearby(state);
  return [
    ...(state.sets.has(commit.id) ? [] : [changes]),
    ...(uncounted.length === 0 ? [] : [ask({ kind: "counts", ask: { commits: uncounted } })]),
  ];
}

function nearby(state: State): Questions["counts"]["ask"]["commits"] {
  const { rows, cursor, counts } = state.commits;
  const height = commitsInSight(state);
  const around = rows.slice(Math.max(0, cursor.top - height), cursor.top + 2 * height);
  const missing = around.map((row, offset) => ({ row, index: Math.max(0, cursor.top - height) + offset }));
  return missing
    .filter(({ row }) => !counts.has(row.id))
    .sort((left, right) => distance(left.index, cursor) - distance(right.index, cursor))
    .map(({ row }) => commitTarget(row));
}

/** Those below come before those above: people read downwards. */
function distance(index: number, { index: at }: Cursor): number {
  return index >= at ? index - at : (at - index) * 2;
}

function take(state: State, { kind, answer }: Answer): Step {
  switch (kind) {
    case "again":
      return page(withCommits(state, { counts: new Map() }), 0);
    case "history":
      return withPage(state, answer);
    case "counts":
    case "changes":
      return step(
        counted(withCommits(state, { counts: new Map(state.commits.counts).set(answer.key, answer.counts) })),
      );
    default:
      return step(state);
  }
}

function withPage(state: State, { from, commits: rows, isLast }: Questions["history"]["answer"]): Step {
  const all = [...state.commits.all.slice(0, from), ...rows];
  const next = settle(withCommits(state, { all, isWhole: isLast, isLoading: false }));
  return step(next, ...wanted(next));
}

/** A number has come that may decide where a commit stands. */
function counted(state: State): State {
  const { search, sort } = state.commits;
  return search.text === "" && sort === "time" ? state : settle(state);
}

function settle(state: State): State {
  const next = withCommits(state, { rows: arranged(state) });
  return withCommits(next, { cursor: settled(state.commits.cursor, shownOf(next)) });
}

/** The commits that the filter leaves, as they are sorted. */
function arranged({ commits: own, sets }: State): readonly CommitRow[] {
  const { all, counts, search, sort } = own;
  const filter = filterOf(search.text);
  const fits = (row: CommitRow): boolean =>
    commitFits(filter, row, { set: sets.get(row.id), counts: counts.get(row.id) });
  const rows = filter.length === 0 ? all : all.filter(fits);
  if (sort === "time") return rows;
  if (sort === "author") return [...rows].sort((left, right) => compareText(left.author, right.author));
  const weight = (row: CommitRow): number => {
    const { nodes = -1, changed = -1, added = 0, removed = 0 } = counts.get(row.id) ?? {};
    return sort === "nodes" ? nodes : changed + added + removed;
  };
  return [...rows].sort((left, right) => weight(right) - weight(left));
}

/** The next commit that fits the last filter, or the one before. */
function toHit(state: State, by: 1 | -1): Step | undefined {
  const { rows, search, counts } = state.commits;
  const filter = filterOf(search.last);
  const isHit = (index: number): boolean => {
    const row = rows[index];
    return row !== undefined && commitFits(filter, row, { set: state.sets.get(row.id), counts: counts.get(row.id) });
  };
  const cursor = onHit(state.commits, by, { shown: shownOf(state), isHit });
  return cursor && at(state, cursor);
}
