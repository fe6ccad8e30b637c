import { shellWord } from "../../../base/shell-word.ts";
import { type Line, plain, span } from "../../draw/line.ts";
import type { Action } from "../../keymap.ts";
import { commandItem, copyItem } from "../../list/copies.ts";
import { type ListScreen, listScreen, withCursorInSight, withFocus } from "../../list/list-screen.ts";
import { firstList } from "../../list/state.ts";
import type { MenuItem } from "../../menus/items.ts";
import { pushed } from "../../state/stack.ts";
import { type TuiState, withMessage, withOverlay, withOwn } from "../../state.ts";
import { ask, type Reduced, step } from "../../step.ts";
import type { Answer } from "../../worker/protocol/questions.ts";
import type { Screen } from "../screen.ts";
import { type MergeArea, mergeAreas, mergePanes, mergeText } from "./panes.ts";
import { chosenMergeItem, currentMergeView, firstMerge, mergeList } from "./state.ts";

const list: ListScreen<MergeArea> = {
  name: "merge",
  number: "5",
  title: "Merge",
  open: read,
  isLoading: ({ merge }) => (merge.branch === undefined ? merge.branches : currentMergeView(merge)) === undefined,
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
  const { branch, into, cursor } = merge;
  if (branch === undefined) return cursor.id === undefined ? [] : [copyItem("n", "branch", cursor.id)];
  const { title } = chosenMergeItem(merge) ?? {};
  const { text } = currentMergeView(merge) ?? {};
  return [
    ...(title === undefined ? [] : [copyItem("p", "path", title)]),
    copyItem("n", "branch", branch),
    commandItem("heir merge-check", shellWord(branch), "--into", shellWord(into)),
    ...(text === undefined ? [] : [{ ...copyItem("w", "whole report", text), value: "" }]),
  ];
}

/** Opens the screen for merging a revision into HEAD, or the list of branches. */
export function openMerge(state: TuiState, branch: string | undefined): Reduced {
  const { branches, view } = state.merge;
  return read(withCursorInSight(list, { ...state, screen: "merge", merge: { ...firstMerge(branch), branches, view } }));
}

/** Branches may have moved, so they are read each time. */
function read(state: TuiState): Reduced {
  const { branch, into } = state.merge;
  if (branch === undefined) return step(state, ask({ kind: "refs", ask: {} }));
  return step(state, ask({ kind: "merge", ask: { branch, into } }));
}

function act(state: TuiState, action: Action): Reduced | undefined {
  if (action === "swap") return swapped(state);
  return action === "report" ? named(state) : undefined;
}

/** Chooses a branch, or gives the keys to the detail. */
function opened(state: TuiState): Reduced | undefined {
  const { branch, cursor, isOpen } = state.merge;
  if (branch !== undefined)
    return isOpen || chosenMergeItem(state.merge) === undefined ? undefined : withFocus(list, state, true);
  return cursor.id === undefined
    ? undefined
    : read(withOwn(pushed(state), "merge", { ...firstList, branch: cursor.id }));
}

function swapped(state: TuiState): Reduced | undefined {
  const { branch, into } = state.merge;
  if (branch === undefined) return undefined;
  return read(withOwn(state, "merge", { ...firstList, branch: into, into: branch }));
}

function named(state: TuiState): Reduced | undefined {
  const view = currentMergeView(state.merge);
  if (view === undefined) return undefined;
  const typed = `merge-${view.branch.replaceAll(/[^\w.-]+/g, "-")}.txt`;
  return step(withOverlay(state, { kind: "reportName", own: { typed, report: view.text, top: 0 } }));
}

function take(state: TuiState, { kind, answer }: Answer): Reduced {
  switch (kind) {
    case "refs": {
      const branches = answer.filter(({ kind }) => kind !== "tag").map(({ name }) => name);
      return step(withCursorInSight(list, withOwn(state, "merge", { branches })));
    }
    case "merge":
      return step(withCursorInSight(list, withOwn(state, "merge", { view: answer })));
    case "mergeWrite":
      return step(withMessage(state, `the report is written to ${answer.name}`));
    default:
      return step(state);
  }
}

function heading({ merge: { branch, into } }: TuiState): Line {
  if (branch === undefined) return [span("muted", "merge preview")];
  return [plain("merge "), span("node", branch), plain(" → "), span("node", into)];
}
