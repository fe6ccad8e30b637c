import type { ChangeSet, Target } from "../worker/data.ts";
import { targetKey } from "../worker/data.ts";
import type { NodeTree, TabRows } from "../worker/node-data.ts";
import { chosenCommit, commitTarget } from "./commits.ts";
import type { State } from "./state.ts";

/** What the nodes are those of: the target of the screen of changes, or the commit that is chosen. */
export function nodesTarget({ changes, commits }: Pick<State, "changes" | "commits">): Target | undefined {
  const commit = chosenCommit(commits);
  return changes.target ?? (commit && commitTarget(commit));
}

/** The nodes of the target, once they are there. */
export function shownNames(state: State): readonly string[] {
  const { list } = state.nodes;
  return list !== undefined && list.key === targetKeyOf(state) ? list.names : [];
}

/** The node on which the cursor stands. */
export function chosenNode(state: State): string | undefined {
  return shownNames(state)[state.nodes.cursor.index];
}

/** What the worker told of the chosen node; undefined while it is of another one. */
export function chosenTree(state: State): NodeTree | undefined {
  const { tree } = state.nodes;
  return tree !== undefined && isOfChosen(state, tree) ? tree : undefined;
}

export function chosenRows(state: State): TabRows | undefined {
  const { rows, tab } = state.nodes;
  return rows?.tab === tab && isOfChosen(state, rows) ? rows : undefined;
}

function isOfChosen(state: State, { key, node }: Pick<NodeTree, "key" | "node">): boolean {
  return key === targetKeyOf(state) && node === chosenNode(state);
}

export function nodesSet(state: State): ChangeSet | undefined {
  return state.sets.get(targetKeyOf(state) ?? "");
}

export function targetKeyOf(state: State): string | undefined {
  const target = nodesTarget(state);
  return target && targetKey(target);
}
