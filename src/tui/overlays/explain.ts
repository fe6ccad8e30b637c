import { span } from "../draw/line.ts";
import type { TuiState } from "../state.ts";
import type { Reduced } from "../step.ts";
import { closeInsight, openInsight, placeLine } from "./insight.ts";
import type { OverlayPart } from "./part.ts";
import type { InsightKind } from "./state.ts";

/** Every layer and what it does to the value. */
export const explainOverlay: OverlayPart<"explain"> = textOverlay("explain", "explain", "resolving…");

/** Which commit last changed each part of the value. */
export const blameOverlay: OverlayPart<"blame"> = textOverlay("blame", "blame", "searching the history…");

function textOverlay<K extends "explain" | "blame">(kind: K, title: string, waiting: string): OverlayPart<K> {
  return {
    title,
    heading: placeLine,
    hint: "x explain  b blame  t timeline",
    lines: (_own, { insight }) => insight?.[kind] ?? [[span("muted", waiting)]],
    close: closeInsight,
    press: (_own, key, state) => otherInsight(key, state),
  };
}

const KINDS: Readonly<Record<string, InsightKind>> = { x: "explain", b: "blame", t: "timeline" };

/** Another question about the same value; the key of the one that is shown closes it. */
export function otherInsight(key: string, state: TuiState): Reduced | undefined {
  const kind = KINDS[key];
  if (kind !== undefined && kind === state.overlay?.kind) return closeInsight(state);
  return kind === undefined || state.insight === undefined ? undefined : openInsight(state, kind, state.insight.place);
}
