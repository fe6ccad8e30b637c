import { type ScreenName, type TuiState, withOwn } from "../state.ts";
import { after } from "./cursor.ts";
import type { Search, SearchedState } from "./state.ts";

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
