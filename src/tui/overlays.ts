import type { Size } from "./layout.ts";
import type { Line } from "./line.ts";
import type { OverlayPart } from "./overlay.ts";
import { help } from "./overlays/help.ts";
import { log } from "./overlays/log.ts";
import type { Overlay, OverlayKind } from "./state/overlay.ts";
import type { State } from "./state/state.ts";
import type { Step } from "./step.ts";

const parts: { readonly [K in OverlayKind]: OverlayPart<K> } = { help, log };

/** An overlay as it is drawn. */
export interface ShownOverlay {
  readonly foot: string;
  readonly lines: readonly Line[];
}

/** What the header says while it is there. */
export function overlayTitle({ kind }: Overlay): string {
  return parts[kind].title;
}

export function shownOverlay<K extends OverlayKind>({ kind, own }: Overlay<K>, state: State, size: Size): ShownOverlay {
  const part = parts[kind];
  return { foot: part.foot(own, state), lines: part.lines(own, state, size).slice(own.top) };
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
