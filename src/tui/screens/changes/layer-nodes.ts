import { nodeOfSide, olderState, stateAlone } from "../../state/compared.ts";
import { pushed } from "../../state/stack.ts";
import { type Reduced, type TuiState, withOwn } from "../../state.ts";
import { showMembers, showNode } from "../nodes/screen.ts";
import { chosenChange, chosenLayer, shownSet } from "./chosen.ts";

/** The nodes that have the class or group of the layer at the cursor, in its state; of the node's own layer, the node. */
export function openLayer(state: TuiState): Reduced | undefined {
  const { changes } = state;
  const set = shownSet(state);
  const layer = chosenLayer(changes, set);
  const chosen = chosenChange(changes, set);
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
