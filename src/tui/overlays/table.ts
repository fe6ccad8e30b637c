import type { Line } from "../draw/line.ts";
import { type Reduced, step, type TuiState, withOverlay } from "../state.ts";
import { commitOverlay, logOverlay, outputOverlay } from "./acts.ts";
import { gotoOverlay } from "./goto.ts";
import { helpOverlay } from "./help.ts";
import { blameOverlay, explainOverlay, timelineOverlay } from "./insight.ts";
import { menuOverlay, newValueOverlay, questionOverlay, reportNameOverlay } from "./new-value.ts";
import { pickerOverlay } from "./picker.ts";
import { type OverlayPart, pasted, pressed } from "./press.ts";
import type { Overlay, OverlayKind, Overlays } from "./state.ts";

const parts: { readonly [K in OverlayKind]: OverlayPart<K> } = {
  help: helpOverlay,
  log: logOverlay,
  goto: gotoOverlay,
  explain: explainOverlay,
  blame: blameOverlay,
  timeline: timelineOverlay,
  question: questionOverlay,
  menu: menuOverlay,
  picker: pickerOverlay,
  reportName: reportNameOverlay,
  newValue: newValueOverlay,
  commit: commitOverlay,
  output: outputOverlay,
};

/** How an overlay looks: the same for all of its kind. */
export function overlayPart<K extends OverlayKind>({ kind }: Overlay<K>): OverlayPart<K> {
  return parts[kind];
}

/** What is typed in the bottom line, with the screen above it; undefined if an overlay covers the screen. */
export function overlayPrompt<K extends OverlayKind>({ kind, own }: Overlay<K>): Line | undefined {
  return parts[kind].prompt?.(own);
}

/** An overlay as it is drawn. */
export function shownOverlay<K extends OverlayKind>({ kind, own }: Overlay<K>, state: TuiState) {
  const part = parts[kind];
  const lines = part.lines(own, state).slice(own.top);
  return { heading: part.heading?.(own, state) ?? [], foot: part.foot?.(own, state) ?? "", lines };
}

/** Handles any key but Ctrl-C and Ctrl-Z, which mean the same everywhere. */
export function pressIn<K extends OverlayKind>(overlay: Overlay<K>, key: string, state: TuiState): Reduced {
  const part = parts[overlay.kind];
  const done = part.press?.(overlay.own, key, state);
  if (done !== undefined) return done;
  if (key === "esc" || (key === "q" && !("typed" in overlay.own))) return step(withOverlay(state, undefined));
  return asking(pressed(part, overlay, key, state), overlay);
}

function asking<K extends OverlayKind>(state: TuiState, { kind, own }: Overlay<K>): Reduced {
  const { overlay } = state;
  if (overlay?.kind !== kind || !("typed" in own) || !("typed" in overlay.own) || own.typed === overlay.own.typed)
    return step(state);
  // The kind stays the same, which the compiler cannot see.
  return step(state, ...(parts[kind].retyped?.(overlay.own as Overlays[K], state) ?? []));
}

/** Handles pasted text; undefined if nothing is typed in the overlay. */
export function pasteInto(overlay: Overlay, text: string, state: TuiState): Reduced | undefined {
  const next = pasted(overlay, text, state);
  return next && asking(next, overlay);
}
