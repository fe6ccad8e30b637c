import { type Move, steppedBy } from "../../list/cursor.ts";
import { nodeOfSide, olderState, stateAlone } from "../../state/compared.ts";
import { pushed } from "../../state/stack.ts";
import { type Reduced, type TuiState, withOwn } from "../../state.ts";
import { showMembers, showNode } from "../nodes/screen.ts";
import { chosenChange, chosenLayer } from "./chosen.ts";
import { type LayersText, layersText } from "./panes.ts";

/**
 * The cursor on another layer of the value, in sight; beyond the last one the text scrolls. Undefined if there are no layers, and
 * for pages: these scroll the value.
 */
export function layerMoved(state: TuiState, move: Move): TuiState | undefined {
  const text = layersText(state);
  const at = chosenLayer(state)?.at;
  if (text === undefined || at === undefined || move === "page-down" || move === "page-up") return undefined;
  const last = text.layers.length - 1;
  const next = steppedBy(at, move, { last, page: last });
  const isDown = move === "down" || move === "last";
  if (next !== at) return onLayer(state, text, next);
  return scrolled(
    state,
    text,
    move === "down" || move === "up" ? text.top + (isDown ? 1 : -1) : isDown ? text.lines : 0,
  );
}

/** The state with the cursor on a layer, as a click puts it. */
export function onLayerAt(state: TuiState, at: number): TuiState {
  const text = layersText(state);
  return text?.layers[at] === undefined ? state : onLayer(state, text, at);
}

function onLayer(state: TuiState, text: LayersText, layerAt: number): TuiState {
  const line = text.layers[layerAt] ?? 0;
  const top = Math.min(line, Math.max(text.top, line + 1 - text.rows));
  return scrolled(withOwn(state, "changes", { layerAt }), text, top);
}

function scrolled(state: TuiState, { lines, rows, field }: LayersText, top: number): TuiState {
  return withOwn(state, "changes", { [field]: Math.max(0, Math.min(top, lines - rows)) });
}

/** The nodes that have the class or group of the layer at the cursor, in its state; of the node's own layer, the node. */
export function openLayer(state: TuiState): Reduced | undefined {
  const { changes } = state;
  const [layer, chosen] = [chosenLayer(state), chosenChange(state)];
  if (layer === undefined || chosen === undefined || changes.target === undefined) return undefined;
  const before = layer.isOld ? olderState(changes.target) : undefined;
  const target = before === undefined ? changes.target : stateAlone(before);
  const front = withOwn(pushed(state), "changes", { target });
  const { kind, name } = layer.row;
  const path = chosen.row.title;
  const node = nodeOfSide(changes.target, chosen.node, layer.isOld);
  switch (kind) {
    case "class":
    case "group":
      return showMembers(front, { kind, name }, { name: node, path });
    case "node":
      return showNode(front, name, path);
    default:
      return showNode(front, node, path);
  }
}
