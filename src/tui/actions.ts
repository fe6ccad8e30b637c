import { screenForm } from "./draw/line.ts";
import type { Action } from "./keymap.ts";
import { searchOf, withNextSort, withSearch } from "./list/list-screen.ts";
import { stopped, toLastView } from "./overlays/insight.ts";
import { overlayActs } from "./overlays/table.ts";
import type { Acts, Screen } from "./screens/screen.ts";
import { rowPlace, screenNamed, screens } from "./screens/table.ts";
import { fileAt, type RowPlace } from "./state/compared.ts";
import type { Reduced, ScreenName, TuiState } from "./state.ts";
import { inTurn, isView, pushed, reload, step, withMessage, withOwn, withWants, zooms } from "./state.ts";

/** What an action does now; undefined if nothing. Pure, so that asking what it would do is asking it. */
export function acted(state: TuiState, action: Action): Reduced | undefined {
  if (isView(state.overlay) && NOT_IN_VIEWS.includes(action)) return undefined;
  return everywhere[action]?.(state) ?? (isView(state.overlay) ? undefined : onScreen(state, action));
}

/** What the screen does; where Enter gives the keys to the detail, Esc leads back from there. */
function onScreen(state: TuiState, action: Action): Reduced | undefined {
  const { screen, back: before } = state;
  const done = screenNamed(screen).act(state, action);
  if (action !== "open" || done?.state.screen !== screen || state[screen].isOpen || !done.state[screen].isOpen)
    return done;
  return done.state.back === before ? step({ ...done.state, back: pushed(state).back }, ...done.wants) : done;
}

/** Actions that mean nothing in a view above a screen, which is a list of its own. */
const NOT_IN_VIEWS: readonly Action[] = ["filter", "sort", "commit", "ignore", "larger", "interrupt", "suspend"];

/** Actions that are the same on all screens: they need nothing but the place of the row, or are those of the program. */
const everywhere: Acts = {
  ...overlayActs,
  back,
  edit: (state) => editAt(state, rowPlace(state)),
  filter: (state) => searchOf(state) && step({ ...state, isTyping: true }),
  sort(state) {
    const next = withNextSort(state);
    return next && screenNamed(next.screen).adapt(next);
  },
  reload,
  larger: zoomed,
  quit: (state) => step(state, { kind: "quit", code: 0 }),
  interrupt: (state) => step(state, { kind: "quit", code: 130 }),
  suspend: (state) => step(state, { kind: "suspend" }),
  "screen-1": (state) => opened(state, "commits"),
  "screen-2": (state) => opened(state, "changes"),
  "screen-3": (state) => opened(state, "nodes"),
  "screen-4": (state) => opened(state, "staged"),
};

/** Opens the editor where something is written; says why if it cannot. */
function editAt(state: TuiState, { source }: RowPlace): Reduced {
  const { file, line = 1 } = fileAt(source) ?? {};
  if (file === undefined) return step(withMessage(state, "no file is known for this row"));
  const { trees } = state;
  if (trees === undefined) return step(withMessage(state, "the work tree is being read"));
  const { root } = trees;
  if (root === undefined) return step(withMessage(state, "there is no work tree"));
  return step(state, { kind: "edit", root, file, line });
}

/** A screen by its number: there is nothing to go back to then. */
function opened(state: TuiState, screen: ScreenName): Reduced {
  const cleared = withOwn({ ...state, back: [], overlay: undefined, below: undefined }, "nodes", { only: undefined });
  return withWants(stopped(state), screenNamed(screen).open({ ...cleared, screen }));
}

/** Stops a search, clears a filter, leaves the detail, or leads to the view that was left. */
function back(state: TuiState): Reduced | undefined {
  if (!isView(state.overlay)) {
    const stopped = screenNamed(state.screen).stopSearch?.(state);
    if (stopped !== undefined) return stopped;
    if (searchOf(state)?.text) return filtered(state, "");
  }
  // On a first view the screen itself leaves its detail.
  return toLastView(state);
}

/** The screen in front with another filter. */
export function filtered(state: TuiState, text: string): Reduced {
  return screenNamed(state.screen).adapt(withSearch(state, text));
}

/** The pane gets half of the screen, then all of it, then its share again. */
function zoomed(state: TuiState): Reduced {
  if (screenForm(state.size) === "one") return step(withMessage(state, "there is room for only one pane"));
  const zoom = zooms[(zooms.indexOf(state.zoom) + 1) % zooms.length] ?? state.zoom;
  return onScreens({ ...state, zoom }, (screen, next) => screen.adapt(next));
}

/** Applies something to every screen, one after the other. */
export function onScreens(state: TuiState, part: (screen: Screen, state: TuiState) => Reduced): Reduced {
  return inTurn(state, ...screens.map((screen) => (next: TuiState) => part(screen, next)));
}
