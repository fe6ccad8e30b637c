import { shellWord } from "../../../base/shell-word.ts";
import { type Line, plain, span } from "../../draw/line.ts";
import type { Action } from "../../keymap.ts";
import { commandItem, copyItem } from "../../list/copies.ts";
import { type ListScreen, listScreen, withCursorInSight, withFocus } from "../../list/list-screen.ts";
import { firstList } from "../../list/state.ts";
import type { MenuItem } from "../../menus/items.ts";
import { type TuiState, withMessage, withOverlay, withOwn } from "../../state.ts";
import { ask, type Reduced, step } from "../../step.ts";
import type { Answer } from "../../worker/protocol/questions.ts";
import type { Screen } from "../screen.ts";
import { type MergeArea, mergeAreas, mergePanes, mergeText } from "./panes.ts";
import { chosenMergeItem, currentMergeView, firstMerge, mergeList } from "./state.ts";

const list: ListScreen<MergeArea> = {
  name: "merge",
  number: "2",
  title: "Changes",
  open: read,
  isLoading: ({ merge }) => currentMergeView(merge) === undefined,
  heading,
  areas: mergeAreas,
  panes: mergePanes,
  list: ({ merge }) => mergeList(merge),
  detail: mergeText,
  hasDetail: ({ merge }) => chosenMergeItem(merge) !== undefined,
  refocused: { detailTop: 0 },
  enter: opened,
  act,
  take,
  reread: (state) => (state.screen === "merge" ? read(state) : step(state)),
  place: ({ merge }) => ({ source: chosenMergeItem(merge)?.place }),
  copies,
};

/** What a merge does to resolved values that neither side does. */
export const mergeScreen: Screen = listScreen(list);

function copies({ merge }: TuiState): readonly MenuItem[] {
  const { branch, into } = merge;
  if (branch === undefined) return [];
  const { title } = chosenMergeItem(merge) ?? {};
  const { text } = currentMergeView(merge) ?? {};
  return [
    ...(title === undefined ? [] : [copyItem("p", "path", title)]),
    copyItem("n", "branch", branch),
    commandItem("heir merge-check", shellWord(branch), "--into", shellWord(into)),
    ...(text === undefined ? [] : reportItems(text)),
  ];
}

function reportItems(text: string): readonly MenuItem[] {
  return [
    { ...copyItem("w", "whole report", text), value: "" },
    { key: "s", text: "save the report", value: "to a new file", choice: { kind: "report" } },
  ];
}

/** Opens the screen for merging a revision into HEAD. */
export function openMerge(state: TuiState, branch: string): Reduced {
  const { view } = state.merge;
  return read(withCursorInSight(list, { ...state, screen: "merge", merge: { ...firstMerge(branch), view } }));
}

/** Branches may have moved, so they are read each time. */
function read(state: TuiState): Reduced {
  const { branch, into } = state.merge;
  if (branch === undefined) return step(state);
  return step(state, ask({ kind: "merge", ask: { branch, into } }));
}

function act(state: TuiState, action: Action): Reduced | undefined {
  return action === "swap" ? swapped(state) : undefined;
}

/** Gives the keys to the detail. */
function opened(state: TuiState): Reduced | undefined {
  const isAway = state.merge.isOpen || chosenMergeItem(state.merge) === undefined;
  return isAway ? undefined : withFocus(list, state, true);
}

function swapped(state: TuiState): Reduced | undefined {
  const { branch, into } = state.merge;
  if (branch === undefined) return undefined;
  return read(withOwn(state, "merge", { ...firstList, branch: into, into: branch }));
}

/** Asks for the name of the file to which the report is saved. */
export function openReport(state: TuiState): Reduced {
  const view = currentMergeView(state.merge);
  if (view === undefined) return step(state);
  const typed = `merge-${view.branch.replaceAll(/[^\w.-]+/g, "-")}.txt`;
  return step(withOverlay(state, { kind: "reportName", own: { typed, report: view.text, top: 0 } }));
}

function take(state: TuiState, { kind, answer }: Answer): Reduced {
  switch (kind) {
    case "merge":
      return step(withCursorInSight(list, withOwn(state, "merge", { view: answer })));
    case "mergeWrite":
      return step(withMessage(state, `the report is written to ${answer.name}`));
    default:
      return step(state);
  }
}

function heading({ merge: { branch, into } }: TuiState): Line {
  if (branch === undefined) return [];
  return [plain("merge "), span("node", branch), plain(" → "), span("node", into)];
}
