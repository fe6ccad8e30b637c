import type { Size } from "../draw/layout.ts";
import type { Line } from "../draw/line.ts";
import { type TuiState, withOverlay } from "../state.ts";
import { type Reduced, step } from "../step.ts";
import { blameOverlay, explainOverlay } from "./explain.ts";
import { gotoOverlay } from "./goto.ts";
import { helpOverlay } from "./help.ts";
import { logOverlay } from "./log.ts";
import { menuOverlay } from "./menu.ts";
import type { OverlayPart } from "./part.ts";
import { promptOverlay } from "./prompt.ts";
import { questionOverlay } from "./question.ts";
import { reportNameOverlay } from "./report-name.ts";
import type { Overlay, OverlayKind } from "./state.ts";
import { timelineOverlay } from "./timeline.ts";

const parts: { readonly [K in OverlayKind]: OverlayPart<K> } = {
  help: helpOverlay,
  log: logOverlay,
  goto: gotoOverlay,
  explain: explainOverlay,
  blame: blameOverlay,
  timeline: timelineOverlay,
  question: questionOverlay,
  menu: menuOverlay,
  prompt: promptOverlay,
  reportName: reportNameOverlay,
};

/** An overlay as it is drawn. */
export interface ShownOverlay {
  readonly heading: Line;
  readonly foot: string;
  readonly lines: readonly Line[];
}

/** What the header says while it is there. */
export function overlayTitle({ kind }: Overlay): string {
  return parts[kind].title;
}

/** Keys that the bottom line names beside Esc. */
export function overlayHint({ kind }: Overlay): string {
  return parts[kind].hint ?? "";
}

export function closeOverlay({ kind }: Overlay, state: TuiState): Reduced {
  return parts[kind].close?.(state) ?? step(withOverlay(state, undefined));
}

export function shownOverlay<K extends OverlayKind>(
  { kind, own }: Overlay<K>,
  state: TuiState,
  size: Size,
): ShownOverlay {
  const part = parts[kind];
  const heading = part.heading?.(state) ?? [];
  return { heading, foot: part.foot(own, state), lines: part.lines(own, state, size).slice(own.top) };
}

export function pressIn<K extends OverlayKind>({ kind, own }: Overlay<K>, key: string, state: TuiState): Reduced {
  return parts[kind].press(own, key, state);
}

/** Undefined where text means nothing. */
export function pasteInto<K extends OverlayKind>(
  { kind, own }: Overlay<K>,
  text: string,
  state: TuiState,
): Reduced | undefined {
  return parts[kind].paste?.(own, text, state);
}
