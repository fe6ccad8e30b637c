import type { Search } from "./search.ts";
import type { ScreenName, State } from "./state.ts";

const searched = ["commits", "changes", "nodes"] as const;
type Searched = (typeof searched)[number];

/** The filter of the screen in front; undefined where it has none. */
export function searchOf(state: State): Search | undefined {
  const name = searchedName(state.screen);
  return name && state[name].search;
}

/** The screen in front with another filter. */
export function withSearch(state: State, text: string): State {
  const name = searchedName(state.screen);
  if (name === undefined) return state;
  const search = { text, last: text === "" ? state[name].search.last : text };
  return { ...state, [name]: { ...state[name], search } };
}

function searchedName(screen: ScreenName): Searched | undefined {
  return searched.find((name) => name === screen);
}
