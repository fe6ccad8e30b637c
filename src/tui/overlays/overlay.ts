import type { Line, Size } from "../draw/line.ts";
import type { ItemLook } from "../draw/pane.ts";
import type { Reduced, TuiState, Want } from "../state.ts";
import type { OverlayKind, Overlays } from "./state.ts";

/** How an overlay looks and what its own keys do; `own` is its state. Keys that all share: overlays/table.ts. */
export interface OverlayPart<K extends OverlayKind> {
  /** In the header, instead of the screen's heading. */
  readonly title: string;
  /** What it is about, in the upper border. */
  heading?(own: Overlays[K], state: TuiState): Line;
  /** Its keys, for the bottom line. */
  readonly hint?: string;
  foot?(own: Overlays[K], state: TuiState): string;
  /** If it is typed in the bottom line, with the screen above it, that line. */
  prompt?(own: Overlays[K]): Line;
  content(own: Overlays[K], state: TuiState): OverlayContent;
  /** What is asked for after another text is typed. */
  retyped?(own: Overlays[K], state: TuiState): readonly Want[];
  /** After any answer: what could not be done before it was there; undefined if nothing. */
  answered?(own: Overlays[K], state: TuiState): Reduced | undefined;
  /** Whether a key needs items that are still on their way. */
  isEarly?(own: Overlays[K], key: string, state: TuiState): boolean;
  /** Its own keys; undefined for keys that do the same in all overlays. */
  press?(own: Overlays[K], key: string, state: TuiState): Reduced | undefined;
}

/** What an overlay holds: a text, or items among which the cursor moves, with what stands above them. */
export interface OverlayContent {
  readonly lines?: readonly Line[];
  readonly items?: ItemLook;
}

/** The rows of an overlay on a terminal of this size. */
export function overlayRows({ rows }: Size): number {
  return Math.max(1, rows - 5);
}
