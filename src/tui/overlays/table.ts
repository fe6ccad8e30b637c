import type { Size } from "../layout.ts";
import type { Overlay, OverlayKind } from "../state/overlay.ts";
import { type State, withOverlay } from "../state/state.ts";
import { type Step, step } from "../step.ts";
import type { Line } from "../terminal/line.ts";
import { goto } from "./goto.ts";
import { help } from "./help.ts";
import { log } from "./log.ts";
import { menu } from "./menu.ts";
import type { OverlayPart } from "./part.ts";
import { prompt } from "./prompt.ts";
import { question } from "./question.ts";
import { reportName } from "./report-name.ts";
import { timeline } from "./timeline.ts";
import { blame, explain } from "./told.ts";

const parts: { readonly [K in OverlayKind]: OverlayPart<K> } = {
  help,
  log,
  goto,
  explain,
  blame,
  timeline,
  question,
  menu,
  prompt,
  reportName,
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

export function closeOverlay({ kind }: Overlay, state: State): Step {
  return parts[kind].close?.(state) ?? step(withOverlay(state, undefined));
}

export function shownOverlay<K extends OverlayKind>({ kind, own }: Overlay<K>, state: State, size: Size): ShownOverlay {
  const part = parts[kind];
  const heading = part.heading?.(state) ?? [];
  return { heading, foot: part.foot(own, state), lines: part.lines(own, state, size).slice(own.top) };
}

export function pressIn<K extends OverlayKind>({ kind, own }: Overlay<K>, key: string, state: State): Step {
  return parts[kind].press(own, key, state);
}

/** Undefined where text means nothing. */
export function pasteInto<K extends OverlayKind>(
  { kind, own }: Overlay<K>,
  text: string,
  state: State,
): Step | undefined {
  return parts[kind].paste?.(own, text, state);
}
