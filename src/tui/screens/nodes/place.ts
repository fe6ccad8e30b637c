import { shellWord } from "../../../base/shell-word.ts";
import { commandItem, copyItem, valueItem } from "../../list/copies.ts";
import type { MenuItem } from "../../menus/items.ts";
import type { Place } from "../../state/place.ts";
import type { TuiState } from "../../state.ts";
import type { ComparedStates } from "../../worker/protocol/data.ts";
import { chosenNode, chosenTree, nodesTarget } from "./chosen.ts";
import { chosenEntry } from "./panes.ts";

/** The node at the cursor, and the value at the cursor of its tree. */
export function nodePlace(state: TuiState): Place {
  const node = chosenNode(state);
  if (node === undefined) return {};
  const entry = chosenEntry(state);
  const isOld = entry?.sign === "-" || chosenTree(state)?.status === "gone";
  return { target: nodesTarget(state), node, path: entry?.path, isOld, source: entry?.place };
}

export function nodeCopies(state: TuiState): readonly MenuItem[] {
  const { target, node, path, isOld } = nodePlace(state);
  if (target === undefined || node === undefined) return [];
  const entry = chosenEntry(state);
  const words = [node, ...(path === undefined ? [] : [path])].map(shellWord);
  return [
    ...(entry?.below === 0 ? valueItem("v", "value", entry.value) : []),
    ...(path === undefined ? [] : [copyItem("p", "path", path)]),
    copyItem("n", "node", node),
    ...(isOld ? [] : [commandItem("heir show", ...words, ...revisionOption(target))]),
  ];
}

/** The state in which a node is shown; none for the work tree. */
function revisionOption(target: ComparedStates): readonly string[] {
  if (target.kind === "commit") return [`-r ${target.id}`];
  if (target.staged) return ["-r INDEX"];
  const name = target.words
    .flatMap((word) => word.split(/\.{2,3}/))
    .slice(1)
    .at(-1);
  return name === undefined ? [] : [`-r ${shellWord(name === "" ? "HEAD" : name)}`];
}
