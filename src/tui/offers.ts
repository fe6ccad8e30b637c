import { isSame } from "../base/same.ts";
import { acted } from "./actions.ts";
import { isEarly } from "./ahead.ts";
import { type Action, isOnScreen, keysOf } from "./keymap.ts";
import { screenNamed } from "./screens/table.ts";
import { isView, type TuiState } from "./state.ts";

/** What the bottom line may name, the most useful first. */
const CANDIDATES: readonly Action[] = [
  "open",
  "stage",
  "commit",
  "edit",
  "explain",
  "blame",
  "timeline",
  "copy",
  "swap",
  "compare",
  "unfold",
  "undo",
  "next-hit",
  "next-tab",
  "next-node",
  "layout",
  "group",
  "scroll-down",
];

/** The actions that do something on the row in front: each is asked what it would do. */
export function offers(state: TuiState): readonly Action[] {
  const front: TuiState = { ...state, message: undefined };
  return CANDIDATES.filter((action) => isView(front.overlay) || isOnScreen(action, front.screen)).filter((action) => {
    const [key = ""] = keysOf(action, front.screen, front.header?.keys);
    const can = isView(front.overlay) ? undefined : screenNamed(front.screen).can?.(front, action);
    if (can !== undefined) return can;
    const done = isEarly(front, key) ? undefined : acted(front, action);
    // A message says why it cannot be done; what has to wait is not offered.
    return (
      done !== undefined && done.state.message === undefined && (done.wants.length > 0 || !isSame(front, done.state))
    );
  });
}
