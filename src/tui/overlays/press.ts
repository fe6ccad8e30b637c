import type { Line, Size } from "../draw/line.ts";
import { pastedText, typedText } from "../keymap.ts";
import { type Reduced, type TuiState, type Want, withOverlay } from "../state.ts";
import type { Overlay, OverlayKind, Overlays } from "./state.ts";

/** Letters that move if nothing is typed. */
const LETTERS: Readonly<Record<string, string>> = { j: "down", k: "up", space: "pgdn", ".": "pgdn", ",": "pgup" };

/** What a key does in any overlay: it types, moves the cursor to another item, or scrolls. */
export function pressed<K extends OverlayKind>(
  part: OverlayPart<K>,
  { kind, own }: Overlay<K>,
  key: string,
  state: TuiState,
): TuiState {
  const { size } = state;
  const typed = "typed" in own ? typedText(own.typed, key) : undefined;
  if (typed !== undefined) return retyped(state, kind, typed);
  const move = "typed" in own ? key : (LETTERS[key] ?? key);
  const heights = part.heights?.(own, state);
  if (heights !== undefined && "at" in own) return changed(state, kind, chosen(heights, { ...own, move, size }));
  const count = part.lines(own, state).length;
  return changed(state, kind, { top: scrolledTop(own.top, stepOf(move, overlayRows(size)), count, size) });
}

/** Pasted text; undefined if nothing is typed in the overlay. */
export function pasted({ kind, own }: Overlay, text: string, state: TuiState): TuiState | undefined {
  if (!("typed" in own)) return undefined;
  return retyped(state, kind, pastedText(own.typed, text));
}

/** Another text may have other items. */
function retyped(state: TuiState, kind: OverlayKind, typed: string): TuiState {
  const isList = state.overlay !== undefined && "at" in state.overlay.own;
  return changed(state, kind, { typed, top: 0, ...(isList && { at: 0 }) });
}

interface Changed {
  readonly top: number;
  readonly typed?: string;
  readonly at?: number;
}

function changed(state: TuiState, kind: OverlayKind, what: Changed): TuiState {
  const own = { ...state.overlay?.own, ...what };
  // The kind stays the same, which the compiler cannot see.
  return withOverlay(state, { kind, own } as Overlay);
}

/** The cursor on another item, with all of its lines in sight if there is room. */
function chosen(
  heights: readonly number[],
  { at, top, move, size }: { readonly at: number; readonly top: number; readonly move: string; readonly size: Size },
): Changed {
  const rows = overlayRows(size);
  const page = Math.max(1, Math.floor(rows / (heights[at] ?? 1)));
  const next = Math.max(0, Math.min(at + stepOf(move, page), heights.length - 1));
  const before = heights.slice(0, next).reduce((sum, height) => sum + height, 0);
  const lowest = Math.max(0, before + (heights[next] ?? 0) - rows);
  return { at: next, top: Math.min(before, Math.max(top, lowest)) };
}

/** The first line in sight after scrolling a text of `count` lines. */
export function scrolledTop(top: number, by: number, count: number, size: Size): number {
  return Math.max(0, Math.min(top + by, count - overlayRows(size)));
}

/** The rows of an overlay on a terminal of this size. */
function overlayRows({ rows }: Size): number {
  return Math.max(1, rows - 5);
}

function stepOf(move: string, page: number): number {
  return { down: 1, up: -1, pgdn: page, pgup: -page }[move] ?? 0;
}

/**
 * How an overlay looks and what its own keys do; `own` is what it remembers. Scrolling, typing, moving among items and
 * closing are the same for all, see overlays/press.ts.
 */
export interface OverlayPart<K extends OverlayKind> {
  /** In the header, instead of the screen's heading. */
  readonly title: string;
  /** What it is about, in the upper border. */
  heading?(own: Overlays[K], state: TuiState): Line;
  /** Its keys, for the bottom line. */
  readonly hint?: string;
  /** At the right end of the lower border. */
  foot?(own: Overlays[K], state: TuiState): string;
  /** If it is typed in the bottom line, with the screen above it, that line. */
  prompt?(own: Overlays[K]): Line;
  /** All its lines. */
  lines(own: Overlays[K], state: TuiState): readonly Line[];
  /** The lines that each of its items takes, if it has items. */
  heights?(own: Overlays[K], state: TuiState): readonly number[];
  /** What is asked for after another text is typed. */
  retyped?(own: Overlays[K], state: TuiState): readonly Want[];
  /** Whether a key needs items that are still on their way. */
  isEarly?(own: Overlays[K], key: string, state: TuiState): boolean;
  /** Its own keys; undefined for keys that do the same in all overlays. */
  press?(own: Overlays[K], key: string, state: TuiState): Reduced | undefined;
}
