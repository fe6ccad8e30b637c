import { displayWidth } from "../../base/terminal-text.ts";
import { cell, chosen, type Line, plain, span } from "../draw/line.ts";
import { choose } from "../menus/open.ts";
import type { RowPlace } from "../state/compared.ts";
import { ask, type Reduced, step, type TuiState, withOverlay } from "../state.ts";
import type { SetPlan } from "../worker/questions.ts";
import type { OverlayPart } from "./press.ts";
import type { MenuItem, Overlays } from "./state.ts";

/** Asks for the value that a node is to have; what that changes is shown before it is written. */
export const newValueOverlay: OverlayPart<"newValue"> = {
  title: "set a value",
  foot: () => "Enter looks for a place",
  lines: ({ node, path, typed, shown }) => [
    [span("node", node), plain("  "), span("path", path)],
    [],
    [span("heading", "new value: "), plain(`${typed}_`)],
    [],
    ...(shown === "searching" ? [[span("muted", "searching for a place…")]] : shown),
  ],
  press(own, key, state) {
    if (key !== "enter" || own.typed.trim() === "") return undefined;
    const { node, path, typed } = own;
    return step(
      withNewValue(state, { ...own, shown: "searching" }),
      ask({ kind: "setPlan", ask: { node, path, value: typed } }),
    );
  },
};

/** Asks for another value of what a row is about; undefined if that is no value of a node. */
export function openNewValue(state: TuiState, { node, path }: RowPlace): Reduced | undefined {
  if (node === undefined || path === undefined) return undefined;
  return step(withNewValue(state, { node, path, typed: "", shown: [[span("muted", HELP)]], top: 0 }));
}

const HELP = "YAML, as in a file of the work tree; nothing is written before you have seen it";

/** A failure leaves the question as it was typed. */
export function withoutSearch(state: TuiState): TuiState {
  const { overlay } = state;
  return overlay?.kind === "newValue" ? withNewValue(state, { ...overlay.own, shown: [] }) : state;
}

/** Shows what would be written and asks; a plan of what was typed before is none any more. */
export function planned(state: TuiState, { node, path, value, rows, number }: SetPlan): TuiState {
  const { overlay } = state;
  if (overlay?.kind !== "newValue") return state;
  const { own } = overlay;
  if (own.node !== node || own.path !== path || own.typed !== value) return state;
  if (number === undefined) return withNewValue(state, { ...own, shown: rows });
  const request = { kind: "setWrite", ask: { number } } as const;
  return withOverlay(state, { kind: "question", own: { lines: rows, does: "writes it", request, top: 0 } });
}

function withNewValue(state: TuiState, own: Overlays["newValue"]): TuiState {
  return withOverlay(state, { kind: "newValue", own });
}

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
