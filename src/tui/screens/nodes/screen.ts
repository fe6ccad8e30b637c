import { type Line, plain, type Spot, span } from "../../draw/line.ts";
import type { Action } from "../../keymap.ts";
import {
  atTop,
  type Cursor,
  isMove,
  type Move,
  moved,
  movedBy,
  onItem,
  type Shown,
  scrolledBy,
  scrollMove,
  settled,
} from "../../list/cursor.ts";
import { filterOf, nodeTest, onHit } from "../../list/filter.ts";
import { openInsight } from "../../overlays/insight.ts";
import type { InsightKind } from "../../overlays/insight-state.ts";
import type { TuiState } from "../../state.ts";
import { ask, type Reduced, step, type Want } from "../../step.ts";
import { comparedKey } from "../../worker/protocol/data.ts";
import type { NodeStatuses } from "../../worker/protocol/node-data.ts";
import type { Answer } from "../../worker/protocol/questions.ts";
import type { Screen } from "../screen.ts";
import { chosenNode, chosenRows, chosenTree, nodesSet, nodesTarget, shownNames, targetKeyOf } from "./chosen.ts";
import { chosenEntry, drawNodes, nodePanes, nodeRowsInSight, nodesInSight, shownTree, tellingHeight } from "./panes.ts";
import { type NodesState, nodeList, nodeTabs } from "./state.ts";
import { isUnfolded, type TreeItem, treeEntries } from "./tree.ts";

/** All nodes, and what each of them gets. */
export const nodesScreen: Screen = {
  name: "nodes",
  number: "3",
  title: "Nodes",
  hints: ["open", "next-tab", "explain", "blame", "timeline", "next-change", "next-node", "help", "quit"],
  open: begun,
  act,
  point: pointed,
  take,
  settle(state) {
    const next = settle(state);
    return step(next, ...(state.screen === "nodes" ? wanted(next) : []));
  },
  heading,
  draw: drawNodes,
};

/** The screen with a node opened, whatever the filter leaves. */
export function showNode(state: TuiState, name: string): Reduced {
  const search = { ...state.nodes.search, text: "" };
  const cursor = { id: name, index: 0, top: 0 };
  return begun({ ...state, screen: "nodes", nodes: { ...state.nodes, search, cursor, isOpen: true, top: 0 } });
}

/** The screen with the cursor on a value of the chosen node, in sight. */
export function showValue(state: TuiState, path: string): Reduced {
  const tree = chosenTree(state);
  const entries = tree === undefined ? [] : treeEntries(tree, nodesSet(state));
  const toggled = new Set(state.nodes.toggled);
  let depth = entries.find((entry) => entry.path === path)?.depth ?? 0;
  for (let index = entries.findIndex((entry) => entry.path === path) - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined || entry.depth >= depth) continue;
    depth = entry.depth;
    if (isUnfolded(entry, state.nodes)) continue;
    if (!toggled.delete(entry.path)) toggled.add(entry.path);
  }
  const treeCursor = { id: path, index: 0, top: 0 };
  return begun({
    ...state,
    screen: "nodes",
    nodes: { ...state.nodes, toggled, treeCursor, isOpen: true, tab: "tree" },
  });
}

function act(state: TuiState, action: Action): Reduced | undefined {
  const { isOpen, cursor } = state.nodes;
  if (isMove(action)) return isOpen ? inNode(state, action) : at(state, movedBy(cursor, action, listOf(state)));
  const scroll = scrollMove(action);
  if (scroll !== undefined) return inNode(state, scroll);
  switch (action) {
    case "next-node":
    case "last-node":
      return at(state, moved(cursor, action === "next-node" ? 1 : -1, listOf(state)));
    case "open":
      return opened(state);
    case "back":
      return isOpen ? withNodes(state, { isOpen: false }) : step({ ...state, screen: "changes" });
    case "pane":
      return chosenNode(state) === undefined ? undefined : withNodes(state, { isOpen: !isOpen });
    default:
      return inTree(state, action);
  }
}

/** Keys that are about the node, wherever the cursor is. */
function inTree(state: TuiState, action: Action): Reduced | undefined {
  const { tab, isWhole } = state.nodes;
  switch (action) {
    case "next-tab":
    case "last-tab": {
      const by = action === "next-tab" ? 1 : nodeTabs.length - 1;
      const next = nodeTabs[(nodeTabs.indexOf(tab) + by) % nodeTabs.length] ?? tab;
      return withNodes(state, { tab: next, top: 0 });
    }
    case "unfold":
    case "fold":
    case "fold-here":
      return folded(state, action);
    case "next-hit":
    case "last-hit":
      return toHit(state, action === "next-hit" ? 1 : -1);
    case "whole":
      return withNodes(state, { isWhole: !isWhole, toggled: new Set() });
    case "explain":
    case "blame":
    case "timeline":
      return insight(state, action);
    case "next-change":
    case "last-change":
      return toChange(state, action === "next-change" ? 1 : -1);
    default:
      return undefined;
  }
}

function insight(state: TuiState, kind: InsightKind): Reduced | undefined {
  const [target, tree, entry] = [nodesTarget(state), chosenTree(state), chosenEntry(state)];
  if (target === undefined || tree === undefined || entry === undefined) return undefined;
  const isOld = tree.standing === "gone" || entry.sign === "-";
  return openInsight(state, kind, { target, node: tree.node, path: entry.path, isOld });
}

function pointed(state: TuiState, { pane, index }: Spot): Reduced | undefined {
  const isOpen = pane === "detail" && chosenNode(state) !== undefined;
  const next = withNodes(state, { isOpen });
  if (index === undefined) return next;
  if (!isOpen) return at(next.state, onItem(state.nodes.cursor, index, listOf(next.state)));
  return withNodes(next.state, { treeCursor: onItem(state.nodes.treeCursor, index, treeOf(next.state)) });
}

function listOf(state: TuiState): Shown {
  return { list: nodeList(shownNames(state)), height: nodesInSight(state) };
}

function treeOf(state: TuiState): Shown {
  const entries = shownTree(state);
  const list = { count: entries.length, id: (index: number) => entries[index]?.path ?? "" };
  return { list, height: nodeRowsInSight(state) };
}

/** The cursor on another node: the value that it stood on stays chosen, if that node has it. */
function at(state: TuiState, cursor: Cursor): Reduced {
  if (cursor.id === state.nodes.cursor.id) return step(state);
  const next = settle({ ...state, nodes: { ...state.nodes, cursor, top: 0 } });
  return step(next, ...wanted(next));
}

function withNodes(state: TuiState, changed: Partial<NodesState>): Reduced {
  const next = settle({ ...state, nodes: { ...state.nodes, ...changed } });
  return step(next, ...nodeWanted(next));
}

function inNode(state: TuiState, move: Move): Reduced | undefined {
  const { node } = nodePanes(state);
  if (node === undefined) return undefined;
  const { tab, treeCursor, top } = state.nodes;
  if (tab === "tree" && shownTree(state).length > 0) {
    return withNodes(state, { treeCursor: movedBy(treeCursor, move, treeOf(state)) });
  }
  const size = { lines: tellingHeight(state), rows: nodeRowsInSight(state) };
  return withNodes(state, { top: scrolledBy(top, move, size) });
}

/** A node gets the keys; in it, what is folded unfolds. */
function opened(state: TuiState): Reduced | undefined {
  if (chosenNode(state) === undefined) return undefined;
  return state.nodes.isOpen ? folded(state, "fold-here") : withNodes(state, { isOpen: true });
}

/** `l` unfolds or goes into what is unfolded, `h` folds or goes to what holds the value, `z` does what can be done. */
function folded(state: TuiState, action: "unfold" | "fold" | "fold-here"): Reduced | undefined {
  const entries = shownTree(state);
  const { treeCursor, isOpen, tab } = state.nodes;
  const entry = entries[treeCursor.index];
  if (entry === undefined || tab !== "tree") return undefined;
  if (!isOpen) return action === "unfold" ? withNodes(state, { isOpen: true }) : undefined;
  const isUnfoldedNow = isUnfolded(entry, state.nodes);
  if (action === "fold-here" && entry.below > 0) return turned(state, entry);
  if (action === "unfold") {
    if (entry.below === 0) return undefined;
    return isUnfoldedNow ? inNode(state, "down") : turned(state, entry);
  }
  if (isUnfoldedNow) return turned(state, entry);
  const owner = entries.slice(0, treeCursor.index).findLastIndex(({ depth }) => depth < entry.depth);
  if (owner === -1) return action === "fold" ? withNodes(state, { isOpen: false }) : undefined;
  const next = withNodes(state, { treeCursor: onItem(treeCursor, owner, treeOf(state)) });
  const holder = entries[owner];
  return action === "fold-here" && holder !== undefined ? turned(next.state, holder) : next;
}

function turned(state: TuiState, { path }: TreeItem): Reduced {
  const toggled = new Set(state.nodes.toggled);
  if (!toggled.delete(path)) toggled.add(path);
  return withNodes(state, { toggled });
}

/** The next node that fits the last filter, or the one before. */
function toHit(state: TuiState, by: 1 | -1): Reduced | undefined {
  const names = shownNames(state);
  const { search, standings } = state.nodes;
  const fits = nodeTest(filterOf(search.last), nodesSet(state), standings.of);
  const cursor = onHit(state.nodes, by, { shown: listOf(state), isHit: (index) => fits(names[index] ?? "") });
  return cursor && at(state, cursor);
}

function toChange(state: TuiState, by: 1 | -1): Reduced | undefined {
  const entries = shownTree(state);
  const { treeCursor, tab } = state.nodes;
  if (tab !== "tree") return undefined;
  for (let index = treeCursor.index + by; index >= 0 && index < entries.length; index += by) {
    if (entries[index]?.sign === undefined) continue;
    return withNodes(state, { isOpen: true, treeCursor: onItem(treeCursor, index, treeOf(state)) });
  }
  return undefined;
}

/** The screen comes to the front, perhaps with another target: its nodes are wanted, and what changes in them. */
function begun(state: TuiState): Reduced {
  const target = nodesTarget(state);
  if (target === undefined) return step(state);
  const key = comparedKey(target);
  const next = settle(state);
  const nodesAsked = next.nodes.list?.key === key ? wanted(next) : [ask({ kind: "nodes", ask: { target } })];
  return step(next, ...nodesAsked, ...(state.sets.has(key) ? [] : [ask({ kind: "changes", ask: { target } })]));
}

/** The chosen node, and how those in sight stand, as far as that is not there yet. */
function wanted(state: TuiState): readonly Want[] {
  const target = nodesTarget(state);
  if (target === undefined) return [];
  const first = unknownInSight(state);
  return [...nodeWanted(state), ...(first.length === 0 ? [] : [ask({ kind: "standings", ask: { target, first } })])];
}

function unknownInSight(state: TuiState): readonly string[] {
  const { standings, cursor } = state.nodes;
  const inSight = shownNames(state).slice(cursor.top, cursor.top + nodesInSight(state));
  return standings.key === targetKeyOf(state) ? inSight.filter((name) => !standings.of.has(name)) : inSight;
}

function nodeWanted(state: TuiState): readonly Want[] {
  const [target, node] = [nodesTarget(state), chosenNode(state)];
  const { tab } = state.nodes;
  if (target === undefined || node === undefined || nodePanes(state).node === undefined) return [];
  if (tab === "tree") return chosenTree(state) === undefined ? [ask({ kind: "node", ask: { target, node } })] : [];
  return chosenRows(state) === undefined ? [ask({ kind: "tab", ask: { target, node, tab } })] : [];
}

function take(state: TuiState, { kind, answer }: Answer): Reduced {
  switch (kind) {
    case "nodes": {
      const next = settle({ ...state, nodes: { ...state.nodes, list: answer } });
      return step(next, ...(state.screen === "nodes" ? wanted(next) : []));
    }
    case "standings":
      return step({ ...state, nodes: { ...state.nodes, standings: joined(state, answer) } });
    case "node":
      return step(settle({ ...state, nodes: { ...state.nodes, tree: answer } }));
    case "tab":
      return step({ ...state, nodes: { ...state.nodes, rows: answer } });
    case "changes":
      return step(answer.key === targetKeyOf(state) ? settle(state) : state);
    default:
      return step(state);
  }
}

function joined({ nodes: { standings } }: TuiState, { key, known }: NodeStatuses): NodesState["standings"] {
  return { key, of: new Map([...(standings.key === key ? standings.of : []), ...known]) };
}

function settle(state: TuiState): TuiState {
  const cursor = settled(state.nodes.cursor, listOf(state));
  const next = { ...state, nodes: { ...state.nodes, cursor } };
  // While the values of another node are on their way the cursor keeps its place.
  if (chosenTree(next) === undefined) return next;
  const { treeCursor } = next.nodes;
  const tree = treeOf(next);
  return {
    ...next,
    nodes: { ...next.nodes, treeCursor: treeCursor.id ? settled(treeCursor, tree) : onItem(atTop, 0, tree) },
  };
}

function heading(state: TuiState): Line {
  const target = nodesTarget(state);
  if (target === undefined) return [];
  const set = nodesSet(state);
  if (set === undefined) return [span("muted", comparedKey(target).slice(0, 40))];
  const name = target.kind === "commit" ? set.to : `${set.from} → ${set.to}`;
  return [plain(set.subject === undefined ? name : `${name} "${set.subject}"`)];
}
