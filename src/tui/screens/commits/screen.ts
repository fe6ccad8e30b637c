import { compareText } from "../../../base/text-order.ts";
import { plain, type Spot } from "../../draw/line.ts";
import { inside } from "../../draw/pane.ts";
import type { Action } from "../../keymap.ts";
import {
  type Cursor,
  isMove,
  type Move,
  movedBy,
  onItem,
  type Shown,
  scrolledBy,
  scrollMove,
  settled,
} from "../../list/cursor.ts";
import { commitFits, filterOf, onHit } from "../../list/filter.ts";
import type { TuiState } from "../../state.ts";
import { ask, type Reduced, step, type Want } from "../../step.ts";
import type { CommitRow } from "../../worker/protocol/data.ts";
import type { Answer, Questions } from "../../worker/protocol/questions.ts";
import { openTarget } from "../changes/screen.ts";
import type { Screen } from "../screen.ts";
import { chosenElsewhere, fittingCommits, isArranged, knownHits, withRows } from "./history.ts";
import { commitPanes, commitsInSight, detailHeight, drawCommits, whereText } from "./panes.ts";
import { searchAll, withHits, withoutOldSearch } from "./search-all.ts";
import { type CommitGoal, type CommitsState, chosenCommit, commitList, commitTarget } from "./state.ts";

/** The history, and what each commit changes. */
export const commitsScreen: Screen = {
  name: "commits",
  number: "1",
  title: "Commits",
  hints: ["open", "scroll-down", "help", "quit"],
  open(state) {
    const { all, isLoading } = state.commits;
    return all.length > 0 || isLoading ? step(state, ...wanted(state)) : page(state, 0);
  },
  act,
  point: pointed,
  take,
  settle(state) {
    const { state: own, wants } = withoutOldSearch(state);
    const away = isArranged(own.commits) ? undefined : chosenElsewhere(own.commits);
    if (away !== undefined) return then(wants, toGoal(own, { at: away.at, id: away.row.id }));
    const next = settle(own);
    return step(next, ...wants, ...(state.screen === "commits" ? wanted(next) : []));
  },
  heading: (state) => [plain(whereText(state))],
  draw: drawCommits,
};

/** The screen with the cursor on a commit that is loaded, whatever the filter leaves. */
export function showCommit(state: TuiState, id: string): Reduced {
  const cleared = { ...state.commits.search, text: "" };
  const all = settle(withCommits({ ...state, screen: "commits" }, { search: cleared }));
  const index = all.commits.rows.findIndex((row) => row.id === id);
  return at(all, onItem(all.commits.cursor, index, shownOf(all)));
}

/** The screen with the commits of the whole history that fit a text. */
export function showSearched(state: TuiState, text: string): Reduced {
  const next = commitsScreen.settle(withCommits({ ...state, screen: "commits" }, { search: { text, last: text } }));
  return then(next.wants, searchAll(next.state));
}

function act(state: TuiState, action: Action): Reduced | undefined {
  if (action === "first" && !isArranged(state.commits)) return toGoal(state, { at: 0, id: state.commits.tip });
  if (isMove(action)) return at(state, movedBy(state.commits.cursor, action, shownOf(state)));
  const scroll = scrollMove(action);
  if (scroll !== undefined) return scrolled(state, scroll);
  switch (action) {
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

/** What a commit changes is a screen of its own: that is opened. */
function pointed(state: TuiState, { pane, index }: Spot): Reduced | undefined {
  if (pane === "detail") return act(state, "open");
  return index === undefined ? undefined : at(state, onItem(state.commits.cursor, index, shownOf(state)));
}

function shownOf(state: TuiState): Shown {
  return { list: commitList(state.commits), height: commitsInSight(state) };
}

/** The cursor on another commit: its changes are wanted, the numbers of those around it, and more when an end is near. */
function at(state: TuiState, cursor: Cursor): Reduced {
  if (cursor.id === state.commits.cursor.id) return atTheEnd(state);
  const next = withCommits(state, { cursor, detailTop: 0 });
  return then(wanted(next), nearTheEnd(next));
}

function then(wants: readonly Want[], { state, wants: more }: Reduced): Reduced {
  return step(state, ...wants, ...more);
}

/** The list ends here, but perhaps not the history. */
function atTheEnd(state: TuiState): Reduced {
  const { rows, cursor, isWhole, isLoading } = state.commits;
  const isOver = isWhole || !isLoading || cursor.index < rows.length - 1;
  if (isOver) return nearTheEnd(state);
  return step({ ...state, message: { text: "older commits are being read", isError: false } });
}

const NEAR_THE_END = 100;

function nearTheEnd(state: TuiState): Reduced {
  const { all, rows, cursor, offset, isWhole, isLoading, found, search } = state.commits;
  const isSearched = search.text !== "" && found?.text === search.text;
  if (isLoading || isSearched) return step(state);
  if (!isWhole && cursor.index >= rows.length - NEAR_THE_END) return page(state, offset + all.length);
  const isUp = offset > 0 && !isArranged(state.commits) && cursor.index < NEAR_THE_END;
  return isUp ? page(state, Math.max(0, offset - PAGE)) : step(state);
}

/** As many commits as one answer holds. */
const PAGE = 300;

/** The cursor on any commit of the history, with those around it, which are asked for if they are not loaded. */
function toGoal(state: TuiState, goal: CommitGoal): Reduced {
  const index = goalIndex(state.commits, goal);
  if (index !== undefined) return at(state, onItem(state.commits.cursor, index, shownOf(state)));
  return page(withCommits(state, { goal, rows: [] }), Math.max(0, goal.at - PAGE / 2));
}

/** The line of the goal, if it is loaded. */
function goalIndex({ all, offset }: CommitsState, { at: place, id }: CommitGoal): number | undefined {
  const known = id === undefined ? -1 : all.findIndex((row) => row.id === id);
  if (known !== -1) return known;
  return place >= offset && place < offset + all.length ? place - offset : undefined;
}

function withCommits(state: TuiState, changed: Partial<CommitsState>): TuiState {
  return { ...state, commits: { ...state.commits, ...changed } };
}

function scrolled(state: TuiState, move: Move): Reduced | undefined {
  const { detail, isBoxed } = commitPanes(state);
  if (detail === undefined) return undefined;
  const size = { lines: detailHeight(state), rows: inside(detail, isBoxed).rows };
  return step(withCommits(state, { detailTop: scrolledBy(state.commits.detailTop, move, size) }));
}

function page(state: TuiState, from: number): Reduced {
  const loading = withCommits(state, { isLoading: true });
  const range = state.wish.range ?? (from === 0 ? undefined : state.commits.tip);
  return step(loading, ask({ kind: "history", ask: { from, range } }));
}

/** The changes of the chosen commit, and the numbers of those in sight: the nearest to the cursor first. */
function wanted(state: TuiState): readonly Want[] {
  const commit = chosenCommit(state.commits);
  if (commit === undefined) return [];
  const changes = ask({ kind: "changes", ask: { target: commitTarget(commit) } });
  const uncounted = nearby(state);
  return [
    ...(state.sets.has(commit.id) ? [] : [changes]),
    ...(uncounted.length === 0 ? [] : [ask({ kind: "counts", ask: { commits: uncounted } })]),
  ];
}

function nearby(state: TuiState): Questions["counts"]["ask"]["commits"] {
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

function take(state: TuiState, { kind, answer }: Answer): Reduced {
  switch (kind) {
    case "reload":
      return readAnew(state);
    case "history":
      return withPage(state, answer);
    case "search":
      return withFound(state, answer);
    case "counts":
    case "changes":
      return step(counted(withCounts(state, answer)));
    default:
      return step(state);
  }
}

/** Those around the cursor again, since what is shown may be far from the newest; the list stays until they come. */
function readAnew(state: TuiState): Reduced {
  const { all, offset, cursor, found, search } = state.commits;
  const here =
    Math.max(
      0,
      all.findIndex(({ id }) => id === cursor.id),
    ) + offset;
  const from = here < PAGE / 2 ? 0 : here - PAGE / 2;
  const none = { all: [], offset: from, tip: undefined, goal: undefined, counts: new Map(), found: undefined };
  const asked = page(withCommits(state, none), from);
  if (found === undefined || found.text !== search.text) return asked;
  const searched = searchAll({ ...asked.state, screen: "commits" });
  return step({ ...searched.state, screen: state.screen }, ...asked.wants, ...searched.wants);
}

function withPage(state: TuiState, answer: Questions["history"]["answer"]): Reduced {
  const rows = withRows(state.commits, answer);
  const tip = answer.from === 0 ? answer.commits[0]?.id : state.commits.tip;
  const loaded = withCommits(state, { ...rows, tip, isLoading: false });
  const next = arrived(loaded);
  return step(next, ...wanted(next));
}

function withFound(state: TuiState, answer: Questions["search"]["answer"]): Reduced {
  const next = settle(withHits(state, answer));
  const wants = state.screen === "commits" ? wanted(next) : [];
  // What was asked for already would stop the search, which is less urgent, for each hit.
  const isAsked = next.commits.cursor.id === state.commits.cursor.id;
  return step(next, ...wants.filter((want) => !isAsked || want.kind !== "ask" || want.request.kind !== "changes"));
}

/** What the cursor was on its way to is loaded, and comes in the middle. */
function arrived(state: TuiState): TuiState {
  const { goal } = state.commits;
  const index = goal && goalIndex(state.commits, goal);
  const next = settle(withCommits(state, { goal: undefined }));
  if (index === undefined) return next;
  const shown = shownOf(next);
  const cursor = { id: undefined, index, top: index - Math.floor(shown.height / 2) };
  return withCommits(next, { cursor: onItem(cursor, index, shown), detailTop: 0 });
}

/** Of more commits the numbers are not kept: they are asked for again. */
const MOST_COUNTS = 5000;

function withCounts(state: TuiState, { key, counts: own }: Questions["counts"]["answer"]): TuiState {
  const counts = new Map(state.commits.counts).set(key, own);
  const [oldest] = counts.keys();
  if (counts.size > MOST_COUNTS && oldest !== undefined) counts.delete(oldest);
  return withCommits(state, { counts });
}

/** A number has come that may decide where a commit stands. */
function counted(state: TuiState): TuiState {
  return isArranged(state.commits) ? settle(state) : state;
}

/** On its way to a commit the cursor stays as it is, and the list is empty. */
function settle(state: TuiState): TuiState {
  if (state.commits.goal !== undefined) return state;
  const next = withCommits(state, { rows: arranged(state) });
  return withCommits(next, { cursor: settled(state.commits.cursor, shownOf(next)) });
}

/** The commits that the filter leaves, as they are sorted. */
function arranged(state: TuiState): readonly CommitRow[] {
  const { counts, sort } = state.commits;
  const rows = fittingCommits(state);
  if (sort === "time") return rows;
  if (sort === "author") return [...rows].sort((left, right) => compareText(left.author, right.author));
  const weight = (row: CommitRow): number => {
    const { nodes = -1, changed = -1, added = 0, removed = 0 } = counts.get(row.id) ?? {};
    return sort === "nodes" ? nodes : changed + added + removed;
  };
  return [...rows].sort((left, right) => weight(right) - weight(left));
}

/** The next commit that fits the last filter, or the one before; in the history as it goes also one not loaded. */
function toHit(state: TuiState, by: 1 | -1): Reduced | undefined {
  const { rows, search, counts, offset, cursor: here } = state.commits;
  if (search.last !== "" && !isArranged(state.commits)) {
    const hits = knownHits(state);
    const place = offset + here.index;
    const next = by === 1 ? hits.find(({ at: of }) => of > place) : hits.findLast(({ at: of }) => of < place);
    const hit = next ?? hits.at(by === 1 ? 0 : -1);
    return hit && toGoal(state, { at: hit.at, id: hit.row.id });
  }
  const filter = filterOf(search.last);
  const isHit = (index: number): boolean => {
    const row = rows[index];
    return row !== undefined && commitFits(filter, row, { set: state.sets.get(row.id), counts: counts.get(row.id) });
  };
  const cursor = onHit(state.commits, by, { shown: shownOf(state), isHit });
  return cursor && at(state, cursor);
}
