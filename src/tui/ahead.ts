import { type Action, actionOf } from "./keymap.ts";
import { isEarlyIn } from "./overlays/table.ts";
import { screenNamed } from "./screens/table.ts";
import { isActing, isView, type TuiState } from "./state.ts";
import type { QuestionKind } from "./worker/questions.ts";

/** Questions whose answers ask something: a key that is pressed before is an answer to that. */
const ASKING: readonly QuestionKind[] = ["undo", "orderPlan"];

/** What is done with the row of the cursor. */
const ON_ROW: ReadonlySet<Action> = new Set(["open", "edit", "copy", "explain", "blame", "timeline", "compare"]);

/** Whether a key acts on what is still on its way, and so has to wait for it: nothing is spent on an empty list. */
export function isEarly(state: TuiState, key: string): boolean {
  const { overlay, screen, header } = state;
  if (state.pending.size === 0) return false;
  if (ASKING.some((kind) => state.pending.has(kind))) return true;
  if (overlay !== undefined && !isView(overlay)) return isEarlyIn(overlay, key, state);
  const action = state.isTyping ? undefined : actionOf(key, screen, header?.keys);
  if (action === undefined || overlay !== undefined) return false;
  if (action === "undo") return isActing(state);
  const front = screenNamed(screen);
  return (ON_ROW.has(action) && front.isLoading(state)) || (front.isEarly?.(state, action) ?? false);
}
