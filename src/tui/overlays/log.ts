import { span } from "../draw/line.ts";
import { step, type TuiState, withOverlay } from "../state.ts";
import type { OverlayPart } from "./part.ts";
import { scrolledTop } from "./press.ts";

/** All messages so far. */
export const logOverlay: OverlayPart<"log"> = {
  title: "messages",
  lines(_own, { log: messages }) {
    if (messages.length === 0) return [[span("muted", "no messages yet")]];
    return messages.map(({ text, isError }) => [span(isError ? "error" : "plain", text)]);
  },
  press: (_own, key, state) => (key === "@" ? step(withOverlay(state, undefined)) : undefined),
};

/** Opens the log at its end. */
export function openLogOverlay(state: TuiState): TuiState {
  const { log: messages, size } = state;
  const top = scrolledTop(0, Number.POSITIVE_INFINITY, { count: messages.length, size });
  return withOverlay(state, { kind: "log", own: { top } });
}
