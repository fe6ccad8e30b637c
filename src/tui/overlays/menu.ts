import { displayWidth } from "../../base/terminal-text.ts";
import { cell, chosen, type Line, plain, span } from "../draw/line.ts";
import { choose } from "../menus/choose.ts";
import type { MenuItem } from "../menus/items.ts";
import { type TuiState, withOverlay } from "../state.ts";
import type { OverlayPart } from "./part.ts";

/** Things to choose from: by their keys, or with the cursor and Enter. */
export const menuOverlay: OverlayPart<"menu"> = {
  title: "choose",
  foot: () => "Enter chooses",
  lines: ({ title, items, at }) => {
    const width = Math.max(0, ...items.map(({ text }) => displayWidth(text)));
    return [[span("heading", title)], [], ...items.map((item, index) => itemLine(item, width, index === at))];
  },
  // The first item is below the title.
  heights: ({ items }) => items.map((_, index) => (index === 0 ? 3 : 1)),
  press({ items, at }, key, state) {
    const item = key === "enter" ? items[at] : items.find((each) => each.key === key);
    return item && choose(withOverlay(state, undefined), item.choice);
  },
};

export function openMenu(state: TuiState, title: string, items: readonly MenuItem[]): TuiState {
  return withOverlay(state, { kind: "menu", own: { title, items, at: 0, top: 0 } });
}

function itemLine({ key, text, value }: MenuItem, width: number, isChosen: boolean): Line {
  const line = [plain(isChosen ? "> " : "  "), span("key", key), plain(`  ${cell(text, width)}  `)];
  const all = [...line, span("muted", value)];
  return isChosen ? chosen(all) : all;
}
