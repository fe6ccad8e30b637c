import { shellWord } from "../../../base/shell-word.ts";
import { commandItem, copyItem, valueItem } from "../../list/copies.ts";
import type { MenuItem } from "../../menus/items.ts";
import type { Place } from "../../state/place.ts";
import type { TuiState } from "../../state.ts";
import type { ComparedStates, MergeTarget } from "../../worker/protocol/data.ts";
import { chosenNode, chosenTree, nodesTarget } from "./chosen.ts";
import { chosenEntry } from "./panes.ts";

/** The node at the cursor; where its tree has the keys, the value at the cursor there. */
export function nodePlace(state: TuiState): Place {
  const node = chosenNode(state);
  if (node === undefined) return {};
  const target = nodesTarget(state);
  const { isOpen, goal } = state.nodes;
  const tree = chosenTree(state);
  const isGone = tree?.status === "gone";
  if (!isOpen) return { target, node, isOld: isGone, source: tree?.file };
  if (goal !== undefined) return { target, node, path: goal };
  const entry = chosenEntry(state);
  return { target, node, path: entry?.path, isOld: entry?.sign === "-" || isGone, source: entry?.place ?? tree?.file };
}

export function nodeCopies(state: TuiState): readonly MenuItem[] {
  const { target, node, path, isOld } = nodePlace(state);
  if (target === undefined || node === undefined) return [];
  const entry = path === undefined ? undefined : chosenEntry(state);
  const words = [node, ...(path === undefined ? [] : [path])].map(shellWord);
  return [
    ...(entry?.below === 0 ? valueItem("v", "value", entry.value) : []),
    ...(path === undefined ? [] : [copyItem("p", "path", path)]),
    copyItem("n", "node", node),
    ...(isOld || target.kind === "merge" ? [] : [commandItem("heir show", ...words, ...revisionOption(target))]),
  ];
}

/** The state in which a node is shown; none for the work tree. */
function revisionOption(target: Exclude<ComparedStates, MergeTarget>): readonly string[] {
  if (target.kind === "commit") return [`-r ${target.id}`];
  if (target.staged) return ["-r INDEX"];
  const name = target.words
    .flatMap((word) => word.split(/\.{2,3}/))
    .slice(1)
    .at(-1);
  return name === undefined ? [] : [`-r ${shellWord(name === "" ? "HEAD" : name)}`];
}
