import type { Line, Spot } from "../draw/line.ts";
import type { Action } from "../keymap.ts";
import type { Place } from "../list/place.ts";
import type { MenuItem } from "../menus/items.ts";
import type { ScreenName, TuiState } from "../state.ts";
import type { Reduced } from "../step.ts";
import type { Answer } from "../worker/protocol/questions.ts";

/** One of the screens that `1` to `5` lead to. All of it is pure: state in, state or lines out. */
export interface Screen {
  readonly name: ScreenName;
  /** The key that leads to it, and its place in the header. */
  readonly number: string;
  readonly title: string;
  /** Actions that the bottom line names, the most useful first. */
  readonly hints: readonly Action[];
  /** It comes to the front. */
  open(state: TuiState): Reduced;
  /** A key was pressed while it is in front; undefined if the key does nothing at this moment. */
  act(state: TuiState, action: Action): Reduced | undefined;
  /** The mouse was pressed on a part of it, which gets the keys; undefined if it cannot have them. */
  point(state: TuiState, spot: Spot): Reduced | undefined;
  /** The worker has answered, whoever asked: every screen is told. */
  take(state: TuiState, answer: Answer): Reduced;
  /** The list or the room for it is another one now: the cursor is in sight again, and what came in sight is wanted. */
  settle(state: TuiState): Reduced;
  /** What the row at the cursor is about: it can be edited, copied and asked about. */
  place(state: TuiState): Place;
  /** What can be copied of it, besides its commit and its line. */
  copies(state: TuiState): readonly MenuItem[];
  /** What the header says behind the name of the program. */
  heading(state: TuiState): Line;
  /** As many lines, each as wide, as `bodySize` says. */
  draw(state: TuiState): readonly Line[];
}
