import { changeSorts } from "../screens/changes/state.ts";
import { commitSorts } from "../screens/commits/state.ts";
import { nodeSorts } from "../screens/nodes/state.ts";
import type { ScreenName, TuiState } from "../state.ts";
import { after } from "./cursor.ts";
import type { Search } from "./search.ts";

const searched = ["commits", "changes", "nodes"] as const;
type Searched = (typeof searched)[number];

/** The filter of the screen in front; undefined where it has none. */
export function searchOf(state: TuiState): Search | undefined {
  const name = searchedName(state.screen);
  return name && state[name].search;
}

/** The screen in front with another filter. */
export function withSearch(state: TuiState, text: string): TuiState {
  const name = searchedName(state.screen);
  if (name === undefined) return state;
  const search = { text, last: text === "" ? state[name].search.last : text };
  return { ...state, [name]: { ...state[name], search } };
}

const sorts: Readonly<Record<Searched, readonly string[]>> = {
  commits: commitSorts,
  changes: changeSorts,
  nodes: nodeSorts,
};

/** The screen in front sorted in the way that comes next, which the bottom line names; undefined where there is none. */
export function withNextSort(state: TuiState): TuiState | undefined {
  const name = searchedName(state.screen);
  if (name === undefined) return undefined;
  const sort = after(sorts[name], state[name].sort);
  return { ...state, [name]: { ...state[name], sort }, message: { text: `sorted by ${sort}`, isError: false } };
}

function searchedName(screen: ScreenName): Searched | undefined {
  return searched.find((name) => name === screen);
}
