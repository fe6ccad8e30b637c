import { span } from "../draw/line.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { step } from "../step.ts";
import { type OverlayPart, scrolledTop, scrollOf } from "./part.ts";

/** All messages so far. */
export const logOverlay: OverlayPart<"log"> = {
  title: "messages",
  foot: () => "",
  lines(_own, { log: messages }) {
    if (messages.length === 0) return [[span("muted", "no messages yet")]];
    return messages.map(({ text, isError }) => [span(isError ? "error" : "plain", text)]);
  },
  press({ top }, key, state) {
    if (key === "q" || key === "@") return step(withOverlay(state, undefined));
    const by = scrollOf(key === "j" ? "down" : key === "k" ? "up" : key, state.size) ?? 0;
    return step(withOverlay(state, { kind: "log", own: { top: topAfter(state, top + by) } }));
  },
};

/** The log with its end in sight. */
export function openLogOverlay(state: TuiState): TuiState {
  return withOverlay(state, { kind: "log", own: { top: topAfter(state, Number.POSITIVE_INFINITY) } });
}

function topAfter({ log: messages, size }: TuiState, top: number): number {
  return scrolledTop(top, 0, { count: messages.length, size });
}
