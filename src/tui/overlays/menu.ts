import { displayWidth } from "../../base/terminal-text.ts";
import { cell, chosen, type Line, plain, span } from "../draw/line.ts";
import { choose } from "../menus/choose.ts";
import type { MenuItem } from "../menus/items.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { step } from "../step.ts";
import { type OverlayPart, scrollOf } from "./part.ts";

/** A few things to choose from: by the key in front of them, or with the cursor and Enter. */
export const menuOverlay: OverlayPart<"menu"> = {
  title: "choose",
  foot: () => "Enter chooses",
  lines: ({ title, items, index }) => {
    const width = Math.max(0, ...items.map(({ text }) => displayWidth(text)));
    return [[span("heading", title)], [], ...items.map((item, at) => itemLine(item, width, at === index))];
  },
  press(own, key, state) {
    const { items, index } = own;
    const item = key === "enter" ? items[index] : items.find((each) => each.key === key);
    if (item !== undefined) return choose(withOverlay(state, undefined), item.choice);
    if (key === "q") return step(withOverlay(state, undefined));
    const by = scrollOf(key === "j" ? "down" : key === "k" ? "up" : key, state.size) ?? 0;
    const next = Math.max(0, Math.min(index + by, items.length - 1));
    return step(withOverlay(state, { kind: "menu", own: { ...own, index: next } }));
  },
};

export function openMenu(state: TuiState, title: string, items: readonly MenuItem[]): TuiState {
  return withOverlay(state, { kind: "menu", own: { title, items, index: 0, top: 0 } });
}

function itemLine({ key, text, value }: MenuItem, width: number, isChosen: boolean): Line {
  const line = [plain(isChosen ? "> " : "  "), span("key", key), plain(`  ${cell(text, width)}  `)];
  const all = [...line, span("muted", value)];
  return isChosen ? chosen(all) : all;
}
