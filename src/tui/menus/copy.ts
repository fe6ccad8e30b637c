import { placeItems } from "../list/copies.ts";
import { openMenu } from "../overlays/menu.ts";
import { screenNamed } from "../screens/table.ts";
import type { TuiState } from "../state.ts";
import { type Reduced, step } from "../step.ts";
import type { MenuItem } from "./items.ts";

/** The menu of what can be copied of the row at the cursor; undefined if nothing can. */
export function openCopy(state: TuiState): Reduced | undefined {
  const screen = screenNamed(state.screen);
  const items = new Map<string, MenuItem>();
  for (const item of [...screen.copies(state), ...placeItems(screen.place(state))]) {
    if (!items.has(item.key)) items.set(item.key, item);
  }
  return items.size === 0 ? undefined : step(openMenu(state, "Copy", [...items.values()]));
}
