import { commandItem, copyItem, valueItem } from "../../list/copies.ts";
import type { MenuItem } from "../../overlays/state.ts";
import type { ComparedStates, MergeTarget, NamedSet, RowPlace } from "../../state/compared.ts";
import { mergingOf } from "../../state/compared.ts";
import { type TuiState, withMessage, withOwn } from "../../state.ts";
import { chosenNode, chosenTree, nodesSet, nodesTarget } from "./chosen.ts";
import { chosenEntry } from "./panes.ts";
import { type Folding, isUnfolded, type TreeItem, treeEntries } from "./tree.ts";

/** The node at the cursor; where its tree has the keys, the value at the cursor there. */
export function nodePlace(state: TuiState): RowPlace {
  const node = chosenNode(state);
  const named = commonName(state.nodes.only?.test);
  if (node === undefined) return { named };
  const target = nodesTarget(state);
  const { isOpen, goal } = state.nodes;
  const tree = chosenTree(state);
  const isGone = tree?.status === "gone";
  if (!isOpen) return { target, node, named, isOld: isGone, source: tree?.file };
  if (goal !== undefined) return { target, node, path: goal };
  const entry = chosenEntry(state);
  const isOld = entry?.sign === "-" || isGone;
  return { target, node, named: entryName(entry), path: entry?.path, isOld, source: entry?.place ?? tree?.file };
}

/** The class or group that a row of the tree names. */
export function entryName(entry: Pick<TreeItem, "path" | "value"> | undefined): NamedSet | undefined {
  const [, list] = /^(classes|groups):\d+$/.exec(entry?.path ?? "") ?? [];
  const [, name] = /^"([^"\\]+)"$/.exec(entry?.value ?? "") ?? [];
  return memberOf(list, name);
}

function memberOf(list: string | undefined, name: string | undefined): NamedSet | undefined {
  return list === undefined || name === undefined ? undefined : { kind: list === "classes" ? "class" : "group", name };
}

/** The class or group that the listed nodes have in common. */
function commonName(test: string = ""): NamedSet | undefined {
  const [, list, name] = /^(classes|groups)=(.+)$/.exec(test) ?? [];
  return memberOf(list, name);
}

export function nodeCopies(state: TuiState): readonly MenuItem[] {
  const { target, node, path, isOld } = nodePlace(state);
  if (target === undefined || node === undefined) return [];
  const entry = path === undefined ? undefined : chosenEntry(state);
  return [
    ...(entry?.below === 0 ? valueItem("v", "value", entry.value) : []),
    ...(path === undefined ? [] : [copyItem("p", "path", path)]),
    copyItem("n", "node", node),
    ...(isOld || target.kind === "merge" || mergingOf(target) !== undefined
      ? []
      : [commandItem(["heir", "show"], [node, ...(path === undefined ? [] : [path])], revisionOption(target))]),
  ];
}

/** The state in which a node is shown; none for the work tree. */
function revisionOption(target: Exclude<ComparedStates, MergeTarget>): readonly string[] {
  if (target.kind === "members") return target.word === "WORKTREE" ? [] : ["-r", target.word];
  if (target.kind === "commit") return ["-r", target.id];
  if (target.staged) return ["-r", "INDEX"];
  const name = target.words
    .flatMap((word) => word.split(/\.{2,3}/))
    .slice(1)
    .at(-1);
  return name === undefined ? [] : ["-r", name === "" ? "HEAD" : name];
}

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
