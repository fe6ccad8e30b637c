import { displayWidth } from "../../base/terminal-text.ts";
import { cell, chosen, type Line, plain, span } from "../draw/line.ts";
import { choose } from "../menus/open.ts";
import { ask, step, withOverlay } from "../state.ts";
import type { OverlayPart } from "./press.ts";
import type { MenuItem } from "./state.ts";

/** Asks before anything is written: only `y` and Enter do it. */
export const questionOverlay: OverlayPart<"question"> = {
  title: "confirm",
  lines: ({ lines, does }) => [
    [span("key", "y"), plain(" or "), span("key", "Enter"), plain(` ${does}, `), span("key", "Esc"), plain(" cancels")],
    [],
    ...lines,
  ],
  press({ request }, key, state) {
    if (key === "y" || key === "enter") return step(withOverlay(state, undefined), ask(request));
    return key === "n" ? step(withOverlay(state, undefined)) : undefined;
  },
};

/** Asks for the name of a file before the report of a merge is written to it. */
export const reportNameOverlay: OverlayPart<"reportName"> = {
  title: "write the report of the merge",
  lines: ({ typed }) => [
    [span("key", "Enter"), plain(" writes a new file, "), span("key", "Esc"), plain(" cancels")],
    [],
    [span("heading", "file: "), plain(`${typed}_`)],
  ],
  press({ typed, report }, key, state) {
    if (key !== "enter" || typed.trim() === "") return undefined;
    return step(withOverlay(state, undefined), ask({ kind: "mergeWrite", ask: { name: typed, text: report } }));
  },
};

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

function itemLine({ key, text, value }: MenuItem, width: number, isChosen: boolean): Line {
  const line = [plain(isChosen ? "> " : "  "), span("key", key), plain(`  ${cell(text, width)}  `)];
  const all = [...line, span("muted", value)];
  return isChosen ? chosen(all) : all;
}
