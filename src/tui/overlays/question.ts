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
