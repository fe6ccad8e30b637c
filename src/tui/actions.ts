import { screenForm } from "./draw/line.ts";
import type { Action } from "./keymap.ts";
import { searchOf, withNextSort, withSearch } from "./list/list-screen.ts";
import { openCopy, openIgnore, openSecrets, reload } from "./menus/open.ts";
import { openCommit, openLogOverlay, openUndo } from "./overlays/acts.ts";
import { openGoto } from "./overlays/goto.ts";
import { openHelp } from "./overlays/help.ts";
import { askedAgain, openEntryOfTimeline, openInsightAt, stopped } from "./overlays/insight.ts";
import { openNewValue } from "./overlays/new-value.ts";
import { openPicker } from "./overlays/picker.ts";
import { isSearching, stopSearch } from "./screens/commits/search-all.ts";
import type { Screen } from "./screens/screen.ts";
import { rowPlace, screenNamed, screens } from "./screens/table.ts";
import { fileAt, type RowPlace } from "./state/compared.ts";
import { popped, pushed } from "./state/stack.ts";
import { isView, type Reduced, step, type TuiState, type Want, withMessage, withOwn, zooms } from "./state.ts";

/** What an action does now; undefined if nothing. Pure, so that asking what it would do is asking it. */
export function acted(state: TuiState, action: Action): Reduced | undefined {
  if (isView(state.overlay)) return NOT_IN_VIEWS.has(action) ? undefined : everywhere(state, action);
  return everywhere(state, action) ?? onScreen(state, action);
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
const NOT_IN_VIEWS: ReadonlySet<Action> = new Set([
  "filter",
  "sort",
  "commit",
  "ignore",
  "larger",
  "interrupt",
  "suspend",
]);

/** Actions that are the same on all screens: of a place, or of the program. */
function everywhere(state: TuiState, action: Action): Reduced | undefined {
  return ofPlace(state, action) ?? ofProgram(state, action);
}

/** Actions that need nothing but the place of the row. */
function ofPlace(state: TuiState, action: Action): Reduced | undefined {
  switch (action) {
    case "open":
      return openEntryOfTimeline(state);
    case "back":
      return back(state);
    case "copy":
      return openCopy(state);
    case "edit":
      return editAt(state, rowPlace(state));
    case "explain":
    case "blame":
    case "timeline":
      return state.overlay?.kind === action ? back(state) : openInsightAt(state, action, rowPlace(state));
    case "set":
      return openNewValue(state, rowPlace(state));
    default:
      return undefined;
  }
}

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

function ofProgram(state: TuiState, action: Action): Reduced | undefined {
  switch (action) {
    case "goto":
      return openGoto(state);
    case "help":
      return step(openHelp(state));
    case "log":
      return step(openLogOverlay(state));
    case "filter":
      return searchOf(state) && step({ ...state, isTyping: true });
    case "sort": {
      const next = withNextSort(state);
      return next && screenNamed(next.screen).adapt(next);
    }
    case "undo":
      return openUndo(state);
    case "commit":
      return openCommit(state);
    case "compare":
    case "merge":
      return openPicker(state, action);
    case "ignore":
      return openIgnore(state);
    case "secrets":
      return openSecrets(state);
    case "reload":
      return reload(state);
    case "larger":
      return zoomed(state);
    case "quit":
      return step(state, { kind: "quit", code: 0 });
    case "interrupt":
      return step(state, { kind: "quit", code: 130 });
    case "suspend":
      return step(state, { kind: "suspend" });
    default:
      return opened(state, action);
  }
}

/** A screen by its number: there is nothing to go back to then. */
function opened(state: TuiState, action: Action): Reduced | undefined {
  const number = /^screen-(.)$/.exec(action)?.[1];
  const screen = screens.find((each) => each.number === number);
  const cleared = withOwn({ ...state, back: [], overlay: undefined, below: undefined }, "nodes", { only: undefined });
  if (screen === undefined) return undefined;
  const done = screen.open({ ...cleared, screen: screen.name });
  return step(done.state, ...stopped(state), ...done.wants);
}

/** Stops a search, clears a filter, leaves the detail, or leads to the view that was left. */
function back(state: TuiState): Reduced | undefined {
  if (!isView(state.overlay)) {
    if (isSearching(state)) return stopSearch(state);
    if (searchOf(state)?.text) return filtered(state, "");
  }
  const next = popped(state);
  // On a first view the screen itself leaves its detail.
  if (next === undefined) return undefined;
  const shown = isView(next.overlay) ? askedAgain(next) : screenNamed(next.screen).open(next);
  return step(shown.state, ...stopped(state), ...shown.wants);
}

/** The screen in front with another filter. */
export function filtered(state: TuiState, text: string): Reduced {
  return screenNamed(state.screen).adapt(withSearch(state, text));
}

/** The pane gets half of the screen, then all of it, then its share again. */
function zoomed(state: TuiState): Reduced {
  if (screenForm(state.size) === "one") return step(withMessage(state, "there is room for only one pane"));
  const zoom = zooms[(zooms.indexOf(state.zoom) + 1) % zooms.length] ?? state.zoom;
  return inTurn({ ...state, zoom }, (screen, next) => screen.adapt(next));
}

/** Applies something to every screen, one after the other. */
export function inTurn(state: TuiState, part: (screen: Screen, state: TuiState) => Reduced): Reduced {
  const wants: Want[] = [];
  const last = screens.reduce((before, screen) => {
    const after = part(screen, before);
    wants.push(...after.wants);
    return after.state;
  }, state);
  return step(last, ...wants);
}
