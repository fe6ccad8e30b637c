import { compareText } from "../../../base/text-order.ts";
import type { Action } from "../../keymap.ts";
import { atTop, type Cursor, isMove, listItems, onItem } from "../../list/cursor.ts";
import { commitFits, filterOf } from "../../list/filter.ts";
import type { ListScreen } from "../../list/list-screen.ts";
import { listScreen, shownOf, wantedInSight, withCursorInSight, withItem } from "../../list/list-screen.ts";
import { type ComparedStates, comparedKey, INDEX, WORKTREE } from "../../state/compared.ts";
import { copyItem, diffItems, type MenuItem } from "../../state/menu.ts";
import type { Reduced, TuiState, Want } from "../../state.ts";
import { ask, inTurn, pushed, refsWanted, step, withOwn, withWants } from "../../state.ts";
import type { CommitRow } from "../../worker/answers/history.ts";
import type { AnswerTo, HistoryPage, SearchHits, WorkFiles } from "../../worker/questions.ts";
import { openTarget } from "../changes/screen.ts";
import type { MovedParts, Screen } from "../screen.ts";
import { openWork } from "../staged/screen.ts";
import type { CommitGoal, CommitsState, HistoryRow } from "../state.ts";
import { chosenCommit, chosenTarget, commitTarget, rowsInFront } from "../state.ts";
import { chosenElsewhere, fittingCommits, isArranged, knownHits, uncommittedRows, withRows } from "./history.ts";
import { commitAreas, commitPanes, searchAll, stopSearch, withHits, withoutOldSearch } from "./panes.ts";

const list: ListScreen = {
  name: "commits",
  title: "Commits",
  open(state) {
    const { all, isLoading } = state.commits;
    if (all.length > 0 || isLoading) return step(state, ...wantedInSight(list, state), ...aboutWanted(state));
    const { state: next, wants } = page(state, 0);
    return step(next, ...wants, ...aboutWanted(state));
  },
  isLoading: ({ commits: { all, isWhole } }) => all.length === 0 && !isWhole,
  heading: () => [],
  areas: commitAreas,
  panes: commitPanes,
  list: ({ commits: { rows } }) => listItems(rows, ({ id }) => id),
  hasDetail: () => false,
  wanted,
  wantedNearby: countsWanted,
  hits,
  enter(state) {
    const target = chosenTarget(state.commits);
    const own = chosenCommit(state.commits)?.target;
    if (own !== undefined) return openWork(pushed(state), own);
    return target && openTarget(pushed(state), target);
  },
  takes: {
    history: withPage,
    search: withFound,
    changes: (state, answer) => step(answer.soFar === undefined ? listed(withCounts(state, answer)) : state),
    // A new count may change the order of the list.
    counts: (state, answer) =>
      step(isArranged(state.commits) ? listed(withCounts(state, answer)) : withCounts(state, answer)),
    files: withFiles,
  },
  reread,
  place: ({ commits }) => ({ target: chosenTarget(commits) }),
  copies: commitCopies,
  searchAll,
  stopSearch,
};

function commitCopies({ commits }: TuiState): readonly MenuItem[] {
  const commit = chosenCommit(commits);
  if (commit === undefined) return [];
  const { id, subject, target } = commit;
  if (target !== undefined) return diffItems(target);
  return [copyItem("c", "commit", id), copyItem("s", "subject", subject), ...diffItems(commitTarget(commit))];
}

const base = listScreen(list);

/** Asks for what stands beside the commits while the screen is in front: what is not committed, and names. */
function aboutWanted(state: TuiState): readonly Want[] {
  return state.screen === "commits" ? [ask({ kind: "files", ask: {} }), ...refsWanted(state)] : [];
}

/** The history, and what each commit changes. */
export const commitsScreen: Screen = {
  ...base,
  act,
  point(state, { pane, index }) {
    // The detail has a screen of its own.
    if (pane === "detail") return list.enter(state);
    return index === undefined ? undefined : withCommit(state, index);
  },
  adapt(state) {
    const { state: own, wants } = withoutOldSearch(state);
    const away = isArranged(own.commits) ? undefined : chosenElsewhere(own.commits);
    return withWants(wants, away === undefined ? listedInFront(own) : toGoal(own, { at: away.at, id: away.row.id }));
  },
};

/** Opens the screen without a filter, with the cursor on a loaded commit. */
export function showCommit(state: TuiState, id: string): Reduced {
  const cleared = { ...state.commits.search, text: "" };
  const all = listed(withOwn({ ...state, screen: "commits" }, "commits", { search: cleared }));
  const at = all.commits.rows.findIndex((row) => row.id === id);
  return withCommit(all, at);
}

/** Opens the screen and searches the whole history for a text. */
export function showSearched(state: TuiState, text: string): Reduced {
  const front: TuiState = { ...state, screen: "commits" };
  return inTurn(withOwn(front, "commits", { search: { text, last: text } }), commitsScreen.adapt, searchAll);
}

function act(state: TuiState, action: Action): Reduced | undefined {
  const isInHistory = !isArranged(state.commits);
  if (action === "first" && isInHistory) return toGoal(state, { at: 0, id: state.commits.tip });
  const isToHit = action === "next-hit" || action === "last-hit";
  if (isToHit && isInHistory && state.commits.search.last !== "") return toKnownHit(state, action === "next-hit");
  const done = base.act(state, action);
  return done && (isMove(action) || isToHit) ? further(state, done) : done;
}

function withCommit(state: TuiState, index: number): Reduced {
  return further(state, withItem(list, state, index));
}

/** Asks for more commits when the cursor is near an end of the loaded ones. */
function further({ commits: { cursor } }: TuiState, { state, wants }: Reduced): Reduced {
  return withWants(wants, cursor.id === state.commits.cursor.id ? atTheEnd(state) : nearTheEnd(state));
}

/** At the end of the list; the history may go on. */
function atTheEnd(state: TuiState): Reduced {
  const { rows, cursor, isWhole, isLoading } = state.commits;
  const isOver = isWhole || !isLoading || cursor.index < rows.length - 1;
  if (isOver) return nearTheEnd(state);
  return step({ ...state, message: { text: "reading older commits", isError: false } });
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

const PAGE = 300;

/** The cursor on any commit of the history; it is loaded first if necessary. */
function toGoal(state: TuiState, goal: CommitGoal): Reduced {
  const index = goalIndex(state.commits, goal);
  if (index !== undefined) return withCommit(state, index + rowsInFront(state.commits));
  return page(withOwn(state, "commits", { goal, rows: [] }), Math.max(0, goal.at - PAGE / 2));
}

/** The index of the goal, if it is loaded. */
function goalIndex({ all, offset }: CommitsState, { at: place, id }: CommitGoal): number | undefined {
  const known = id === undefined ? place - offset : all.findIndex((row) => row.id === id);
  return all[known] === undefined ? undefined : known;
}

function page(state: TuiState, from: number): Reduced {
  const loading = withOwn(state, "commits", { isLoading: true });
  const range = state.wish.range ?? (from === 0 ? undefined : state.commits.tip);
  return step(loading, ask({ kind: "history", ask: { from, range } }));
}

/** Asks what the commit at the cursor changes; where that is known, what another one changes is not waited for. */
function wanted({ commits, sets, pending }: TuiState): readonly Want[] {
  const target = chosenTarget(commits);
  const isOpen = target !== undefined && !sets.has(comparedKey(target));
  if (isOpen) return [ask({ kind: "changes", ask: { target } })];
  return pending.has("changes") ? [{ kind: "giveUp", of: "changes" }] : [];
}

/** Asks for the counts of commits in sight, the nearest to the cursor first. */
function countsWanted(state: TuiState): readonly Want[] {
  const commits = uncounted(state);
  return commits.length === 0 ? [] : [ask({ kind: "counts", ask: { commits } })];
}

/** The commits in sight without counts; where counts decide what is in sight, also those of a page before and after. */
function uncounted(state: TuiState): readonly ComparedStates[] {
  const { rows, cursor, counts } = state.commits;
  const { height } = shownOf(list, state);
  const beyond = isArranged(state.commits) ? height : 0;
  const from = Math.max(0, cursor.top - beyond);
  const around = rows.slice(from, cursor.top + height + beyond);
  const missing = around.map((row, offset) => ({ row, index: from + offset }));
  return missing
    .filter(({ row }) => !counts.has(row.id) && row.isGrafted !== true)
    .sort((left, right) => distance(left.index, cursor) - distance(right.index, cursor))
    .map(({ row }) => commitTarget(row));
}

/** Commits below come before those above: people read downwards. */
function distance(index: number, { index: at }: Cursor): number {
  return index >= at ? index - at : (at - index) * 2;
}

/** Reads the commits around the cursor again, which may be far from the newest; the list stays until then. */
function reread(state: TuiState, { isHistoryMoved }: MovedParts): Reduced {
  const { all, isLoading, isWhole } = state.commits;
  // Before the first page there is nothing to read again; a page that is on its way is asked for again.
  if (all.length === 0 && !isLoading && !isWhole) return step(state);
  const counts = new Map(state.commits.counts);
  for (const target of [INDEX, WORKTREE]) counts.delete(comparedKey(target));
  const open = withOwn(state, "commits", { counts });
  const asked = state.screen === "commits" ? wantedInSight(list, open) : [];
  if (!isHistoryMoved) return step(open, ...aboutWanted(open), ...asked);
  const done = rereadHistory(open);
  return step(done.state, ...done.wants, ...aboutWanted(open));
}

function rereadHistory(state: TuiState): Reduced {
  const { all, offset, cursor, found, search } = state.commits;
  const at = all.findIndex(({ id }) => id === cursor.id);
  const here = Math.max(0, at) + offset;
  const from = here < PAGE / 2 ? 0 : here - PAGE / 2;
  const none = { all: [], offset: from, tip: undefined, goal: undefined, found: undefined };
  const searchedAgain = (next: TuiState) => (found?.text === search.text ? searchAll(next) : undefined);
  return inTurn(withOwn(state, "commits", none), (next) => page(next, from), searchedAgain);
}

function withPage(state: TuiState, answer: HistoryPage): Reduced {
  const rows = withRows(state.commits, answer);
  const tip = answer.from === 0 ? answer.commits[0]?.id : state.commits.tip;
  const refs = answer.from === 0 ? answer.refs : state.commits.refs;
  const next = arrived(withOwn(state, "commits", { ...rows, refs, tip, isLoading: false }));
  // Another screen may wait for changes of its own, and a question replaces the one before.
  return step(next, ...(state.screen === "commits" ? wantedInSight(list, next) : countsWanted(next)));
}

function withFound(state: TuiState, answer: SearchHits): Reduced {
  const { state: next, wants } = listedInFront(withHits(state, answer));
  // Asking again would interrupt the less urgent search at each hit.
  const isAsked = next.commits.cursor.id === state.commits.cursor.id;
  return step(next, ...wants.filter((want) => !isAsked || want.kind !== "ask" || want.request.kind !== "changes"));
}

/** The goal of the cursor is loaded, and goes to the middle of the list. */
function arrived(state: TuiState): TuiState {
  const { goal } = state.commits;
  const index = goal && goalIndex(state.commits, goal);
  const next = listed(withOwn(state, "commits", { goal: undefined }));
  if (index === undefined) return next;
  const shown = shownOf(list, next);
  const at = index + rowsInFront(next.commits);
  const cursor = { id: undefined, index: at, top: at - Math.floor(shown.height / 2) };
  return withOwn(next, "commits", { cursor: onItem(cursor, at, shown), detailTop: 0 });
}

/** The most counts that are kept; others are asked for again. */
const MOST_COUNTS = 5000;

function withCounts(state: TuiState, { key, counts: own }: AnswerTo<"counts">): TuiState {
  const counts = new Map(state.commits.counts).set(key, own);
  const [oldest] = counts.keys();
  if (counts.size > MOST_COUNTS && oldest !== undefined) counts.delete(oldest);
  return withOwn(state, "commits", { counts });
}

/** At first the cursor goes to what is not committed, unless it was moved. */
function withFiles(state: TuiState, files: WorkFiles): Reduced {
  const { files: before, cursor } = state.commits;
  const isFirst = before === undefined && cursor.index === 0;
  return listedInFront(withOwn(state, "commits", { files, ...(isFirst && { cursor: atTop }) }));
}

/** Filters and sorts the list again. While a goal is being loaded the list is empty and the cursor stays. */
function listed(state: TuiState): TuiState {
  if (state.commits.goal !== undefined) return state;
  const next = withCursorInSight(list, withOwn(state, "commits", { rows: arranged(state) }));
  // A list at its top stays there when commits come above.
  const { cursor } = next.commits;
  if (state.commits.cursor.top > 0) return next;
  return withOwn(next, "commits", { cursor: onItem({ ...cursor, top: 0 }, cursor.index, shownOf(list, next)) });
}

/** The same; if the screen is in front, what comes in sight is asked for. */
function listedInFront(state: TuiState): Reduced {
  const next = listed(state);
  return step(next, ...(state.screen === "commits" ? wantedInSight(list, next) : []));
}

function arranged(state: TuiState): readonly HistoryRow[] {
  const { counts, sort, offset } = state.commits;
  const rows = fittingCommits(state);
  if (sort === "time") return isArranged(state.commits) || offset > 0 ? rows : [...uncommittedRows(state), ...rows];
  if (sort === "author") return [...rows].sort((left, right) => compareText(left.author, right.author));
  const weight = (row: CommitRow): number => {
    const { nodes = -1, changed = -1, added = 0, removed = 0 } = counts.get(row.id) ?? {};
    return sort === "nodes" ? nodes : changed + added + removed;
  };
  return [...rows].sort((left, right) => weight(right) - weight(left));
}

function hits({ commits, sets }: TuiState): (index: number) => boolean {
  const { rows, counts, search } = commits;
  const filter = filterOf(search.last);
  return (index) => {
    const row = rows[index];
    return row !== undefined && commitFits(filter, row, { set: sets.get(row.id), counts: counts.get(row.id) });
  };
}

/** Goes to the next or previous commit that is known to fit the last filter, loaded or not. */
function toKnownHit(state: TuiState, isNext: boolean): Reduced | undefined {
  const { offset, cursor } = state.commits;
  const known = knownHits(state, state.commits.search.last);
  const place = offset + cursor.index - rowsInFront(state.commits);
  const next = isNext ? known.find(({ at }) => at > place) : known.findLast(({ at }) => at < place);
  const hit = next ?? known.at(isNext ? 0 : -1);
  return hit && toGoal(state, { at: hit.at, id: hit.row.id });
}
