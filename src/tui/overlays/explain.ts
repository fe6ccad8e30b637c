import { type Line, span } from "../draw/line.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { type Reduced, step } from "../step.ts";
import { closeInsight, openInsight, placeLine } from "./insight.ts";
import type { InsightKind } from "./insight-state.ts";
import { type OverlayPart, scrolledTop, scrollOf } from "./part.ts";

/** Every layer and what it does to the value that was asked about. */
export const explainOverlay: OverlayPart<"explain"> = toldOverlay("explain", "explain", "asking the layers…");

/** Since when the value is what it is. */
export const blameOverlay: OverlayPart<"blame"> = toldOverlay("blame", "blame", "going back through the history…");

function toldOverlay<K extends "explain" | "blame">(kind: K, title: string, waiting: string): OverlayPart<K> {
  const lines = ({ insight }: TuiState): readonly Line[] => insight?.[kind] ?? [[span("muted", waiting)]];
  return {
    title,
    heading: placeLine,
    hint: "x explain  b blame  t timeline",
    foot: () => "",
    lines: (_own, state) => lines(state),
    close: closeInsight,
    press({ top }, key, state) {
      const other = otherInsight(key, state);
      if (other !== undefined) return other;
      const by = scrollOf(LETTERS[key] ?? key, state.size) ?? 0;
      const own = { top: scrolledTop(top, by, { count: lines(state).length, size: state.size }) };
      return step(withOverlay(state, kind === "explain" ? { kind: "explain", own } : { kind: "blame", own }));
    },
  };
}

/** Letters that move in overlays in which nothing is typed. */
export const LETTERS: Readonly<Record<string, string>> = {
  j: "down",
  k: "up",
  space: "pgdn",
  ".": "pgdn",
  ",": "pgup",
};

const KINDS: Readonly<Record<string, InsightKind>> = { x: "explain", b: "blame", t: "timeline" };

/** What else can be asked about the same value; the key of what is shown closes it, as `q` does. */
export function otherInsight(key: string, state: TuiState): Reduced | undefined {
  const kind = KINDS[key];
  if (key === "q" || (kind !== undefined && kind === state.overlay?.kind)) return closeInsight(state);
  return kind === undefined || state.insight === undefined ? undefined : openInsight(state, kind, state.insight.place);
}
