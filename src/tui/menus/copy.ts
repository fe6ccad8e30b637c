import { commandItem, copyItem, placeItems } from "../list/copies.ts";
import { openMenu } from "../overlays/menu.ts";
import { rowPlace, screenNamed } from "../screens/table.ts";
import type { RowPlace } from "../state/place.ts";
import { isView, type Reduced, step, type TuiState } from "../state.ts";
import type { MenuItem } from "./items.ts";

/** The menu of what can be copied of the row at the cursor; undefined if nothing can. */
export function openCopy(state: TuiState): Reduced | undefined {
  const place = rowPlace(state);
  const items = new Map<string, MenuItem>();
  const own = isView(state.overlay) ? valueItems(place) : screenNamed(state.screen).copies(state);
  for (const item of [...own, ...placeItems(place)]) {
    if (!items.has(item.key)) items.set(item.key, item);
  }
  return items.size === 0 ? undefined : step(openMenu(state, "Copy", [...items.values()]));
}

/** The path and the node of a place, and the command that tells its history. */
function valueItems({ node, path }: RowPlace): readonly MenuItem[] {
  if (node === undefined) return [];
  return [
    ...(path === undefined ? [] : [copyItem("p", "path", path)]),
    copyItem("n", "node", node),
    commandItem(["heir", "log"], [node, ...(path === undefined ? [] : [path])]),
  ];
}
