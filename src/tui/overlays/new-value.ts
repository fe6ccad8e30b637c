import { displayWidth } from "../../base/terminal-text.ts";
import { cell, plain, span } from "../draw/line.ts";
import { choose } from "../menus/open.ts";
import type { RowPlace } from "../state/compared.ts";
import { ask, type Reduced, step, type TuiState, withOverlay } from "../state.ts";
import type { SetPlan } from "../worker/questions.ts";
import type { OverlayPart } from "./part.ts";
import type { Overlays } from "./state.ts";

/** Asks for the value that a node is to have; what that changes is shown before it is written. */
export const newValueOverlay: OverlayPart<"newValue"> = {
  title: "set a value",
  foot: () => "Enter looks for a place",
  content: ({ node, path, typed, shown }) => ({
    lines: [
      [span("node", node), plain("  "), span("path", path)],
      [],
      [span("heading", "new value: "), plain(`${typed}_`)],
      [],
      ...(shown === "searching" ? [[span("muted", "searching for a place…")]] : shown),
    ],
  }),
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
  content({ lines, does }) {
    const [yes, no] = [[span("key", "y"), plain(" or "), span("key", "Enter")], span("key", "Esc")];
    return { lines: [[...yes, plain(` ${does}, `), no, plain(" cancels")], [], ...lines] };
  },
  press({ request }, key, state) {
    if (key === "y" || key === "enter") return step(withOverlay(state, undefined), ask(request));
    return key === "n" ? step(withOverlay(state, undefined)) : undefined;
  },
};

/** Asks for the name of a file before the report of a merge is written to it. */
export const reportNameOverlay: OverlayPart<"reportName"> = {
  title: "write the report of the merge",
  content: ({ typed }) => ({
    lines: [
      [span("key", "Enter"), plain(" writes a new file, "), span("key", "Esc"), plain(" cancels")],
      [],
      [span("heading", "file: "), plain(`${typed}_`)],
    ],
  }),
  press({ typed, report }, key, state) {
    if (key !== "enter" || typed.trim() === "") return undefined;
    return step(withOverlay(state, undefined), ask({ kind: "mergeWrite", ask: { name: typed, text: report } }));
  },
};

/** Things to choose from: by their keys, or with the cursor and Enter. */
export const menuOverlay: OverlayPart<"menu"> = {
  title: "choose",
  foot: () => "Enter chooses",
  content({ title, items }) {
    const width = Math.max(0, ...items.map(({ text }) => displayWidth(text)));
    const lines = items.map(({ key, text, value }) => {
      return [span("key", key), plain(`  ${cell(text, width)}  `), span("muted", value)];
    });
    return { lines: [[span("heading", title)], []], items: { count: items.length, item: (at) => lines[at] ?? [] } };
  },
  press({ items, at }, key, state) {
    const item = key === "enter" ? items[at] : items.find((each) => each.key === key);
    return item && choose(withOverlay(state, undefined), item.choice);
  },
};
