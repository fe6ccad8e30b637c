import type { Line, Spot } from "../draw/line.ts";
import type { Action } from "../keymap.ts";
import type { RowPlace } from "../state/compared.ts";
import type { MenuItem } from "../state/menu.ts";
import type { Reduced, ScreenName, TuiState } from "../state.ts";
import type { AnswerTo, QuestionKind } from "../worker/questions.ts";

/** What actions do; undefined for one that does nothing now. */
export type Acts = { readonly [A in Action]?: (state: TuiState) => Reduced | undefined };

export type Takes = { readonly [K in QuestionKind]?: (state: TuiState, answer: AnswerTo<K>) => Reduced };

/** Which parts of the repository may have changed besides the index and the work tree. */
export interface MovedParts {
  /** HEAD or another branch. */
  readonly isHistoryMoved: boolean;
  readonly before: TuiState;
}

/** One of the screens that `1` to `4` open. All of it is pure: state in, state or lines out. */
export interface Screen {
  readonly name: ScreenName;
  readonly title: string;
  isLoading(state: TuiState): boolean;
  /** Whether an action needs what else is on its way, beyond the list of the row that it acts on. */
  isEarly?(state: TuiState, action: Action): boolean;
  /** It comes to the front. */
  open(state: TuiState): Reduced;
  /** Handles an action while it is in front; undefined if the action does nothing now. */
  act(state: TuiState, action: Action): Reduced | undefined;
  /** Whether an action would do something, where that can be told without doing it. */
  can?(state: TuiState, action: Action): boolean | undefined;
  /** Handles a click on a part of it, which gets the keys; undefined if it cannot have them. */
  point(state: TuiState, spot: Spot): Reduced | undefined;
  /** Searches all that is not loaded with the filter; undefined if that can find nothing more. */
  searchAll?(state: TuiState): Reduced | undefined;
  /** Stops a search; undefined if none is running. */
  stopSearch?(state: TuiState): Reduced | undefined;
  /** Takes answers of the worker; every screen gets every answer. */
  readonly takes: Takes;
  /** The repository is read again: what may have changed is asked for if the screen is in front, else forgotten. */
  reread(state: TuiState, moved: MovedParts): Reduced;
  /** Adapts to another list or size: the cursor is in sight, and what comes in sight is asked for. */
  adapt(state: TuiState): Reduced;
  /** What the row at the cursor is about, for editing, copying and questions. */
  place(state: TuiState): RowPlace;
  /** What else can be copied of it, besides its commit and its line. */
  copies(state: TuiState): readonly MenuItem[];
  /** Behind the name of the program in the header. */
  heading(state: TuiState): Line;
  /** Lines of the size that `bodySize` says. */
  draw(state: TuiState): readonly Line[];
}
