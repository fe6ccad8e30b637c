import type { Action } from "../keymap.ts";
import type { ScreenName, State } from "../state/state.ts";
import type { Step } from "../step.ts";
import type { Line, Spot } from "../terminal/line.ts";
import type { Answer } from "../worker/protocol.ts";

/** One of the screens that `1` to `5` lead to. All of it is pure: state in, state or lines out. */
export interface Screen {
  readonly name: ScreenName;
  /** The key that leads to it, and its place in the header. */
  readonly number: string;
  readonly title: string;
  /** Actions that the bottom line names, the most useful first. */
  readonly hints: readonly Action[];
  /** It comes to the front. */
  open(state: State): Step;
  /** A key was pressed while it is in front; undefined if the key does nothing at this moment. */
  act(state: State, action: Action): Step | undefined;
  /** The mouse was pressed on a part of it, which gets the keys; undefined if it cannot have them. */
  point(state: State, spot: Spot): Step | undefined;
  /** The worker has answered, whoever asked: every screen is told. */
  take(state: State, answer: Answer): Step;
  /** The terminal has another size now: cursors shall be in sight again, and what came in sight is wanted. */
  settle(state: State): Step;
  /** What stands in the header behind the name of the program. */
  heading(state: State): Line;
  /** As many lines, each as wide, as `bodySize` says. */
  draw(state: State): readonly Line[];
}
