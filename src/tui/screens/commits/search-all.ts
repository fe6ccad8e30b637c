import { counted, inThousands } from "../../../report/text/row.ts";
import { asksForChanges, asksForWords, filterOf } from "../../list/filter.ts";
import { ask, type Reduced, step, type TuiState, withMessage } from "../../state.ts";
import type { SearchHits } from "../../worker/questions.ts";
import type { CommitsState } from "./state.ts";

/** Whether commits that are not loaded can be searched with this filter. */
export function canSearchAll({ screen, commits }: TuiState): boolean {
  const { search, found } = commits;
  const filter = filterOf(search.text);
  if (screen !== "commits" || found?.text === search.text) return false;
  return asksForChanges(filter) || (!isLoaded(commits) && asksForWords(filter));
}

/** Whether the whole history is loaded. */
export function isLoaded({ isWhole, offset }: CommitsState): boolean {
  return isWhole && offset === 0;
}

/** Searches the whole history with the filter, unless all of it is loaded. */
export function searchAll(state: TuiState): Reduced {
  if (!canSearchAll(state)) return step(state);
  const { search, tip } = state.commits;
  const { text } = search;
  const next = withFound(state, { text, commits: [], searched: 0, total: undefined, reached: "searching" });
  return step(next, ask({ kind: "search", ask: { text, range: state.wish.range ?? tip } }));
}

function withFound(state: TuiState, found: CommitsState["found"]): TuiState {
  return { ...state, commits: { ...state.commits, found } };
}

/** The state with new hits; hits that are reported twice count once. */
export function withHits(state: TuiState, { text, found: hits, searched, total, reached }: SearchHits): TuiState {
  const { found } = state.commits;
  if (found?.text !== text || found.reached !== "searching") return state;
  const last = found.commits.at(-1)?.at ?? -1;
  const commits = [...found.commits, ...hits.filter(({ at }) => at > last)];
  const next = withFound(state, { text, commits, searched, total, reached });
  // A screen reader hears of hits only when the search is over.
  if (reached === "searching" || !state.wish.plain) return next;
  return withMessage(next, `${counted(commits.length, "commit")} found, ${inThousands(searched)} searched`);
}

/** Whether a search is running on the screen in front. */
export function isSearching({ screen, commits: { found } }: TuiState): boolean {
  return screen === "commits" && found?.reached === "searching";
}

/** Stops a running search; its hits stay. */
export function stopSearch(state: TuiState): Reduced {
  const { found } = state.commits;
  if (found?.reached !== "searching") return step(state);
  const searched = state.progress.get("search")?.done ?? found.searched;
  return step(withFound(state, { ...found, searched, reached: "stopped" }), { kind: "giveUp", of: "search" });
}

/** Drops the hits of another filter. Without a filter they are kept for `n` and `N`. */
export function withoutOldSearch(state: TuiState): Reduced {
  const { found, search } = state.commits;
  if (found === undefined || found.text === (search.text === "" ? search.last : search.text)) {
    return search.text === "" ? stopSearch(state) : step(state);
  }
  const stopped = stopSearch(state);
  return step(withFound(stopped.state, undefined), ...stopped.wants);
}
