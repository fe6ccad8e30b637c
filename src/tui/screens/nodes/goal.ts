import { type TuiState, withMessage, withOwn } from "../../state.ts";
import { chosenNode, chosenTree, nodesSet } from "./chosen.ts";
import { type Folding, isUnfolded, type TreeItem, treeEntries } from "./tree.ts";

/** The state with the cursor of the tree on the path that was gone to, unfolded, as soon as the values are there. */
export function onGoal(state: TuiState): TuiState {
  const { goal } = state.nodes;
  const tree = goal === undefined ? undefined : chosenTree(state);
  if (goal === undefined || tree === undefined) return state;
  const there = withOwn(state, "nodes", { goal: undefined });
  const entries = treeEntries(tree, nodesSet(state));
  const at = entries.findIndex(({ path }) => path === goal);
  // Why a node does not resolve stands in its pane.
  if (at === -1) return entries.length === 0 ? there : withMessage(there, `${chosenNode(state)} has no ${goal}`);
  const treeCursor = { id: goal, index: at, top: 0 };
  return withOwn(there, "nodes", { treeCursor, toggled: unfoldedTo(entries, at, state.nodes) });
}

/** What is to be folded or unfolded against the default so that an entry is seen. */
function unfoldedTo(entries: readonly TreeItem[], at: number, folding: Folding): ReadonlySet<string> {
  const toggled = new Set(folding.toggled);
  let depth = entries[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined || entry.depth >= depth) continue;
    depth = entry.depth;
    if (isUnfolded(entry, folding)) continue;
    if (!toggled.delete(entry.path)) toggled.add(entry.path);
  }
  return toggled;
}
