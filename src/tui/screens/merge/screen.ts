import { type Line, plain, type Spot, span } from "../../draw/line.ts";
import { inside } from "../../draw/pane.ts";
import type { Action } from "../../keymap.ts";
import {
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
import { askName } from "../../overlays/report-name.ts";
import { type TuiState, withMessage } from "../../state.ts";
import { ask, type Reduced, step } from "../../step.ts";
import type { Answer } from "../../worker/protocol/questions.ts";
import { commitsScreen } from "../commits/screen.ts";
import type { Screen } from "../screen.ts";
import { drawMerge, mergeDetail, mergeInSight, mergePanes } from "./panes.ts";
import { chosenMergeItem, currentMergeView, firstMerge, type MergeState, mergeList } from "./state.ts";

/** What a merge does to resolved values that neither side did. */
export const mergeScreen: Screen = {
  name: "merge",
  number: "5",
  title: "Merge",
  hints: ["open", "swap", "report", "scroll-down", "help", "quit"],
  open: read,
  act,
  point: pointed,
  take,
  settle: (state) => step(settle(state)),
  heading,
  draw: drawMerge,
};

/** The screen of merging a revision into HEAD; without one the branches are listed. */
export function openMerge(state: TuiState, branch: string | undefined): Reduced {
  const { branches, view } = state.merge;
  return read(settle({ ...state, screen: "merge", merge: { ...firstMerge(branch), branches, view } }));
}

/** Branches move on: they are read each time. */
function read(state: TuiState): Reduced {
  const { branch, into } = state.merge;
  if (branch === undefined) return step(state, ask({ kind: "branches", ask: {} }));
  return step(state, ask({ kind: "merge", ask: { branch, into } }));
}

function withMerge(state: TuiState, changed: Partial<MergeState>): TuiState {
  return { ...state, merge: { ...state.merge, ...changed } };
}

function act(state: TuiState, action: Action): Reduced | undefined {
  const { isOpen, cursor } = state.merge;
  if (isMove(action)) return isOpen ? scrolled(state, action) : at(state, movedBy(cursor, action, shownOf(state)));
  const scroll = scrollMove(action);
  if (scroll !== undefined) return scrolled(state, scroll);
  switch (action) {
    case "open":
      return opened(state);
    case "back":
      return back(state);
    case "pane":
      return chosenMergeItem(state.merge) && step(withMerge(state, { isOpen: !isOpen, detailTop: 0 }));
    case "swap":
      return swapped(state);
    case "report":
      return named(state);
    default:
      return undefined;
  }
}

function pointed(state: TuiState, { pane, index }: Spot): Reduced | undefined {
  if (pane === "detail") return state.merge.isOpen ? undefined : act(state, "pane");
  const next = withMerge(state, { isOpen: false });
  return index === undefined ? step(next) : at(next, onItem(state.merge.cursor, index, shownOf(next)));
}

function shownOf(state: TuiState): Shown {
  return { list: mergeList(state.merge), height: mergeInSight(state) };
}

function at(state: TuiState, cursor: Cursor): Reduced {
  return step(withMerge(state, { cursor, detailTop: cursor.id === state.merge.cursor.id ? state.merge.detailTop : 0 }));
}

function scrolled(state: TuiState, move: Move): Reduced | undefined {
  const { detail, isBoxed } = mergePanes(state);
  if (detail === undefined) return undefined;
  const size = inside(detail, isBoxed);
  const lines = mergeDetail(state, size).length;
  return step(withMerge(state, { detailTop: scrolledBy(state.merge.detailTop, move, { lines, rows: size.rows }) }));
}

/** A branch is chosen, or what is chosen gets the keys. */
function opened(state: TuiState): Reduced | undefined {
  const { branch, cursor } = state.merge;
  if (branch === undefined) {
    if (cursor.id === undefined) return undefined;
    return read(withMerge(state, { branch: cursor.id, cursor: atTop, detailTop: 0 }));
  }
  const { isOpen } = state.merge;
  return isOpen || chosenMergeItem(state.merge) === undefined
    ? undefined
    : step(withMerge(state, { isOpen: true, detailTop: 0 }));
}

/** From the detail to the list, from there to the branches, and to the commits. */
function back(state: TuiState): Reduced {
  const { branch, isOpen } = state.merge;
  if (isOpen) return step(withMerge(state, { isOpen: false, detailTop: 0 }));
  if (branch === undefined) return commitsScreen.open({ ...state, screen: "commits" });
  return read(settle(withMerge(state, { branch: undefined, into: "HEAD", cursor: atTop })));
}

function swapped(state: TuiState): Reduced | undefined {
  const { branch, into } = state.merge;
  if (branch === undefined) return undefined;
  return read(withMerge(state, { branch: into, into: branch, cursor: atTop, isOpen: false, detailTop: 0 }));
}

function named(state: TuiState): Reduced | undefined {
  const view = currentMergeView(state.merge);
  return view && askName(state, `merge-${view.branch.replaceAll(/[^\w.-]+/g, "-")}.txt`, view.text);
}

function take(state: TuiState, { kind, answer }: Answer): Reduced {
  switch (kind) {
    case "branches":
      return step(settle(withMerge(state, { branches: answer })));
    case "merge":
      return step(settle(withMerge(state, { view: answer })));
    case "mergeWrite":
      return step(withMessage(state, `the report is written to ${answer.name}`));
    default:
      return step(state);
  }
}

function settle(state: TuiState): TuiState {
  return withMerge(state, { cursor: settled(state.merge.cursor, shownOf(state)) });
}

function heading({ merge: { branch, into } }: TuiState): Line {
  if (branch === undefined) return [span("muted", "merge preview")];
  return [plain("merge "), span("node", branch), plain(" → "), span("node", into)];
}
