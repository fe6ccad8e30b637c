import { type Line, plain, type Spot, span } from "../../draw/line.ts";
import { inside } from "../../draw/pane.ts";
import type { Action } from "../../keymap.ts";
import {
  after,
  atTop,
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
import { changeTest, filterOf, onHit } from "../../list/filter.ts";
import { withSearch } from "../../list/searched.ts";
import { openInsight } from "../../overlays/insight.ts";
import type { InsightKind } from "../../overlays/insight-state.ts";
import type { TuiState } from "../../state.ts";
import { ask, type Reduced, step, type Want } from "../../step.ts";
import { type ChangeRow, type ComparedStates, comparedKey } from "../../worker/protocol/data.ts";
import type { Answer } from "../../worker/protocol/questions.ts";
import { chosenCommit, commitTarget } from "../commits/state.ts";
import { nodesTarget } from "../nodes/chosen.ts";
import type { Screen } from "../screen.ts";
import { chosenChange, chosenDetail } from "./chosen.ts";
import { type Entry, entryList, isHit } from "./entries.ts";
import { isIgnored } from "./ignored.ts";
import { isNarrowList } from "./narrow-change.ts";
import { changePanes, drawChanges, entriesInSight, shownEntries, shownSet, shownValue } from "./panes.ts";
import { type ChangesState, groupings, valueLayouts } from "./state.ts";

/** What a commit or two states change, value by value. */
export const changesScreen: Screen = {
  name: "changes",
  number: "2",
  title: "Changes",
  hints: ["open", "explain", "blame", "timeline", "next-change", "layout", "group", "help", "quit"],
  open(state) {
    const commit = chosenCommit(state.commits);
    const target = state.changes.target ?? (commit && commitTarget(commit));
    return target === undefined ? step({ ...state, screen: "changes" }) : openTarget(state, target);
  },
  act,
  point: pointed,
  take,
  settle(state) {
    const next = settle(state);
    return step(next, ...(state.screen === "changes" ? valueWanted(next) : []));
  },
  heading,
  draw: drawChanges,
};

/** The screen of changes with those of a target, which are asked for unless they are there. */
export function openTarget(state: TuiState, target: ComparedStates): Reduced {
  const isSame = state.changes.target !== undefined && comparedKey(state.changes.target) === comparedKey(target);
  const own = isSame
    ? state.changes
    : { ...state.changes, target, cursor: atTop, nodeAt: 0, valueTop: 0, isOpen: false };
  const next = settle({ ...state, screen: "changes", changes: own });
  const isThere = state.sets.has(comparedKey(target));
  return step(next, ...(isThere ? valueWanted(next) : [ask({ kind: "changes", ask: { target } })]));
}

/** The screen with the cursor on the change of a value, if there is one; folded, and without a filter. */
export function showChange(state: TuiState, path: string): Reduced | undefined {
  const goal = nodesTarget(state);
  const set = goal && state.sets.get(comparedKey(goal));
  const row = set?.changes.find(({ title, isValue }) => isValue && title === path);
  if (goal === undefined || row === undefined) return undefined;
  const { state: opened } = openTarget(state, goal);
  return changesScreen.settle({ ...opened, changes: onRow(opened.changes, row) });
}

/** The screen with the changes that a class causes. */
export function showClass(state: TuiState, name: string): Reduced {
  const opened = changesScreen.open(state);
  const next = withSearch({ ...opened.state, screen: "changes" }, `class:${name}`);
  const settledNext = changesScreen.settle(next);
  return step(settledNext.state, ...opened.wants, ...settledNext.wants);
}

/** One of the changes of a target, opened. They must be there. */
export function openChange(state: TuiState, target: ComparedStates, change: number): Reduced {
  const own: ChangesState = { ...state.changes, target, unfolded: new Set(), isOpen: true };
  const row = state.sets.get(comparedKey(target))?.changes[change];
  const next = { ...state, screen: "changes" as const, changes: row === undefined ? own : onRow(own, row) };
  return changesScreen.settle(next);
}

/** The cursor on a change, which nothing hides. */
function onRow(own: ChangesState, row: ChangeRow): ChangesState {
  const search = { ...own.search, text: "" };
  const ignored = isIgnored(row, own.ignored) ? new Set<string>() : own.ignored;
  const cursor = { id: row.id, index: 0, top: 0 };
  return { ...own, search, ignored, grouping: "folded", cursor, nodeAt: 0, valueTop: 0 };
}

function act(state: TuiState, action: Action): Reduced | undefined {
  const { isOpen, cursor } = state.changes;
  if (isMove(action)) return isOpen ? scrolled(state, action) : at(state, movedBy(cursor, action, shownOf(state)));
  const scroll = scrollMove(action);
  if (scroll !== undefined) return scrolled(state, scroll);
  switch (action) {
    case "open":
      return opened(state);
    case "back":
      return back(state);
    case "pane":
      return chosenOf(state) && withChanges(state, { isOpen: !isOpen });
    case "fold":
    case "unfold":
      return folded(state, action === "unfold");
    case "next-hit":
    case "last-hit":
      return toHit(state, action === "next-hit" ? 1 : -1);
    case "fold-here":
      return folded(state, true) ?? folded(state, false);
    case "explain":
    case "blame":
    case "timeline":
      return insight(state, action);
    case "next-change":
    case "last-change":
      return toChange(state, action === "next-change" ? 1 : -1);
    case "next-node":
    case "last-node":
      return toNode(state, action === "next-node" ? 1 : -1);
    default:
      return looksOtherwise(state, action);
  }
}

function insight(state: TuiState, kind: InsightKind): Reduced | undefined {
  const chosen = chosenOf(state);
  const { target } = state.changes;
  if (chosen === undefined || !chosen.row.isValue || target === undefined) return undefined;
  const { row, node } = chosen;
  return openInsight(state, kind, { target, node, path: row.title, isOld: row.now === undefined });
}

/** Keys that change only how things look. */
function looksOtherwise(state: TuiState, action: Action): Reduced | undefined {
  const { layout, grouping, isWhole } = state.changes;
  switch (action) {
    case "layout":
      return withChanges(state, { layout: after(valueLayouts, layout), valueTop: 0 });
    case "whole":
      return withChanges(state, { isWhole: !isWhole, valueTop: 0 });
    case "group": {
      const next = { ...state, changes: { ...state.changes, grouping: after(groupings, grouping) } };
      return at(next, onItem(atTop, 0, shownOf(next)));
    }
    default:
      return undefined;
  }
}

function withChanges(state: TuiState, changed: Partial<ChangesState>): Reduced {
  const next = { ...state, changes: { ...state.changes, ...changed } };
  return step(next, ...valueWanted(next));
}

function pointed(state: TuiState, { pane, index }: Spot): Reduced | undefined {
  if (pane === "detail") return state.changes.isOpen ? undefined : act(state, "pane");
  const next = withChanges(state, { isOpen: false });
  return index === undefined ? next : at(next.state, onItem(state.changes.cursor, index, shownOf(next.state)));
}

function shownOf(state: TuiState): Shown {
  return { list: entryList(shownEntries(state), isNarrowList(state.size)), height: entriesInSight(state) };
}

function chosenOf(state: TuiState): ReturnType<typeof chosenChange> {
  return chosenChange(state.changes, shownSet(state));
}

function at(state: TuiState, cursor: Cursor): Reduced {
  return cursor.id === state.changes.cursor.id ? step(state) : withChanges(state, { cursor, nodeAt: 0, valueTop: 0 });
}

function scrolled(state: TuiState, move: Move): Reduced | undefined {
  const { value, isBoxed } = changePanes(state);
  if (value === undefined) return undefined;
  const { columns, rows } = inside(value, isBoxed);
  const { lines } = shownValue(state, columns);
  const valueTop = scrolledBy(state.changes.valueTop, move, { lines: lines.length, rows });
  return step({ ...state, changes: { ...state.changes, valueTop } });
}

/** A group unfolds; a change gets the keys. */
function opened(state: TuiState): Reduced | undefined {
  const entry = shownEntries(state)[state.changes.cursor.index];
  if (entry === undefined) return undefined;
  if (entry.kind === "head") return folded(state, !entry.isOpen);
  return withChanges(state, { isOpen: true });
}

function back(state: TuiState): Reduced | undefined {
  if (state.changes.isOpen) return withChanges(state, { isOpen: false });
  const { target } = state.changes;
  const isUncommitted = target?.kind === "states" && target.words.length === 0;
  return state.wish.range === undefined || state.commits.rows.length > 0
    ? step({ ...state, screen: isUncommitted ? "staged" : "commits" })
    : undefined;
}

/** Unfolds the entry of the cursor, or folds it, or the one that it is a part of. */
function folded(state: TuiState, isOpen: boolean): Reduced | undefined {
  const entries = shownEntries(state);
  const { cursor, unfolded } = state.changes;
  const index = isOpen ? cursor.index : ownerAt(entries, cursor.index);
  const entry = entries[index];
  if (entry === undefined || !canFold(entry, isOpen)) return undefined;
  const ids = new Set(unfolded);
  if (isOpen) ids.add(entry.id);
  else ids.delete(entry.id);
  const next = { ...state, changes: { ...state.changes, unfolded: ids } };
  return at(next, onItem(cursor, index, shownOf(next)));
}

function canFold(entry: Entry, isOpen: boolean): boolean {
  return entry.kind === "head" || (entry.kind === "change" && entry.depth === 0) ? entry.isOpen !== isOpen : false;
}

function ownerAt(entries: readonly Entry[], index: number): number {
  for (let at = index; at >= 0; at -= 1) {
    const entry = entries[at];
    if (entry?.kind === "head" || (entry?.kind === "change" && entry.depth === 0)) return at;
  }
  return index;
}

function toChange(state: TuiState, by: 1 | -1): Reduced | undefined {
  const entries = shownEntries(state);
  const { cursor } = state.changes;
  for (let index = cursor.index + by; index >= 0 && index < entries.length; index += by) {
    if (entries[index]?.kind === "change") return at(state, onItem(cursor, index, shownOf(state)));
  }
  return undefined;
}

/** The next change that fits the last filter, or the one before. */
function toHit(state: TuiState, by: 1 | -1): Reduced | undefined {
  const set = shownSet(state);
  if (set === undefined) return undefined;
  const entries = shownEntries(state);
  const fits = changeTest(filterOf(state.changes.search.last), set);
  const isFound = (index: number): boolean => {
    const entry = entries[index];
    return entry !== undefined && isHit(entry, set, fits);
  };
  const cursor = onHit(state.changes, by, { shown: shownOf(state), isHit: isFound });
  return cursor && at(state, cursor);
}

function toNode(state: TuiState, by: 1 | -1): Reduced | undefined {
  const chosen = chosenOf(state);
  const nodeAt = chosen && chosen.at + by;
  if (chosen === undefined || nodeAt === undefined || nodeAt < 0 || nodeAt >= chosen.row.nodes.length) return undefined;
  const entry = shownEntries(state)[state.changes.cursor.index];
  return entry?.kind === "change" && entry.node === undefined ? withChanges(state, { nodeAt, valueTop: 0 }) : undefined;
}

/** The value of the chosen change, where it is in sight and not there yet. */
function valueWanted(state: TuiState): readonly Want[] {
  const { target } = state.changes;
  const chosen = chosenOf(state);
  const isInSight = changePanes(state).value !== undefined;
  if (!isInSight || target === undefined || chosen === undefined || !chosen.row.isValue) return [];
  if (chosenDetail(state.changes, shownSet(state)) !== undefined) return [];
  const { change, node } = chosen;
  return [ask({ kind: "value", ask: { target, change, node } })];
}

function take(state: TuiState, { kind, answer }: Answer): Reduced {
  switch (kind) {
    case "changes": {
      const { target } = state.changes;
      if (target === undefined || comparedKey(target) !== answer.key) return step(state);
      const next = settle(state);
      return step(next, ...(state.screen === "changes" ? valueWanted(next) : []));
    }
    case "reload": {
      const next = { ...state, changes: { ...state.changes, detail: undefined } };
      const { target } = state.changes;
      return step(
        next,
        ...(target !== undefined && state.screen === "changes" ? [ask({ kind: "changes", ask: { target } })] : []),
      );
    }
    case "value":
      return step({ ...state, changes: { ...state.changes, detail: answer } });
    default:
      return step(state);
  }
}

function settle(state: TuiState): TuiState {
  const cursor = settled(state.changes.cursor, shownOf(state));
  return { ...state, changes: { ...state.changes, cursor } };
}

function heading(state: TuiState): Line {
  const set = shownSet(state);
  const { target } = state.changes;
  if (set === undefined) return [span("muted", target === undefined ? "" : comparedKey(target).slice(0, 40))];
  const name = target?.kind === "commit" ? set.to : `${set.from} → ${set.to}`;
  return [plain(set.subject === undefined ? name : `${name} "${set.subject}"`)];
}
