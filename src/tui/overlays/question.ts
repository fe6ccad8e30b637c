import { plain, span } from "../draw/line.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { ask, type Reduced, step } from "../step.ts";
import { type OverlayPart, scrolledTop, scrollOf } from "./part.ts";
import type { Overlays } from "./state.ts";

/** Asks before anything is written: only `y` and Enter do it. */
export const questionOverlay: OverlayPart<"question"> = {
  title: "confirm",
  foot: () => "",
  lines: ({ lines, does }) => [
    [
      span("key", "y"),
      plain(" or "),
      span("key", "Enter"),
      plain(` ${does}, `),
      span("key", "Esc"),
      plain(" does not"),
    ],
    [],
    ...lines,
  ],
  press(own, key, state) {
    if (key === "y" || key === "enter") return step(withOverlay(state, undefined), ask(own.request));
    if (key === "n" || key === "q") return step(withOverlay(state, undefined));
    const by = scrollOf(key === "j" ? "down" : key === "k" ? "up" : key, state.size) ?? 0;
    const top = scrolledTop(own.top, by, { count: own.lines.length + 2, size: state.size });
    return step(withOverlay(state, { kind: "question", own: { ...own, top } }));
  },
};

/** The question on the screen. */
export function askFirst(state: TuiState, own: Omit<Overlays["question"], "top">): Reduced {
  return step(withOverlay(state, { kind: "question", own: { ...own, top: 0 } }));
}
