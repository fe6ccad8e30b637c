import { bodySize, span, wrappedLine } from "../draw/line.ts";
import { placeLine } from "./insight.ts";
import type { OverlayPart } from "./part.ts";

/** Every layer and what it does to the value. */
export const explainOverlay: OverlayPart<"explain"> = textOverlay("explain", "resolving…");

/** Which commit last changed each part of the value. */
export const blameOverlay: OverlayPart<"blame"> = textOverlay("blame", "searching the history…");

function textOverlay<K extends "explain" | "blame">(kind: K, waiting: string): OverlayPart<K> {
  return {
    title: kind,
    heading: placeLine,
    lines: (_own, { insight, size }) =>
      (insight?.[kind] ?? [[span("muted", waiting)]]).flatMap((line) =>
        wrappedLine(line, bodySize(size).columns - 2, 4),
      ),
  };
}
