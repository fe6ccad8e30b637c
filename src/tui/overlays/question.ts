import { plain, span } from "../draw/line.ts";
import { ask, step, withOverlay } from "../state.ts";
import type { OverlayPart } from "./part.ts";

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
