import { short } from "../../draw/counts.ts";
import { bodySize, columnsOf, type ScreenForm, type Size, screenForm } from "../../draw/layout.ts";
import {
  cell,
  chosen,
  type Line,
  lineWidth,
  plain,
  type Style,
  span,
  spotted,
  type TextSpan,
} from "../../draw/line.ts";
import { beside, drawPane, inside, note, type Pane } from "../../draw/pane.ts";
import { arrangedSpans, NO_HIT } from "../../list/arranged.ts";
import type { TuiState } from "../../state.ts";
import type { NodeStatus } from "../../worker/protocol/node-data.ts";
import { chosenNode, chosenRows, chosenTree, nodesSet, nodesTarget, shownNames, targetKeyOf } from "./chosen.ts";
import { countsByNode, type NodeCounts, nodeTabs } from "./state.ts";
import { type TreeItem, treeEntries, visibleEntries } from "./tree.ts";
import { treeLines } from "./tree-lines.ts";

/** The panes of the screen: the list, or the node, or both. */
export interface NodePanes {
  readonly form: ScreenForm;
  readonly list: Size | undefined;
  readonly node: Size | undefined;
  readonly isBoxed: boolean;
}

export function nodePanes({ size, wish, zoom, nodes: { isOpen } }: TuiState): NodePanes {
  const form = screenForm(size);
  const { columns, rows } = bodySize(size);
  const isBoxed = !wish.plain && form !== "one";
  if ((form !== "two" && form !== "three") || zoom === "full") {
    const all = { columns, rows };
    return { form, list: isOpen ? undefined : all, node: isOpen ? all : undefined, isBoxed };
  }
  const [left, right] = columnsOf(columns, zoom === "half" ? (isOpen ? 0.2 : 0.6) : form === "two" ? 0.4 : 0.3);
  return { form, list: { columns: left, rows }, node: { columns: right, rows }, isBoxed };
}

/** How many nodes are in sight at once. */
export function nodesInSight(state: TuiState): number {
  const { list, isBoxed } = nodePanes(state);
  return list === undefined ? 1 : Math.max(1, inside(list, isBoxed).rows);
}

/** How many lines of the node are in sight at once. */
export function nodeRowsInSight(state: TuiState): number {
  const { node, isBoxed } = nodePanes(state);
  return node === undefined ? 1 : Math.max(1, inside(node, isBoxed).rows);
}

/** The values of the chosen node that are not folded away. */
export function shownTree(state: TuiState): readonly TreeItem[] {
  const tree = chosenTree(state);
  return tree === undefined ? [] : visibleEntries(treeEntries(tree, nodesSet(state)), state.nodes);
}

/** The value on which the cursor stands in the node; undefined on tabs that have no cursor. */
export function chosenEntry(state: TuiState): TreeItem | undefined {
  return state.nodes.tab === "tree" ? shownTree(state)[state.nodes.treeCursor.index] : undefined;
}

export function drawNodes(state: TuiState): readonly Line[] {
  const { list, node, isBoxed } = nodePanes(state);
  const left = list && drawPane(listPane(state, inside(list, isBoxed)), list, isBoxed);
  const right = node && drawPane(nodePane(state, inside(node, isBoxed)), node, isBoxed);
  return left !== undefined && right !== undefined ? beside(left, right) : (left ?? right ?? []);
}

function listPane(state: TuiState, { columns, rows }: Size): Pane {
  const { cursor, isOpen } = state.nodes;
  const names = shownNames(state);
  const title = [span("heading", "Nodes"), ...arrangedSpans(state.nodes, "name")];
  if (names.length === 0) return { title, isFocused: !isOpen, lines: note(waiting(state)) };
  const shown = names.slice(cursor.top, cursor.top + rows);
  const lines = shown.map((name, offset) => {
    const line = nodeLine(state, name, columns - 1);
    const index = cursor.top + offset;
    return spotted(cursorLine(line, index === cursor.index, columns), { pane: "list", index });
  });
  const foot = `${standingText(state, names)}${short(cursor.index + 1)} of ${short(names.length)}`;
  return { title, foot, isFocused: !isOpen, lines, pane: "list" };
}

function waiting(state: TuiState): string {
  if (state.nodes.search.text !== "") return NO_HIT;
  if (nodesTarget(state) === undefined) return "choose a commit on screen 1 first";
  return state.nodes.list?.key === targetKeyOf(state) ? "no nodes" : "reading the nodes…";
}

function cursorLine(line: Line, isChosen: boolean, columns: number): Line {
  const marked = [plain(isChosen ? ">" : " "), ...line];
  return isChosen ? chosen([...marked, plain(" ".repeat(Math.max(0, columns - lineWidth(marked))))]) : marked;
}

/** `13 of 14 resolve · `, or how far that is known. */
function standingText(state: TuiState, names: readonly string[]): string {
  const { key, of } = state.nodes.standings;
  if (key !== targetKeyOf(state)) return "";
  const there = [...of.values()].filter((standing) => standing !== "gone");
  if (of.size < names.length) return `${short(of.size)} looked at · `;
  return `${short(there.filter((standing) => standing === "resolves").length)} resolve · `;
}

const STYLES: Readonly<Record<NodeStatus, Style>> = {
  resolves: "muted",
  partial: "warning",
  fails: "error",
  gone: "removed",
};

/** Room for the name, then the state, then what changes. */
const COUNTS = 9;

function nodeLine(state: TuiState, name: string, columns: number): Line {
  const { key, of } = state.nodes.standings;
  const standing = key === targetKeyOf(state) ? of.get(name) : undefined;
  const set = nodesSet(state);
  const counts = set && countsByNode(set).get(name);
  const room = Math.max(8, columns - COUNTS - 10);
  const word = standing === undefined ? span("muted", cell("…", 8)) : span(STYLES[standing], cell(standing, 8));
  return [span("node", cell(name, room)), plain(" "), word, plain(" "), ...countSpans(counts, set !== undefined)];
}

function countSpans(counts: NodeCounts | undefined, isKnown: boolean): readonly TextSpan[] {
  if (!isKnown) return [span("muted", "…")];
  const { changed, added, removed, failing } = counts ?? { changed: 0, added: 0, removed: 0, failing: 0 };
  const parts = [
    ...(changed > 0 ? [span("changed", `~${short(changed)}`)] : []),
    ...(added > 0 ? [span("added", `+${short(added)}`)] : []),
    ...(removed > 0 ? [span("removed", `-${short(removed)}`)] : []),
    ...(failing > 0 ? [span("error", "!")] : []),
  ];
  if (parts.length === 0) return [span("muted", "·")];
  return parts.flatMap((part, index) => (index === 0 ? [part] : [plain(" "), part]));
}

function nodePane(state: TuiState, size: Size): Pane {
  const { isOpen, tab } = state.nodes;
  const name = chosenNode(state);
  if (name === undefined) return { title: [], isFocused: isOpen, lines: [] };
  const title = [span("node", name), plain("  "), ...tabSpans(tab)];
  const body = tab === "tree" ? treeBody(state, size) : rowsBody(state);
  return { title, isFocused: isOpen, pane: "detail", ...body };
}

/** `[tree] sources groups`, so that `[` and `]` explain themselves. */
function tabSpans(front: string): Line {
  return nodeTabs.flatMap((name) => {
    const isFront = name === front;
    return [span(isFront ? "heading" : "muted", isFront ? `[${name}]` : name), plain(" ")];
  });
}

function treeBody(state: TuiState, { columns, rows }: Size): Pick<Pane, "lines" | "foot"> {
  const tree = chosenTree(state);
  if (tree === undefined) return { lines: note("resolving…") };
  const { treeCursor, top, isOpen } = state.nodes;
  if (tree.rows.length === 0) return { lines: tree.problems.slice(top), foot: tree.standing };
  const entries = shownTree(state);
  const inSight = entries.slice(treeCursor.top, treeCursor.top + rows);
  const lines = treeLines(inSight, state.nodes, columns).map((line, offset) => {
    const index = treeCursor.top + offset;
    return spotted(cursorLine(line, isOpen && index === treeCursor.index, columns), { pane: "detail", index });
  });
  const standing = tree.standing === "resolves" ? "" : `${tree.standing} · `;
  return { lines, foot: `${standing}${short(treeCursor.index + 1)} of ${short(entries.length)}` };
}

function rowsBody(state: TuiState): Pick<Pane, "lines"> {
  const told = chosenRows(state);
  if (told === undefined) return { lines: note("reading…") };
  return { lines: told.rows.slice(state.nodes.top) };
}

/** How many lines a tab without a cursor has. */
export function tellingHeight(state: TuiState): number {
  if (state.nodes.tab === "tree") return chosenTree(state)?.problems.length ?? 0;
  return chosenRows(state)?.rows.length ?? 0;
}
