import type { Spot } from "../draw/line.ts";
import { type Areas, drawAreas, type Panes, roomIn } from "../draw/pane.ts";
import type { Action } from "../keymap.ts";
import type { Acts, Screen } from "../screens/screen.ts";
import { type Reduced, type ScreenName, step, type TuiState, type Want, withOwn } from "../state.ts";
import type { Cursor, ListItems, Move, Search, SearchedState, Shown } from "./cursor.ts";
import { adapted, after, isMove, movedBy, onItem, scrolledBy } from "./cursor.ts";
import { onHit } from "./filter.ts";

/** A screen with a list and the detail of its item; {@link listScreen} adds what is the same for all such screens. */
export interface ListScreen extends Omit<Screen, "act" | "point" | "adapt" | "draw"> {
  areas(state: TuiState): Areas;
  readonly panes: Panes;
  list(state: TuiState): ListItems;
  /** The lines for items, if that is not the area `list`. */
  height?(state: TuiState): number;
  /** Whether the keys can go to the detail. */
  hasDetail(state: TuiState): boolean;
  /** Tab while a list has the keys, where there is more than one. */
  nextPane?(state: TuiState): Reduced | undefined;
  /** State that is reset for each item. */
  readonly fresh?: Partial<TuiState[ScreenName]>;
  /** State that is reset when the keys go to the other pane. */
  readonly refocused?: Partial<TuiState[ScreenName]>;
  /** Adapts other state after the items or the cursor have changed. */
  follow?(state: TuiState): TuiState;
  /** Unanswered questions about the item at the cursor. */
  wanted?(state: TuiState): readonly Want[];
  /** Unanswered questions about the items in sight. */
  wantedNearby?(state: TuiState): readonly Want[];
  /** Enter: what the item at the cursor leads to. */
  enter(state: TuiState): Reduced | undefined;
  /** Moves in the detail, if that is more than text. */
  moveInDetail?(state: TuiState, move: Move): Reduced | undefined;
  /** Scrolls the detail, if that is more than text. */
  scroll?(state: TuiState, move: Move): Reduced | undefined;
  hits?(state: TuiState): (index: number) => boolean;
  /** To the next or previous change, where nothing is searched for. */
  toChange?(state: TuiState, by: 1 | -1): Reduced | undefined;
  readonly acts?: Acts;
}

export function listScreen(list: ListScreen): Screen {
  return {
    ...list,
    act: (state, action) => acted(list, state, action),
    point: (state, spot) => pointed(list, state, spot),
    adapt: (state) => adaptedList(list, state),
    draw: (state) => drawAreas(state, list.areas(state), list.panes),
  };
}

function acted(list: ListScreen, state: TuiState, action: Action): Reduced | undefined {
  const { isOpen, cursor } = state[list.name];
  if (isMove(action)) {
    if (!isOpen) return withCursor(list, state, movedBy(cursor, action, shownOf(list, state)));
    return list.moveInDetail === undefined ? scrolled(list, state, action) : list.moveInDetail(state, action);
  }
  switch (action) {
    case "scroll-down":
    case "scroll-up":
      return scrolled(list, state, action === "scroll-down" ? "down" : "up");
    case "open":
      return list.enter(state);
    case "back":
      return isOpen ? withFocus(list, state, false) : undefined;
    case "pane":
      if (list.nextPane !== undefined && !isOpen) return list.nextPane(state);
      return list.hasDetail(state) ? withFocus(list, state, !isOpen) : undefined;
    case "next-hit":
    case "last-hit":
      return toHit(list, state, action === "next-hit" ? 1 : -1);
    default:
      return list.acts?.[action]?.(state);
  }
}

function pointed(list: ListScreen, state: TuiState, { pane, index }: Spot): Reduced | undefined {
  const { isOpen } = state[list.name];
  if (pane === "detail") return isOpen ? undefined : acted(list, state, "pane");
  const next = isOpen ? withCursorInSight(list, withOwn(state, list.name, { isOpen: false })) : state;
  return index === undefined ? step(next) : withItem(list, next, index);
}

function toHit(list: ListScreen, state: TuiState, by: 1 | -1): Reduced | undefined {
  const own = state[list.name];
  const isHit = list.hits?.(state);
  if (!("search" in own) || own.search.last === "") return list.toChange?.(state, by);
  if (isHit === undefined) return undefined;
  const cursor = onHit(own, by, { shown: shownOf(list, state), isHit });
  return cursor && withCursor(list, state, cursor);
}

function scrolled(list: ListScreen, state: TuiState, move: Move): Reduced | undefined {
  return list.scroll === undefined ? scrolledText(list, state, move) : list.scroll(state, move);
}

/** The detail scrolled by a line or a page. */
export function scrolledText(list: ListScreen, state: TuiState, move: Move): Reduced | undefined {
  const room = roomIn(state, list.areas(state), "detail");
  const pane = room && list.panes.detail?.(state, room);
  if (room === undefined || pane === undefined) return undefined;
  const text = { lines: pane.lines.length, rows: room.rows };
  return step(withOwn(state, list.name, { detailTop: scrolledBy(pane.top ?? 0, move, text) }));
}

/** The items and the room for them. */
export function shownOf(list: ListScreen, state: TuiState): Shown {
  const rows = list.height?.(state) ?? roomIn(state, list.areas(state), "list")?.rows ?? 1;
  return { list: list.list(state), height: Math.max(1, rows) };
}

/** The cursor on the item at an index. */
export function withItem(list: ListScreen, state: TuiState, index: number): Reduced {
  return withCursor(list, state, onItem(state[list.name].cursor, index, shownOf(list, state)));
}

/** The cursor elsewhere; what comes in sight is asked for. */
export function withCursor(list: ListScreen, state: TuiState, cursor: Cursor): Reduced {
  if (cursor.id === state[list.name].cursor.id) return step(state);
  // A row that is shown only until the cursor leaves it moves those below it up.
  const next = withCursorInSight(list, withOwn(state, list.name, { ...list.fresh, cursor, detailTop: 0 }));
  return step(next, ...wantedInSight(list, next));
}

/** The keys go to the detail, or to the list. */
export function withFocus(list: ListScreen, state: TuiState, isOpen: boolean): Reduced {
  const focused = withOwn(state, list.name, { ...list.refocused, isOpen });
  const next = isOpen ? followed(list, focused) : withCursorInSight(list, focused);
  return step(next, ...(list.wanted?.(next) ?? []));
}

/** The cursor in sight, and on the same item if that is still there. */
export function withCursorInSight(list: ListScreen, state: TuiState): TuiState {
  const cursor = adapted(state[list.name].cursor, shownOf(list, state));
  return followed(list, withOwn(state, list.name, { cursor }));
}

function followed(list: ListScreen, state: TuiState): TuiState {
  return list.follow?.(state) ?? state;
}

/** The same; if the screen is in front, what comes in sight is asked for. */
export function adaptedList(list: ListScreen, state: TuiState): Reduced {
  const next = withCursorInSight(list, state);
  return step(next, ...(state.screen === list.name ? wantedInSight(list, next) : []));
}

/** Unanswered questions about everything in sight. */
export function wantedInSight(list: ListScreen, state: TuiState): readonly Want[] {
  return [...(list.wanted?.(state) ?? []), ...(list.wantedNearby?.(state) ?? [])];
}

/** The filter of the screen in front, if it has one. */
export function searchOf(state: TuiState): Search | undefined {
  return searchedOf(state)?.search;
}

/** The screen in front with another filter. */
export function withSearch(state: TuiState, text: string): TuiState {
  const last = searchedOf(state)?.search.last;
  if (last === undefined) return state;
  return withOwn<ScreenName>(state, state.screen, { search: { text, last: text === "" ? last : text } });
}

/** The screen in front in its next order, which the bottom line names; undefined if it has only one. */
export function withNextSort(state: TuiState): TuiState | undefined {
  const own = searchedOf(state);
  if (own === undefined) return undefined;
  const sort = after(own.sorts, own.sort);
  const message = { text: `sorted by ${sort}`, isError: false };
  return { ...withOwn<ScreenName>(state, state.screen, { sort }), message };
}

function searchedOf(state: TuiState): SearchedState | undefined {
  const own = state[state.screen];
  return "search" in own ? own : undefined;
}
