import type { Size } from "../draw/layout.ts";
import type { Line } from "../draw/line.ts";
import type { TuiState } from "../state.ts";
import type { Reduced } from "../step.ts";
import type { OverlayKind, Overlays } from "./state.ts";

/** How an overlay looks and what keys do in it. `own` is what it remembers. */
export interface OverlayPart<K extends OverlayKind> {
  /** What stands in the header instead of the screen's own words. */
  readonly title: string;
  /** What it is about, in the upper border. */
  heading?(state: TuiState): Line;
  /** Keys that do something in it, for the bottom line. */
  readonly hint?: string;
  /** At the right end of the lower border. */
  foot(own: Overlays[K], state: TuiState): string;
  /** All its lines; those above its `top` are scrolled away by whoever draws it. */
  lines(own: Overlays[K], state: TuiState, size: Size): readonly Line[];
  /** A key by its name: all but Ctrl-C, Ctrl-Z and Esc, which mean the same everywhere. */
  press(own: Overlays[K], key: string, state: TuiState): Reduced;
  /** Esc was pressed; where it is absent the overlay just goes away. */
  close?(state: TuiState): Reduced;
  /** Text that was pasted. */
  paste?(own: Overlays[K], text: string, state: TuiState): Reduced;
}

/** The rows of an overlay on a terminal of this size, for keys that turn pages. */
export function overlayRows({ rows }: Size): number {
  return Math.max(1, rows - 5);
}

/** How far a key scrolls; undefined for any other key. Letters are text in a search, so only these keys move. */
export function scrollOf(key: string, size: Size): number | undefined {
  switch (key) {
    case "down":
      return 1;
    case "up":
      return -1;
    case "pgdn":
      return overlayRows(size);
    case "pgup":
      return -overlayRows(size);
    default:
      return undefined;
  }
}

/** The first line on the screen after scrolling, where there are so many lines. */
export function scrolledTop(
  top: number,
  by: number,
  { count, size }: { readonly count: number; readonly size: Size },
): number {
  return Math.max(0, Math.min(top + by, count - overlayRows(size)));
}
