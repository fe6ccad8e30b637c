import { type Line, plain, span } from "../../draw/line.ts";
import { roomIn } from "../../draw/pane.ts";
import type { Action } from "../../keymap.ts";
import { atTop, listItems, type Move, steppedBy, toggled } from "../../list/cursor.ts";
import { adaptedList, type ListScreen, listScreen, scrolledText, withFocus, withItem } from "../../list/list-screen.ts";
import { type ComparedStates, comparedKey, INDEX, type RowPlace } from "../../state/compared.ts";
import { commandItem, copyItem, diffItems, type MenuItem } from "../../state/menu.ts";
import type { Reduced, TuiState, Want } from "../../state.ts";
import { ask, isActing, pushed, step, withMessage, withOverlay, withOwn, withSet } from "../../state.ts";
import type { AnswerTo, FileHunks, StagedReport } from "../../worker/questions.ts";
import { rowsOf } from "../changes/entries.ts";
import { changesScreen, openEntry, valueMissing } from "../changes/screen.ts";
import { inlineLines } from "../changes/value.ts";
import type { Screen } from "../screen.ts";
import type { StagedState } from "../state.ts";
import { asChanges } from "./detail.ts";
import {
  askedTarget,
  chosenFinding,
  chosenHunk,
  chosenHunks,
  chosenItem,
  firstItem,
  isOfWorktree,
  type StagedItem,
  sectionOf,
  sectionRange,
  stagedItems,
  stagedTarget,
} from "./items.ts";
import { isCurrent, linesOfList, stagedAreas, stagedPanes, verdictLine, verdictTexts } from "./panes.ts";
import { withGoneKept } from "./rows.ts";

const list: ListScreen = {
  name: "staged",
  title: "Work",
  open: begun,
  isLoading: ({ staged }) => staged.report === undefined,
  isEarly,
  heading,
  areas: stagedAreas,
  panes: stagedPanes,
  list: ({ staged }) => listItems(stagedItems(staged), ({ id }) => id),
  height: linesOfList,
  hasDetail: ({ staged }) => chosenItem(staged) !== undefined && chosenItem(staged)?.kind !== "gone",
  nextPane: toOtherList,
  fresh: { choiceAt: 0, gone: undefined },
  refocused: { choiceAt: 0, detailTop: 0 },
  follow: closedWhereEmpty,
  wanted: detailWanted,
  can,
  enter: opened,
  moveInDetail: inDetail,
  acts: {
    stage: staged,
    "next-tab": toOtherState,
    "last-tab": toOtherState,
    unfold: (state) => folded(state, true),
    fold: (state) => folded(state, false),
  },
  takes: {
    staged: withReport,
    files: (state, files) =>
      adaptedList(list, placed(withGoneKept(state, withOwn(state, "staged", { files, areHunksNew: false })))),
    hunks: (state, hunks) => step(withHunks(state, hunks)),
    finding: (state, finding) => step(withOwn(state, "staged", { finding })),
    value: (state, value) => step(withOwn(state, "staged", { value })),
    orderPlan: (state, plan) =>
      state.screen === "staged" && state.overlay === undefined ? confirmed(state, plan) : step(state),
  },
  reread,
  place,
  copies,
};

const base = listScreen(list);

/** What the hook would say, and what a commit made now would change. */
export const stagedScreen: Screen = { ...base, draw: (state) => [verdictLine(state), ...base.draw(state)] };

function place(state: TuiState): RowPlace {
  const { staged } = state;
  const item = chosenItem(staged);
  if (item?.kind === "entry") return changesScreen.place(asChanges(state));
  const target = stagedTarget(staged);
  if (item?.kind === "file") return { target, source: fileSource(staged, item.file.path) };
  if (item?.kind === "fold" || item?.kind === "gone") return { target };
  return { target, source: item?.kind === "finding" ? item.row.place : item?.item.place };
}

/** The line of the hunk at the cursor, else the file. */
function fileSource(staged: StagedState, path: string): string {
  const [, line] = /\+(\d+)/.exec(chosenHunk(staged)?.head ?? "") ?? [];
  return line === undefined ? path : `${path}:${line}`;
}

function copies(state: TuiState): readonly MenuItem[] {
  const { staged } = state;
  const item = chosenItem(staged);
  if (item === undefined || item.kind === "fold" || item.kind === "gone") return diffItems(stagedTarget(staged));
  if (item.kind === "entry") return changesScreen.copies(asChanges(state));
  if (item.kind === "file") return [copyItem("p", "path", item.file.path), ...diffItems(stagedTarget(staged))];
  const command = commandItem(["heir", "check", ...(isOfWorktree(staged) ? [] : ["--staged"])]);
  if (item.kind === "merge")
    return [copyItem("v", "message", item.item.meaning), copyItem("p", "path", item.item.title), command];
  return [copyItem("v", "message", item.row.message), copyItem("p", "code", item.row.code), command];
}

/** Opens the screen with what one of its states changes. */
export function openWork(state: TuiState, target: ComparedStates): Reduced {
  const shown = comparedKey(target) === comparedKey(INDEX) ? "index" : "worktree";
  const front: TuiState = { ...state, screen: "staged" };
  return begun(withOwn(front, "staged", { shown, isPlaced: false, cursor: atTop, isOpen: false }));
}

/** A report of what is there now is shown again as it is. */
function begun(given: TuiState): Reduced {
  const state = withOwn(given, "staged", { gone: undefined });
  const asked = askedTarget(state.staged);
  const isOfIt = asked === undefined || comparedKey(asked) === comparedKey(stagedTarget(state.staged));
  if (!isOfIt || !isCurrent(state)) return read(state);
  const { state: next, wants } = adaptedList(list, state);
  return step(next, ...wants, ask({ kind: "files", ask: {} }));
}

function read(state: TuiState): Reduced {
  const request = { kind: "staged", ask: { target: askedTarget(state.staged) } } as const;
  return step(state, ask({ kind: "files", ask: {} }), ask(request));
}

/** A report of what is there now says nothing else when it is made again. */
function reread(state: TuiState): Reduced {
  if (state.screen !== "staged") return step(state);
  return isCurrent(state) ? step(state, ask({ kind: "files", ask: {} })) : read(state);
}

/** The cursor is on its row when all lists are there; a commit is of what is staged when all that was asked for is done. */
function isEarly(state: TuiState, action: Action): boolean {
  const { staged, pending } = state;
  const isRead = staged.files !== undefined && (staged.report !== undefined || !pending.has("staged"));
  if (action === "stage") return !isRead || isActing(state);
  return action === "commit" && (pending.has("files") || isActing(state));
}

/** The cursor where the work begins, once all lists are there and nobody has moved it. */
function placed(state: TuiState): TuiState {
  const { isPlaced, isOpen, files, report, cursor } = state.staged;
  if (isPlaced || files === undefined || report === undefined) return state;
  const next = withOwn(state, "staged", { isPlaced: true });
  return isOpen || cursor.index > 0 ? next : withItem(list, next, firstItem(next.staged)).state;
}

/** Folding, opening and the other state make all rows anew. */
function can({ staged }: TuiState, action: Action): boolean | undefined {
  const item = chosenItem(staged);
  if (action === "unfold") return foldAt(item, true) !== undefined;
  const isOther =
    action === "open" && (item?.kind === "fold" || (item?.kind === "entry" && staged.report !== undefined));
  return action === "next-tab" || isOther || undefined;
}

function toOtherState(state: TuiState): Reduced {
  const shown = isOfWorktree(state.staged) ? "index" : "worktree";
  return read(withOwn(state, "staged", { shown, report: undefined, gone: undefined, isOpen: false, detailTop: 0 }));
}

/** The cursor on the first item of the other list; undefined if that is empty. */
function toOtherList(state: TuiState): Reduced | undefined {
  const item = chosenItem(state.staged);
  const other = item !== undefined && sectionOf(item) === "files" ? "list" : "files";
  const [from, end] = sectionRange(state.staged, other);
  return from === end ? undefined : withItem(list, state, from);
}

/** Shows or hides what is folded at the cursor: findings, values that follow, nodes. */
function folded(state: TuiState, isOpen: boolean): Reduced | undefined {
  const fold = foldAt(chosenItem(state.staged), isOpen);
  return fold && adaptedList(list, withOwn(state, "staged", { unfolded: toggled(state.staged.unfolded, fold.id) }));
}

/** What shows more if it is unfolded, or less if it is folded. */
function foldAt(item: StagedItem | undefined, isOpen: boolean): { readonly id: string } | undefined {
  const fold = item?.kind === "entry" ? item.entry : item;
  return fold !== undefined && "isOpen" in fold && fold.isOpen !== isOpen ? fold : undefined;
}

/** Stages the hunk at the cursor, the file, or the lines that make a change; or takes it out of the index. */
function staged(given: TuiState): Reduced | undefined {
  const { report } = given.staged;
  // The state in front stays.
  const shown = report && (isOfWorktree(given.staged) ? "worktree" : "index");
  const state = withOwn(given, "staged", { shown });
  const item = chosenItem(state.staged);
  if (item?.kind === "entry" && report !== undefined) {
    const { set, target } = report;
    const rows = rowsOf(item.entry, set);
    const [{ title: words = "" } = {}] = rows;
    return step(state, ask({ kind: "stage", ask: { target, changes: rows.map(({ id }) => id), words } }));
  }
  if (item?.kind !== "file") return undefined;
  const { path } = item.file;
  if (!state.staged.isOpen) return step(state, ask({ kind: "stage", ask: { path } }));
  const hunk = chosenHunk(state.staged);
  return hunk && step(state, ask({ kind: "stage", ask: { path, hunk: hunk.id } }));
}

/** Moves among the choices or hunks if there are any, else scrolls the detail. */
function inDetail(state: TuiState, move: Move): Reduced | undefined {
  const hunks = chosenHunks(state.staged)?.hunks.length ?? 0;
  const choices = chosenFinding(state.staged)?.choices.length ?? 0;
  if (hunks + choices === 0) return scrolledText(list, state, move);
  // Below the choices a last line keeps the conflict.
  const [last, page] = hunks > 0 ? [hunks - 1, hunks] : [choices, choices];
  const choiceAt = steppedBy(state.staged.choiceAt, move, { last, page });
  return step(withOwn(state, "staged", { choiceAt, detailTop: 0 }));
}

/** Gives the keys to a finding, plans a choice, or opens a change on the screen of changes. */
function opened(state: TuiState): Reduced | undefined {
  const { isOpen, choiceAt, report } = state.staged;
  const item = chosenItem(state.staged);
  if (item?.kind === "fold") return folded(state, !item.isOpen);
  if (item?.kind === "file") return isOpen ? undefined : withFocus(list, state, true);
  if (item === undefined || report === undefined) return undefined;
  if (item.kind === "gone") return step(withMessage(state, "nothing of this row is left"));
  if (item.kind === "entry") return openEntry(pushed(state), report.target, item.entry);
  if (!isOpen) return withFocus(list, state, true);
  const choices = chosenFinding(state.staged)?.choices ?? [];
  if (choices.length === 0) return undefined;
  const choice = choices[choiceAt];
  if (choice === undefined) return withFocus(list, state, false);
  if (choice.isWritten === true) return step(withMessage(state, choice.effect));
  if (!choice.isPossible) return step(withMessage(state, `this order is not possible: ${choice.effect}`));
  return step(state, ask({ kind: "orderPlan", ask: { target: report.target, chain: choice.chain } }));
}

/** Asks for the detail of the chosen item if it is in sight and not there. */
function detailWanted(state: TuiState): readonly Want[] {
  const { report } = state.staged;
  const item = chosenItem(state.staged);
  const room = roomIn(state, stagedAreas(state), "detail");
  if (item === undefined || room === undefined || room.rows === 0) return [];
  if (item.kind === "file") {
    const { areHunksNew, hunks } = state.staged;
    const { path } = item.file;
    return areHunksNew && hunks?.path === path ? [] : [ask({ kind: "hunks", ask: { path } })];
  }
  if (report === undefined) return [];
  const { columns } = room;
  const { target } = report;
  if (item.kind === "finding") {
    const isThere = chosenFinding(state.staged)?.columns === columns;
    return isThere ? [] : [ask({ kind: "finding", ask: { target, id: item.id, columns } })];
  }
  return item.kind === "entry" ? valueMissing(asChanges(state)) : [];
}

/** A screen reader hears of another verdict wherever the cursor is. */
function told(state: TuiState, report: StagedReport): TuiState {
  const before = state.staged.report;
  const [old, now] = [before, report].map((each) => each && verdictTexts(each).join(" · "));
  return before !== undefined && old !== now && state.wish.plain ? withMessage(state, now ?? "") : state;
}

function withReport(state: TuiState, report: StagedReport): Reduced {
  const asked = askedTarget(state.staged);
  if (asked !== undefined && comparedKey(report.target) !== comparedKey(asked)) return step(state);
  const stored = withSet(told(state, report), report.set);
  // Details of an earlier report may be those of other files.
  const next = withOwn(stored, "staged", { report, finding: undefined, value: undefined, areHunksNew: false });
  return adaptedList(list, placed(withGoneKept(state, next)));
}

/** Shows the file as it would be, and asks. */
function confirmed(state: TuiState, { target, chain, path, before, lines }: AnswerTo<"orderPlan">): Reduced {
  const { staged } = state;
  const effect = chosenFinding(staged)?.choices.find((choice) => choice.chain.join() === chain.join())?.effect ?? "";
  const isStaged = comparedKey(target) === comparedKey(INDEX);
  const title = `${path} in the work tree would be${before === undefined ? " made" : ""}:`;
  const shown = [[span("heading", title)], [], ...inlineLines(lines), [], [plain(effect)]];
  const request = { kind: "orderWrite", ask: { target, chain, before } } as const;
  const does = isStaged ? `writes ${path}, and stages it` : "writes it";
  return step(withOverlay(state, { kind: "question", own: { lines: shown, does, request, top: 0 } }));
}

/** The cursor stays among the hunks. */
function withHunks(state: TuiState, hunks: FileHunks): TuiState {
  const choiceAt = Math.max(0, Math.min(state.staged.choiceAt, hunks.hunks.length - 1));
  const isOfIt = chosenItem(state.staged)?.id === `file ${hunks.path}`;
  return withOwn(state, "staged", { hunks, areHunksNew: true, ...(isOfIt && { choiceAt }) });
}

/** A merge in progress is compared with both sides, as the hook does. */
function heading({ staged }: TuiState): Line {
  const { report } = staged;
  const merge = report?.merge === undefined ? "" : `, merge of ${report.merge.head}`;
  return report === undefined ? [] : [plain(`HEAD → ${isOfWorktree(staged) ? "work tree" : "index"}${merge}`)];
}

function closedWhereEmpty(state: TuiState): TuiState {
  const { staged } = state;
  return staged.isOpen && stagedItems(staged).length === 0 ? withOwn(state, "staged", { isOpen: false }) : state;
}
