import { bodySize, type Line, plain, type Size } from "../draw/line.ts";
import { type ItemLook, itemLines } from "../draw/pane.ts";
import { pastedText, typedText } from "../keymap.ts";
import { type Move, scrolledBy, steppedBy } from "../list/cursor.ts";
import type { Acts, Takes } from "../screens/screen.ts";
import { rowPlace } from "../screens/table.ts";
import { popped, type Reduced, step, type TuiState, withOverlay } from "../state.ts";
import type { QuestionKind } from "../worker/questions.ts";
import { actTakes, commitOverlay, logOverlay, openCommit, openLogOverlay, openUndo, outputOverlay } from "./acts.ts";
import { gotoOverlay, openGoto } from "./goto.ts";
import { helpOverlay } from "./help.ts";
import { blameOverlay, explainOverlay, insightActs, insightTakes, timelineOverlay } from "./insight.ts";
import { menuOverlay, openCopy, openSecrets } from "./menu.ts";
import {
  newValueOverlay,
  openNewValue,
  openPicker,
  pickerOverlay,
  planned,
  questionOverlay,
  reportNameOverlay,
  withoutSearch,
} from "./new-value.ts";
import { type OverlayContent, type OverlayPart, overlayRows } from "./overlay.ts";
import type { Overlay, OverlayKind, Overlays } from "./state.ts";

const parts: { readonly [K in OverlayKind]: OverlayPart<K> } = {
  help: helpOverlay,
  log: logOverlay,
  goto: gotoOverlay,
  explain: explainOverlay,
  blame: blameOverlay,
  timeline: timelineOverlay,
  question: questionOverlay,
  menu: menuOverlay,
  picker: pickerOverlay,
  reportName: reportNameOverlay,
  newValue: newValueOverlay,
  commit: commitOverlay,
  output: outputOverlay,
};

/** What opens an overlay, or acts in a view: the same on all screens. */
export const overlayActs: Acts = {
  ...insightActs,
  copy: openCopy,
  set: (state) => openNewValue(state, rowPlace(state)),
  goto: openGoto,
  help: (state) => step(withOverlay(state, { kind: "help", own: { typed: "", top: 0 } })),
  log: openLogOverlay,
  undo: openUndo,
  commit: openCommit,
  compare: (state) => openPicker(state, "compare"),
  merge: (state) => openPicker(state, "merge"),
  secrets: openSecrets,
};

/** What answers do to overlays. */
export const overlayTakes: Takes = {
  ...insightTakes,
  ...actTakes,
  setPlan: (state, plan) => step(planned(state, plan)),
};

/** What an answer does to the overlay in front; undefined if nothing. */
export function answeredIn<K extends OverlayKind>({ kind, own }: Overlay<K>, state: TuiState): Reduced | undefined {
  return parts[kind].answered?.(own, state);
}

/** A question has failed: its view is left, and what was typed for it stays. */
export function withoutAnswer(state: TuiState, of: QuestionKind): TuiState {
  // There will be no answer about the value: the screen below says why.
  const open = of === "setPlan" ? withoutSearch(state) : state;
  return open.overlay?.kind === of ? (popped(open) ?? withOverlay(open, undefined)) : open;
}

/** How an overlay looks: the same for all of its kind. */
export function overlayPart<K extends OverlayKind>({ kind }: Overlay<K>): OverlayPart<K> {
  return parts[kind];
}

/** What is typed in the bottom line, with the screen above it; undefined if an overlay covers the screen. */
export function overlayPrompt<K extends OverlayKind>({ kind, own }: Overlay<K>): Line | undefined {
  return parts[kind].prompt?.(own);
}

/** An overlay as it is drawn: its lines in sight, the item of the cursor marked. */
export function shownOverlay<K extends OverlayKind>({ kind, own }: Overlay<K>, state: TuiState) {
  const part = parts[kind];
  const { lines = [], items } = part.content(own, state);
  const above = lines.slice(own.top);
  const { columns, rows } = bodySize(state.size);
  const look = { heading: part.heading?.(own, state) ?? [], foot: part.foot?.(own, state) ?? "" };
  if (items === undefined || !("at" in own)) return { ...look, lines: above };
  const cursor = { top: Math.max(0, own.top - lines.length), index: own.at };
  const item: ItemLook["item"] = (index, width) => [plain(" "), ...items.item(index, width - 1)];
  const listed = itemLines(cursor, { columns: columns - 2, rows: rows - above.length }, { ...items, item });
  return { ...look, lines: [...above, ...listed] };
}

const MOVES: Readonly<Record<string, Move>> = { down: "down", up: "up", pgdn: "page-down", pgup: "page-up" };
/** Keys that move if nothing is typed. */
const LETTERS: Readonly<Record<string, string>> = { j: "down", k: "up", space: "pgdn", ".": "pgdn", ",": "pgup" };

/** Handles any key but Ctrl-C and Ctrl-Z: it is one of the overlay's own, or it closes, types, moves or scrolls. */
export function pressIn<K extends OverlayKind>(overlay: Overlay<K>, key: string, state: TuiState): Reduced {
  const { kind, own } = overlay;
  const done = parts[kind].press?.(own, key, state);
  if (done !== undefined) return done;
  const isTyped = "typed" in own;
  if (key === "esc" || (key === "q" && !isTyped)) return step(withOverlay(state, undefined));
  const typed = isTyped ? typedText(own.typed, key) : undefined;
  if (typed !== undefined) return retyped(overlay, typed, state);
  const move = MOVES[isTyped ? key : (LETTERS[key] ?? key)];
  if (move === undefined) return step(state);
  return step(changed(state, overlay, moved(parts[kind].content(own, state), own, { move, size: state.size })));
}

/** Handles pasted text; undefined if nothing is typed in the overlay. */
export function pasteInto(overlay: Overlay, text: string, state: TuiState): Reduced | undefined {
  const { own } = overlay;
  return "typed" in own ? retyped(overlay, pastedText(own.typed, text), state) : undefined;
}

/** Another text may have other items. */
function retyped<K extends OverlayKind>(overlay: Overlay<K>, typed: string, state: TuiState): Reduced {
  const { kind, own } = overlay;
  const next = changed(state, overlay, { typed, top: 0, ...("at" in own && { at: 0 }) });
  if ("typed" in own && own.typed === typed) return step(next);
  return step(next, ...(parts[kind].retyped?.({ ...own, typed }, next) ?? []));
}

interface Changed {
  readonly top: number;
  readonly typed?: string;
  readonly at?: number;
}

function changed<K extends OverlayKind>(state: TuiState, { kind, own }: Overlay<K>, what: Changed): TuiState {
  // The kind stays the same, which the compiler cannot see.
  return withOverlay(state, { kind, own: { ...own, ...what } } as Overlay);
}

/** The text scrolled; or the cursor on another item, in sight with what stands above the first one. */
function moved(
  { lines = [], items }: OverlayContent,
  own: Overlays[OverlayKind],
  { move, size }: { readonly move: Move; readonly size: Size },
): Changed {
  const rows = overlayRows(size);
  if (items === undefined || !("at" in own)) return { top: scrolledBy(own.top, move, { lines: lines.length, rows }) };
  const at = steppedBy(own.at, move, { last: items.count - 1, page: rows });
  const line = lines.length + at;
  return { at, top: Math.min(at === 0 ? 0 : line, Math.max(0, own.top, line + 1 - rows)) };
}
