import { displayWidth } from "../../../base/terminal-text.ts";
import { fitRow, largest } from "../../../report/text/fit.ts";
import { arrow, signPart } from "../../../report/text/sign.ts";
import { remembered } from "../../../speed/kept.ts";
import { cell, countSpans, type Line, plain, type Size, type Style, short, span, withArrows } from "../../draw/line.ts";
import { type Areas, itemLines, itemsLook, listAreas, listPane, note, type Pane, type Panes } from "../../draw/pane.ts";
import { filterOf, isSelector, nodeTest } from "../../list/filter.ts";
import { comparedKey } from "../../state/compared.ts";
import type { TuiState } from "../../state.ts";
import type { NodeList, NodeTree, TabRows } from "../../worker/questions.ts";
import type { ChangeSet, CommitCounts } from "../../worker/rows/change-set.ts";
import type { NodeStatus } from "../../worker/rows/node-tree.ts";
import { type NodeSort, nodesTarget, nodeTabs } from "../state.ts";
import { type Folding, isUnfolded, type TreeItem, treeEntries, visibleEntries } from "./tree.ts";

/** The list, or the node, or both. */
export function nodeAreas(state: TuiState): Areas {
  const names = shownNames(state);
  return listAreas(state, state.nodes.isOpen, { need: nameWidth(names) + 2 + STATUS + COUNTS, length: names.length });
}

/** The values of the chosen node that are not folded away. */
export function shownTree(state: TuiState): readonly TreeItem[] {
  const tree = chosenTree(state);
  return tree === undefined ? [] : visibleEntries(treeEntries(tree, nodesSet(state)), { toggled: state.nodes.toggled });
}

/** The value at the cursor of the tree; undefined on other tabs. */
export function chosenEntry(state: TuiState): TreeItem | undefined {
  return state.nodes.tab === "tree" ? shownTree(state)[state.nodes.treeCursor.index] : undefined;
}

export const nodePanes: Panes = { list: listOfNodes, detail: nodePane };

function listOfNodes(state: TuiState, room: Size): Pane {
  const names = shownNames(state);
  const { only, search, list } = state.nodes;
  const { typed } = list ?? {};
  const isChosen = nodesTarget(state) !== undefined;
  return listPane(state, state.nodes, {
    title: [span("heading", "Nodes"), ...(only === undefined ? [] : [span("changed", `  ${only.test}`)])],
    room,
    absence: {
      ...(isChosen && { kind: "nodes" }),
      isThere: isChosen && list?.key === targetKeyOf(state) && openSelector(state) === undefined,
      noHit: typed?.text === search.text ? typed.fault : undefined,
      waits: isChosen ? "reading the nodes…" : "choose a commit on screen 1 first",
      none: only === undefined ? "no nodes" : only.isWhole ? "no node has it" : "searching…",
    },
    foot: (place) =>
      place === "" ? "" : `${only?.isWhole === false ? "searching… · " : statusText(state, names)}${place}`,
    ...itemsLook(names, (name, columns) => fitRow(nodeRow(state, name), columns, { ref: nameWidth(names) })),
  });
}

/** `13 resolve · `, or how many are known yet. */
function statusText(state: TuiState, names: readonly string[]): string {
  const { key, of } = state.nodes.statuses;
  if (key !== targetKeyOf(state)) return "";
  const there = [...of.values()].filter((status) => status !== "gone");
  if (of.size < names.length) return `resolving ${short(of.size)} of ${short(names.length)}… · `;
  return `${short(there.filter((status) => status === "resolves").length)} resolve · `;
}

const STYLES: Readonly<Record<NodeStatus, Style>> = {
  resolves: "muted",
  partial: "warning",
  fails: "error",
  gone: "removed",
};

/** Columns for what changes, behind the name and the status. */
const COUNTS = 9;
const STATUS = 8;

const nameWidth = remembered("screens", (names: readonly string[]) => largest(names.map(displayWidth)));

function nodeRow(state: TuiState, name: string): Line {
  const { key, of } = state.nodes.statuses;
  const status = key === targetKeyOf(state) ? of.get(name) : undefined;
  const set = nodesSet(state);
  const counts = set && countsByNode(set).get(name);
  const word = status === undefined ? span("muted", cell("…", STATUS)) : span(STYLES[status], cell(status, STATUS));
  return [span("node", name, "ref"), plain("  "), word, ...changeSpans(counts, set !== undefined)];
}

function changeSpans(counts: NodeCounts = NO_COUNTS, isKnown: boolean): Line {
  if (!isKnown) return [span("muted", " …")];
  // A node fails once, so there is no number.
  const fails = counts.failing > 0 ? [span("error", " !")] : [];
  const parts = [...countSpans({ ...counts, failing: 0 }), ...fails];
  return parts.length === 0 ? [span("muted", " ·")] : parts;
}

type NodeCounts = Pick<CommitCounts, "changed" | "added" | "removed" | "failing">;

const countsByNode = remembered("screens", ({ nodes: names, changes }: ChangeSet): ReadonlyMap<string, NodeCounts> => {
  const all = names.map(() => ({ changed: 0, added: 0, removed: 0, failing: 0 }));
  for (const { sign, isValue, nodes } of changes) {
    const field = isValue ? FIELDS[sign] : sign === "!" ? "failing" : undefined;
    if (field === undefined) continue;
    for (const node of nodes) {
      const counts = all[node];
      if (counts !== undefined) counts[field] += 1;
    }
  }
  return new Map(names.map((name, index) => [name, all[index] ?? NO_COUNTS]));
});

const NO_COUNTS: NodeCounts = { changed: 0, added: 0, removed: 0, failing: 0 };
const FIELDS: Readonly<Record<string, keyof NodeCounts>> = {
  "~": "changed",
  "+": "added",
  "-": "removed",
  // Lost to a conflict.
  "!": "changed",
};

function nodePane(state: TuiState, size: Size): Pane {
  const { isOpen, tab } = state.nodes;
  const name = chosenNode(state);
  if (name === undefined) return { title: [], isFocused: isOpen, lines: [] };
  const title = [span("node", name), plain("  "), ...tabSpans(tab)];
  const body = tab === "tree" ? treeBody(state, size) : rowsBody(state);
  return { title, isFocused: isOpen, ...body };
}

/** `[tree] sources groups`; the brackets hint at the keys. */
function tabSpans(front: string): Line {
  return nodeTabs.flatMap((name) => {
    const isFront = name === front;
    return [span(isFront ? "heading" : "muted", isFront ? `[${name}]` : name), plain(" ")];
  });
}

function treeBody(state: TuiState, room: Size): Pick<Pane, "lines" | "top" | "foot"> {
  const tree = chosenTree(state);
  if (tree === undefined) return { lines: note("resolving…") };
  const { treeCursor, detailTop, isOpen } = state.nodes;
  if (tree.rows.length === 0) return { lines: tree.problems, top: detailTop, foot: tree.status };
  const entries = shownTree(state);
  const inSight = entries.slice(treeCursor.top, treeCursor.top + room.rows);
  const where = largest(inSight.map(({ place }) => 2 + displayWidth(place)));
  const look = itemsLook(entries, (entry, columns) => treeLine(entry, state.nodes, where, columns));
  const cursor = { ...treeCursor, index: isOpen ? treeCursor.index : -1 };
  const shown = itemLines(cursor, room, { ...look, pane: "detail" });
  const status = tree.status === "resolves" ? "" : `${tree.status} · `;
  return { lines: shown, foot: `${status}${short(treeCursor.index + 1)} of ${short(entries.length)}` };
}

function rowsBody(state: TuiState): Pick<Pane, "lines" | "top"> {
  const text = chosenRows(state);
  return text === undefined ? { lines: note("reading…") } : { lines: text.rows, top: state.nodes.detailTop };
}

/** A value of a node, with `file:line` in so many columns at the right. */
function treeLine(entry: TreeItem, folding: Folding, where: number, columns: number): Line {
  const isOpen = isUnfolded(entry, folding);
  const mark = entry.below === 0 ? " " : isOpen ? "▾" : "▸";
  const sign = entry.sign === undefined ? plain("  ") : signPart(entry.sign);
  const front = [sign, plain(`${"  ".repeat(entry.depth)}${mark} `), span("key", `${entry.key}: `, "ref")];
  const place = span("source", entry.place && `  ${entry.place}`, "where");
  return fitRow([...front, ...entryValue(entry, isOpen), place], columns, { where });
}

function entryValue({ value, old, sign, below, inside }: TreeItem, isOpen: boolean): Line {
  if (below > 0) {
    const count = inside === 0 ? "" : `  ${inside} ${inside === 1 ? "change" : "changes"}`;
    return [span("muted", isOpen ? "" : value, "new"), span("changed", isOpen ? "" : count, "note")];
  }
  if (sign === undefined) return [span("value", value, "new")];
  if (sign === "-") return [span("removed", value, "old")];
  return old === undefined ? [span("added", value, "new")] : withArrows(arrow(old, value));
}

/** The nodes of the target that fit the filter, sorted; none until they are there. */
export function shownNames(state: TuiState): readonly string[] {
  const { list, search, sort, statuses } = state.nodes;
  if (list === undefined || list.key !== targetKeyOf(state)) return [];
  const of = statuses.key === list.key ? statuses.of : NONE_KNOWN;
  return namesFor(list, { text: search.text, sort, set: nodesSet(state), of, only: state.nodes.only?.names });
}

interface Arranged {
  readonly text: string;
  readonly sort: NodeSort;
  readonly set: ChangeSet | undefined;
  readonly of: ReadonlyMap<string, NodeStatus>;
  readonly only: ReadonlySet<string> | undefined;
}

const NONE_KNOWN: ReadonlyMap<string, NodeStatus> = new Map();
const namesFor = remembered("screens", (list: NodeList, asked: Arranged): readonly string[] =>
  sorted(list.names.filter((name) => asked.only?.has(name) ?? true).filter(fitsFilter(list, asked)), asked),
);

/** Which nodes fit a filter; which ones a selector selects, the worker answers. */
export function fitsFilter(
  { typed }: NodeList,
  { text, set, of }: Pick<Arranged, "text" | "set" | "of">,
): (name: string) => boolean {
  if (!isSelector(text)) return nodeTest(filterOf(text), set, of);
  const names = new Set(typed?.text === text ? typed.names : []);
  return (name) => names.has(name);
}

/** The selector that is typed as the filter, until it is answered. */
export function openSelector({ nodes: { list, search } }: TuiState): string | undefined {
  return isSelector(search.text) && list?.typed?.text !== search.text ? search.text : undefined;
}

/** Nodes that fail come first, then partial ones, then those that change; or those that change most; or by name. */
function sorted(names: readonly string[], { sort, set, of }: Arranged): readonly string[] {
  if (sort === "name") return names;
  const counts = set && countsByNode(set);
  const weight = (name: string): number => {
    const { changed = 0, added = 0, removed = 0, failing = 0 } = counts?.get(name) ?? {};
    const changes = changed + added + removed + failing;
    if (sort === "values") return changes;
    const status = of.get(name);
    return status === "fails" ? 3 : status === "partial" ? 2 : changes > 0 ? 1 : 0;
  };
  const weights = new Map(names.map((name) => [name, weight(name)]));
  return [...names].sort((left, right) => (weights.get(right) ?? 0) - (weights.get(left) ?? 0));
}

/** The node at the cursor. */
export function chosenNode(state: TuiState): string | undefined {
  return shownNames(state)[state.nodes.cursor.index];
}

/** The values of the chosen node; undefined until the worker has answered. */
export function chosenTree(state: TuiState): NodeTree | undefined {
  const { tree } = state.nodes;
  return tree !== undefined && isOfChosen(state, tree) ? tree : undefined;
}

export function chosenRows(state: TuiState): TabRows | undefined {
  const { rows, tab } = state.nodes;
  return rows?.tab === tab && isOfChosen(state, rows) ? rows : undefined;
}

function isOfChosen(state: TuiState, { key, node }: Pick<NodeTree, "key" | "node">): boolean {
  return key === targetKeyOf(state) && node === chosenNode(state);
}

export function nodesSet(state: TuiState): ChangeSet | undefined {
  return state.sets.get(targetKeyOf(state) ?? "");
}

export function targetKeyOf(state: TuiState): string | undefined {
  const target = nodesTarget(state);
  return target && comparedKey(target);
}
