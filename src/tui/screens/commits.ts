import { commitPanes, commitsInSight, detailHeight, drawCommits, whereText } from "../compose/commits.ts";
import { inside } from "../compose/pane.ts";
import type { Action } from "../keymap.ts";
import { plain } from "../line.ts";
import type { Screen } from "../screen.ts";
import { type Cursor, moved, onItem, settled } from "../select.ts";
import { type CommitsState, chosenCommit, commitList, commitTarget } from "../state/commits.ts";
import type { State } from "../state/state.ts";
import { ask, type Step, step, type Want } from "../step.ts";
import type { Answer, Questions } from "../worker/protocol.ts";
import { openTarget } from "./changes.ts";

/** The history, and what each commit changes. */
export const commits: Screen = {
  name: "commits",
  number: "1",
  title: "Commits",
  hints: ["open", "scroll-down", "help", "quit"],
  open(state) {
    const { rows, isLoading } = state.commits;
    return rows.length > 0 || isLoading ? step(state, ...wanted(state)) : page(state, 0);
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

function act(state: State, action: Action): Step | undefined {
  const shown = shownOf(state);
  const { cursor } = state.commits;
  switch (action) {
    case "down":
      return at(state, moved(cursor, 1, shown));
    case "up":
      return at(state, moved(cursor, -1, shown));
    case "page-down":
      return at(state, moved(cursor, shown.height, shown));
    case "page-up":
      return at(state, moved(cursor, -shown.height, shown));
    case "first":
      return at(state, onItem(cursor, 0, shown));
    case "last":
      return at(state, onItem(cursor, shown.list.count - 1, shown));
    case "scroll-down":
      return scrolled(state, 1);
    case "scroll-up":
      return scrolled(state, -1);
    case "open": {
      const commit = chosenCommit(state.commits);
      return commit && openTarget(state, commitTarget(commit));
    }
    default:
      return undefined;
  }
}

function shownOf(state: State): Parameters<typeof moved>[2] {
  return { list: commitList(state.commits), height: commitsInSight(state) };
}

/** The cursor on another commit: its changes are wanted, the numbers of those around it, and more when the end is near. */
function at(state: State, cursor: Cursor): Step {
  if (cursor.id === state.commits.cursor.id) return step(state);
  const next = withCommits(state, { cursor, detailTop: 0 });
  const { rows, isWhole, isLoading } = next.commits;
  if (!isWhole && !isLoading && cursor.index >= rows.length - NEAR_THE_END) {
    const more = page(next, rows.length);
    return step(more.state, ...wanted(next), ...more.wants);
  }
  return step(next, ...wanted(next));
}

const NEAR_THE_END = 100;

function withCommits(state: State, changed: Partial<CommitsState>): State {
  return { ...state, commits: { ...state.commits, ...changed } };
}

function scrolled(state: State, by: number): Step | undefined {
  const { detail, isBoxed } = commitPanes(state);
  if (detail === undefined) return undefined;
  const last = Math.max(0, detailHeight(state) - inside(detail, isBoxed).rows);
  return step(withCommits(state, { detailTop: Math.max(0, Math.min(state.commits.detailTop + by, last)) }));
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
    case "history":
      return withPage(state, answer);
    case "counts":
    case "changes":
      return step(withCommits(state, { counts: new Map(state.commits.counts).set(answer.key, answer.counts) }));
    default:
      return step(state);
  }
}

function withPage(state: State, { from, commits: rows, isLast }: Questions["history"]["answer"]): Step {
  const all = [...state.commits.rows.slice(0, from), ...rows];
  const next = settle(withCommits(state, { rows: all, isWhole: isLast, isLoading: false }));
  return step(next, ...wanted(next));
}

function settle(state: State): State {
  return withCommits(state, { cursor: settled(state.commits.cursor, shownOf(state)) });
}
