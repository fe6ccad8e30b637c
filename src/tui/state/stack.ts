import { isSame } from "../../base/remembered.ts";
import type { TuiState, View } from "../state.ts";

/** The most views that Esc leads back to. */
const MOST = 50;

/** The state with the view in front kept for Esc, and nothing above its screen: another view comes to the front. */
export function pushed(state: TuiState): TuiState {
  return { ...state, back: [...state.back.slice(1 - MOST), viewOf(state)], overlay: undefined, below: undefined };
}

function viewOf({ screen, overlay, insight, commits, changes, nodes, staged }: TuiState): View {
  const { detail: _detail, ...ofChanges } = changes;
  const { list: _list, statuses: _statuses, tree: _tree, rows: _rows, ...ofNodes } = nodes;
  const { report: _report, finding: _finding, value: _value, ...ofStaged } = staged;
  const { cursor, isOpen, detailTop, search, sort } = commits;
  const ofCommits = { cursor, isOpen, detailTop, search, sort };
  const own = { commits: ofCommits, changes: ofChanges, nodes: ofNodes, staged: ofStaged };
  return { screen, overlay, insight, own };
}

/** The state with a view in front that was left. */
export function restored(state: TuiState, { screen, overlay, insight, own }: View): TuiState {
  return {
    ...state,
    screen,
    overlay,
    below: undefined,
    // What was said of a place is still true on the screen from which it was asked.
    insight: overlay === undefined ? state.insight : insight,
    commits: { ...state.commits, ...own.commits },
    changes: { ...state.changes, ...own.changes },
    nodes: { ...state.nodes, ...own.nodes },
    staged: { ...state.staged, ...own.staged },
  };
}

/** The state with the last view that was left, which is no longer kept; undefined on the first view. */
export function popped(state: TuiState): TuiState | undefined {
  const here = viewOf(state);
  // Other keys may have led back to it already.
  const at = state.back.findLastIndex((view) => !isSame(view, here));
  const last = state.back[at];
  return last && { ...restored(state, last), back: state.back.slice(0, at) };
}
