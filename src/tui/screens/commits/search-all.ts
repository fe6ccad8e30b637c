import { asksForWords, filterOf } from "../../list/filter.ts";
import type { TuiState } from "../../state.ts";
import { ask, type Reduced, step, type Want } from "../../step.ts";
import type { SearchHits } from "../../worker/protocol/questions.ts";
import type { CommitsState } from "./state.ts";

/** Whether more commits than those that are loaded can be searched for what the filter says. */
export function canSearchAll({ screen, commits }: TuiState): boolean {
  const { search, isWhole, offset, found } = commits;
  const isAll = isWhole && offset === 0;
  return screen === "commits" && !isAll && found?.text !== search.text && asksForWords(filterOf(search.text));
}

/** Searches the whole history for what the filter of the commits says, unless it is all there. */
export function searchAll(state: TuiState): Reduced {
  if (!canSearchAll(state)) return step(state);
  const { search, tip } = state.commits;
  const { text } = search;
  const next = withFound(state, { text, commits: [], searched: 0, reached: "searching" });
  return step(next, ask({ kind: "search", ask: { text, range: state.wish.range ?? tip } }));
}

function withFound(state: TuiState, found: CommitsState["found"]): TuiState {
  return { ...state, commits: { ...state.commits, found } };
}

/** The state with what the worker has found since it told last. Told twice, it counts once. */
export function withHits(state: TuiState, { text, found: hits, searched, reached }: SearchHits): TuiState {
  const { found } = state.commits;
  if (found?.text !== text || found.reached !== "searching") return state;
  const last = found.commits.at(-1)?.at ?? -1;
  const commits = [...found.commits, ...hits.filter(({ at }) => at > last)];
  return withFound(state, { text, commits, searched, reached });
}

/** Whether a search is under way on the screen in front. */
export function isSearching({ screen, commits: { found } }: TuiState): boolean {
  return screen === "commits" && found?.reached === "searching";
}

/** Stops a search that is under way; what it has found stays. */
export function stopSearch(state: TuiState): Reduced {
  const { found } = state.commits;
  if (found?.reached !== "searching") return step(state);
  const searched = state.progress.get("search")?.done ?? found.searched;
  const progress = new Map(state.progress);
  progress.delete("search");
  return step(withFound({ ...state, progress }, { ...found, searched, reached: "stopped" }), STOP);
}

const STOP: Want = ask({ kind: "search", ask: { text: undefined, range: undefined } });

/** The filter is another one: what was found is of no use any more. While there is none it is kept for `n` and `N`. */
export function withoutOldSearch(state: TuiState): Reduced {
  const { found, search } = state.commits;
  if (found === undefined || found.text === (search.text === "" ? search.last : search.text)) {
    return search.text === "" ? stopSearch(state) : step(state);
  }
  const stopped = stopSearch(state);
  return step(withFound(stopped.state, undefined), ...stopped.wants);
}
