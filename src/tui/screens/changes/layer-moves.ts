import type { Move } from "../../list/cursor.ts";
import { type TuiState, withOwn } from "../../state.ts";
import { shownSet } from "./chosen.ts";
import { chosenLayer } from "./layers.ts";
import { type LayersText, layersText } from "./panes.ts";

/**
 * The cursor on another layer of the value, in sight; beyond the last one, and as long as no layer is in sight, the text scrolls.
 * Undefined where there are no layers, and for pages: these scroll the value.
 */
export function layerMoved(state: TuiState, move: Move): TuiState | undefined {
  const text = layersText(state);
  const at = chosenLayer(state.changes, shownSet(state))?.at;
  if (text === undefined || at === undefined || move === "page-down" || move === "page-up") return undefined;
  if (move === "first" || move === "last") return toEnd(state, text, move);
  const by = move === "down" ? 1 : -1;
  const next = isInSight(text, at) ? at + by : inSight(text, by);
  return text.layers[next] === undefined ? scrolled(state, text, text.top + by) : onLayer(state, text, next);
}

/** The state with the cursor on a layer, as a click puts it. */
export function onLayerAt(state: TuiState, at: number): TuiState {
  const text = layersText(state);
  return text?.layers[at] === undefined ? state : onLayer(state, text, at);
}

function toEnd(state: TuiState, text: LayersText, move: "first" | "last"): TuiState {
  const at = move === "first" ? 0 : text.layers.length - 1;
  const top = move === "first" ? 0 : Math.max(0, text.lines - text.rows);
  // Where the value is above the layers, its begin may be all that fits.
  const there = isInSight({ ...text, top }, at) ? onLayer(state, text, at) : state;
  return scrolled(there, text, top);
}

function isInSight({ layers, top, rows }: LayersText, at: number): boolean {
  const from = layers[at]?.from ?? -1;
  return from >= top && from < top + rows;
}

/** The first layer in sight, or going up the last one; -1 if there is none. */
function inSight(text: LayersText, by: 1 | -1): number {
  const ats = text.layers.flatMap((_, at) => (isInSight(text, at) ? [at] : []));
  return ats.at(by === 1 ? 0 : -1) ?? -1;
}

function onLayer(state: TuiState, text: LayersText, layerAt: number): TuiState {
  const { from, end } = text.layers[layerAt] ?? { from: 0, end: 0 };
  const top = Math.min(from, Math.max(text.top, end - text.rows));
  const isThere = chosenLayer(state.changes, shownSet(state))?.at === layerAt;
  return scrolled(isThere ? state : withOwn(state, "changes", { layerAt }), text, top);
}

function scrolled(state: TuiState, { lines, rows, field }: LayersText, top: number): TuiState {
  return withOwn(state, "changes", { [field]: Math.max(0, Math.min(top, lines - rows)) });
}
