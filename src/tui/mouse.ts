import { lineWidth, type Spot } from "./draw/line.ts";
import { frame } from "./frame.ts";
import type { PointerInput } from "./keys.ts";
import { pressIn } from "./overlays/table.ts";
import { screenNamed, screens } from "./screens/table.ts";
import { inTurn, type Reduced, step, type TuiState } from "./state.ts";

const DOUBLE_MS = 400;

/** Handles the mouse: the wheel scrolls what is under the pointer, a click chooses it, a double click opens it. */
export function pointed(state: TuiState, input: PointerInput, at: number): Reduced {
  if (state.header?.mouse !== true) return step(state);
  const calm: TuiState = { ...state, message: undefined, isTyping: false, lastClick: undefined };
  if (input.button !== "left") return wheeled(calm, input);
  const spot = calm.overlay === undefined ? spotAt(calm, input) : undefined;
  if (spot === undefined) return step(calm);
  const { screen } = state;
  const last = state.lastClick;
  const isDouble = last?.screen === screen && last.spot.pane === spot.pane && last.spot.index === spot.index;
  if (isDouble && at - last.at <= DOUBLE_MS) return screenNamed(screen).act(calm, "open") ?? step(calm);
  const done = clicked(calm, spot) ?? step(calm);
  return step({ ...done.state, lastClick: { screen, spot, at } }, ...done.wants);
}

function clicked(state: TuiState, spot: Spot): Reduced | undefined {
  if (spot.pane === "tab") {
    const screen = screens[spot.index ?? -1];
    return screen?.open({ ...state, screen: screen.name });
  }
  return screenNamed(state.screen).point(state, spot);
}

/** Moves three lines, as keys would. */
function wheeled(state: TuiState, input: PointerInput): Reduced {
  const isDown = input.button === "wheel-down";
  const { overlay } = state;
  if (overlay !== undefined)
    return inTurn(state, ...thrice((next) => next.overlay && pressIn(next.overlay, isDown ? "down" : "up", next)));
  const screen = screenNamed(state.screen);
  const pane = spotAt(state, input)?.pane;
  if (pane === "detail")
    return inTurn(state, ...thrice((next) => screen.act(next, isDown ? "scroll-down" : "scroll-up")));
  if (pane !== "list") return step(state);
  const focus = (next: TuiState) => screen.point(next, { pane });
  return inTurn(state, focus, ...thrice((next) => screen.act(next, isDown ? "down" : "up")));
}

function thrice(once: (state: TuiState) => Reduced | undefined) {
  return [once, once, once];
}

function spotAt(state: TuiState, { column, row }: PointerInput): Spot | undefined {
  const line = frame(state, 0)[row] ?? [];
  let end = 0;
  for (const part of line) {
    end += lineWidth([part]);
    if (column < end) return part.spot;
  }
  return undefined;
}
