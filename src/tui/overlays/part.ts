import type { Line } from "../draw/line.ts";
import type { TuiState } from "../state.ts";
import type { Reduced } from "../step.ts";
import type { OverlayKind, Overlays } from "./state.ts";

/**
 * How an overlay looks and what its own keys do. `own` is what it remembers. Scrolling, typing, moving among items and
 * closing are the same for all, see overlays/press.ts.
 */
export interface OverlayPart<K extends OverlayKind> {
  /** What the header says instead of the screen's own words. */
  readonly title: string;
  /** What it is about, in the upper border. */
  heading?(state: TuiState): Line;
  /** Keys that do something in it, for the bottom line. */
  readonly hint?: string;
  /** At the right end of the lower border. */
  foot?(own: Overlays[K], state: TuiState): string;
  /** All its lines. */
  lines(own: Overlays[K], state: TuiState): readonly Line[];
  /** How many lines each of its items takes, for those that have items. */
  heights?(own: Overlays[K], state: TuiState): readonly number[];
  /** Keys of its own, by their names; undefined for those that do what they do in all overlays. */
  press?(own: Overlays[K], key: string, state: TuiState): Reduced | undefined;
  /** It is closed; where this is absent it just goes away. */
  close?(state: TuiState): Reduced;
}
