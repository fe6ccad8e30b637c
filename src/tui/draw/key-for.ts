import { type Action, hintOf, isOnScreen } from "../keymap.ts";
import type { TuiState } from "../state.ts";

/** The key of an action within a text; empty if the action has no key on this screen. */
export function keyFor(
  { screen, header }: Pick<TuiState, "screen" | "header">,
  action: Action,
  textOf: (key: string) => string,
): string {
  const hint = isOnScreen(action, screen) ? hintOf(action, screen, header?.keys) : undefined;
  return hint === undefined ? "" : textOf(hint.key);
}
