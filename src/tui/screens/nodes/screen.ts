import { type Spot, statesHeading } from "../../draw/line.ts";
import { roomIn } from "../../draw/pane.ts";
import type { Move, Shown } from "../../list/cursor.ts";
import { adapted, atTop, listItems, movedBy, nextIndex, onItem, toggled } from "../../list/cursor.ts";
import {
  adaptedList,
  type ListScreen,
  listScreen,
  scrolledText,
  shownOf,
  wantedInSight,
  withCursorInSight,
  withFocus,
  withItem,
} from "../../list/list-screen.ts";
import type { ComparedStates, MergeTarget, NamedSet, RowPlace } from "../../state/compared.ts";
import { comparedKey, mergingOf } from "../../state/compared.ts";
import { commandItem, copyItem, type MenuItem, valueItem } from "../../state/menu.ts";
import { ask, pushed, type Reduced, step, type TuiState, type Want, withMessage, withOwn } from "../../state.ts";
import type { Found, NodeStatuses } from "../../worker/questions.ts";
import type { MovedParts, Screen } from "../screen.ts";
import { type NodesState, nodesTarget, nodeTabs, noNodes } from "../state.ts";
import {
  chosenEntry,
  chosenNode,
  chosenRows,
  chosenTree,
  fitsFilter,
  nodeAreas,
  nodePanes,
  nodesSet,
  openSelector,
  shownNames,
  shownTree,
  targetKeyOf,
} from "./panes.ts";
import { type Folding, isUnfolded, type TreeItem, treeEntries } from "./tree.ts";

const list: ListScreen = {
  name: "nodes",
  title: "Nodes",
  open: begun,
  isLoading: (state) => state.nodes.list === undefined || state.nodes.list.key !== targetKeyOf(state),
  heading: (state) => statesHeading(nodesTarget(state), nodesSet(state)),
  areas: nodeAreas,
  panes: nodePanes,
  list: (state) => listItems(shownNames(state), (name) => name),
  hasDetail: (state) => chosenNode(state) !== undefined,
  fresh: { isAtFirst: false },
  follow: withTreeInSight,
  wanted: nodeWanted,
  wantedNearby: (state) => [...selectorWanted(state), ...statusesWanted(state)],
  hits,
  toChange,
  enter: opened,
  scroll: inNode,
  acts: {
    "next-node": (state) => toNode(state, 1),
    "last-node": (state) => toNode(state, -1),
    "next-tab": (state) => toTab(state, 1),
    "last-tab": (state) => toTab(state, -1),
    unfold: (state) => folded(state, "unfold"),
    fold: (state) => folded(state, "fold"),
  },
  takes: {
    nodes: (state, answer) => adaptedList(list, withOwn(state, "nodes", { list: answer })),
    statuses: (state, answer) =>
      step(withCursorInSight(list, unmoved(withOwn(state, "nodes", { statuses: joined(state, answer) })))),
    node: (state, tree) => step(withCursorInSight(list, onGoal(withOwn(state, "nodes", { tree })))),
    find: (state, answer) => adaptedList(list, withCommon(state, answer)),
    tab: (state, rows) => step(withOwn(state, "nodes", { rows })),
    // Before the history is there, nothing says which state to show.
    history: (state) => (state.screen === "nodes" && state.nodes.list === undefined ? begun(state) : step(state)),
    changes: (state, { key }) => {
      const isListed = key === targetKeyOf(state) && key === state.nodes.list?.key;
      return step(isListed ? withCursorInSight(list, state) : state);
    },
  },
  reread,
  place: nodePlace,
  copies: nodeCopies,
};

const base = listScreen(list);

/** All nodes, and what each of them gets. */
export const nodesScreen: Screen = { ...base, point: pointed };

/** Opens the screen on a node, or on a value of it, without a filter. */
export function showNode(state: TuiState, name: string, path?: string): Reduced {
  return shown(state, { name, path, only: undefined });
}

/** Opens the screen with the nodes that have a value, of which one is known; on their value at a path, if one is given. */
export function showNodesWith(state: TuiState, test: string, { name, path }: ShownAt = {}): Reduced {
  const names = new Set(name === undefined ? [] : [name]);
  return shown(state, { name, path, only: { test, names, isWhole: false } });
}

/** The same with the nodes of a class or group. */
export function showMembers(state: TuiState, { kind, name }: NamedSet, at: ShownAt = {}): Reduced {
  return showNodesWith(state, `${kind === "class" ? "classes" : "groups"}=${name}`, at);
}

/** The node of the cursor, and its value at a path. */
interface ShownAt {
  readonly name?: string | undefined;
  readonly path?: string | undefined;
}

function shown(state: TuiState, { name, path, only }: ShownAt & Pick<NodesState, "only">): Reduced {
  const search = { ...state.nodes.search, text: "" };
  const cursor = { id: name, index: 0, top: 0 };
  const isOpen = path !== undefined;
  const own: Partial<NodesState> = { search, cursor, only, isOpen, goal: path, isAtFirst: false, detailTop: 0 };
  return begun(withOwn({ ...state, screen: "nodes" }, "nodes", isOpen ? { ...own, tab: "tree" } : own));
}

function toNode(state: TuiState, by: 1 | -1): Reduced {
  return withItem(list, state, state.nodes.cursor.index + by);
}

function toTab(state: TuiState, by: 1 | -1): Reduced | undefined {
  if (chosenNode(state) === undefined || nodeRoom(state) === undefined) return undefined;
  const { tab: front } = state.nodes;
  const tab = nodeTabs.at((nodeTabs.indexOf(front) + by) % nodeTabs.length) ?? front;
  return withNodes(state, { tab, detailTop: 0 });
}

/** A click in the tree moves the cursor of the tree. */
function pointed(state: TuiState, spot: Spot): Reduced | undefined {
  const isOpen = spot.pane === "detail" && chosenNode(state) !== undefined;
  if (!isOpen) return base.point(state, { ...spot, pane: "list" });
  const { treeCursor } = state.nodes;
  const next = withOwn(state, "nodes", { isOpen });
  return withNodes(next, spot.index === undefined ? {} : { treeCursor: onItem(treeCursor, spot.index, treeOf(next)) });
}

function treeOf(state: TuiState): Shown {
  return { list: listItems(shownTree(state), ({ path }) => path), height: Math.max(1, nodeRoom(state)?.rows ?? 1) };
}

/** The state with a change in the node; the cursor of its tree is in sight. */
function withNodes(state: TuiState, changed: Partial<NodesState>): Reduced {
  const next = withTreeInSight(withOwn(state, "nodes", changed));
  return step(next, ...nodeWanted(next));
}

function inNode(state: TuiState, move: Move): Reduced | undefined {
  if (nodeRoom(state) === undefined) return undefined;
  const { tab, treeCursor } = state.nodes;
  if (tab !== "tree" || shownTree(state).length === 0) return scrolledText(list, state, move);
  return withNodes(state, { treeCursor: movedBy(treeCursor, move, treeOf(state)) });
}

function nodeRoom(state: TuiState): ReturnType<typeof roomIn> {
  return roomIn(state, nodeAreas(state), "detail");
}

/** Gives the keys to the node; there it unfolds or folds, and a class or group leads to its nodes. */
function opened(state: TuiState): Reduced | undefined {
  if (chosenNode(state) === undefined) return undefined;
  const named = state.nodes.isOpen ? entryName(chosenEntry(state)) : undefined;
  if (named !== undefined) return showMembers(pushed(state), named);
  return state.nodes.isOpen ? folded(state, "turn") : withFocus(list, state, true);
}

/** `l` unfolds or goes into what is unfolded, `h` folds or goes to the owner, Enter unfolds or folds. */
function folded(state: TuiState, action: "unfold" | "fold" | "turn"): Reduced | undefined {
  const entries = shownTree(state);
  const { treeCursor, isOpen, tab } = state.nodes;
  const entry = entries[treeCursor.index];
  if (entry === undefined || tab !== "tree") return undefined;
  if (!isOpen) return action === "unfold" ? withFocus(list, state, true) : undefined;
  const isUnfoldedNow = isUnfolded(entry, state.nodes);
  if (action === "turn" && entry.below > 0) return turned(state, entry);
  if (action === "unfold") {
    if (entry.below === 0) return undefined;
    return isUnfoldedNow ? inNode(state, "down") : turned(state, entry);
  }
  if (isUnfoldedNow) return turned(state, entry);
  const owner = entries.slice(0, treeCursor.index).findLastIndex(({ depth }) => depth < entry.depth);
  if (owner === -1) return action === "fold" ? withFocus(list, state, false) : undefined;
  const next = withNodes(state, { treeCursor: onItem(treeCursor, owner, treeOf(state)) });
  const holder = entries[owner];
  return action === "turn" && holder !== undefined ? turned(next.state, holder) : next;
}

function turned(state: TuiState, { path }: TreeItem): Reduced {
  return withNodes(state, { toggled: toggled(state.nodes.toggled, path) });
}

function hits(state: TuiState): (index: number) => boolean {
  const names = shownNames(state);
  const { list: nodes, search, statuses } = state.nodes;
  const fits = nodes && fitsFilter(nodes, { text: search.last, set: nodesSet(state), of: statuses.of });
  return (index) => fits?.(names[index] ?? "") === true;
}

function toChange(state: TuiState, by: 1 | -1): Reduced | undefined {
  const { treeCursor, tab } = state.nodes;
  const entries = tab === "tree" ? shownTree(state) : [];
  const index = nextIndex(entries, treeCursor.index, by, ({ sign }) => sign !== undefined);
  if (index === undefined) return undefined;
  return withNodes(state, { isOpen: true, treeCursor: onItem(treeCursor, index, treeOf(state)) });
}

/** Comes to the front, perhaps with another target: asks for nodes and changes, those in sight now or before first. */
function begun(state: TuiState, before: TuiState = state): Reduced {
  const target = nodesTarget(state);
  if (target === undefined) return step(state);
  const key = comparedKey(target);
  const changesAsked = [
    ...(state.sets.has(key) ? [] : [ask({ kind: "changes", ask: { target, first: namesInSight(before) } })]),
    ...commonWanted(state, target),
  ];
  // The cursor keeps its node until the list is there.
  if (state.nodes.list?.key !== key) return step(state, ask({ kind: "nodes", ask: { target } }), ...changesAsked);
  const next = withCursorInSight(list, onGoal(withCursorInSight(list, state)));
  return step(next, ...wantedInSight(list, next), ...changesAsked);
}

/** Asks for the nodes that have the value which they are to have in common, unless they are there. */
function commonWanted({ nodes: { only } }: TuiState, target: ComparedStates): readonly Want[] {
  if (only === undefined || only.isWhole) return [];
  return [ask({ kind: "find", ask: { target, text: only.test, isTest: true } })];
}

/** Nodes are found one after the other. */
function withCommon(state: TuiState, { key, text, isTest, nodes, searched }: Found): TuiState {
  const { only } = state.nodes;
  if (!isTest || only?.test !== text || key !== targetKeyOf(state)) return state;
  const names = new Set([...nodes.map(({ node }) => node), ...(searched.isWhole ? [] : only.names)]);
  return withOwn(state, "nodes", { only: { ...only, names, isWhole: searched.isWhole } });
}

/** Forgets all answers but those about a commit; if the screen is in front, asks again. */
function reread(state: TuiState, { before }: MovedParts): Reduced {
  const target = nodesTarget(state);
  if (target?.kind === "commit" && nodesSet(state) !== undefined) return step(state);
  const { statuses, tree, rows } = noNodes;
  const only = state.nodes.only && { ...state.nodes.only, isWhole: false };
  const next = withOwn(state, "nodes", { list: undefined, statuses, tree, rows, only });
  return state.screen === "nodes" ? begun(next, before) : step(next);
}

/** Asks which nodes a selector selects that was typed, once the nodes are there. */
function selectorWanted(state: TuiState): readonly Want[] {
  const [target, text] = [nodesTarget(state), openSelector(state)];
  const isThere = state.nodes.list !== undefined && state.nodes.list.key === targetKeyOf(state);
  return target === undefined || text === undefined || !isThere ? [] : [ask({ kind: "nodes", ask: { target, text } })];
}

/** Asks for the statuses of nodes in sight that are not there. */
function statusesWanted(state: TuiState): readonly Want[] {
  const target = nodesTarget(state);
  const { key, of } = state.nodes.statuses;
  const known = key === targetKeyOf(state) ? of : noNodes.statuses.of;
  const first = namesInSight(state).filter((name) => !known.has(name));
  return target === undefined || first.length === 0 ? [] : [ask({ kind: "statuses", ask: { target, first } })];
}

function namesInSight(state: TuiState): readonly string[] {
  const { top } = state.nodes.cursor;
  return shownNames(state).slice(top, top + shownOf(list, state).height);
}

function nodeWanted(state: TuiState): readonly Want[] {
  const [target, node] = [nodesTarget(state), chosenNode(state)];
  const { tab } = state.nodes;
  if (target === undefined || node === undefined || nodeRoom(state) === undefined) return [];
  if (tab === "tree") return chosenTree(state) === undefined ? [ask({ kind: "node", ask: { target, node } })] : [];
  return chosenRows(state) === undefined ? [ask({ kind: "tab", ask: { target, node, tab } })] : [];
}

/** A cursor that was never moved stays on the first row, whichever node that is: what fails comes first. */
function unmoved(state: TuiState): TuiState {
  const { isAtFirst, isOpen } = state.nodes;
  return isAtFirst && !isOpen ? withOwn(state, "nodes", { cursor: atTop }) : state;
}

function joined({ nodes: { statuses } }: TuiState, { key, known }: NodeStatuses): NodesState["statuses"] {
  return { key, of: new Map([...(statuses.key === key ? statuses.of : []), ...known]) };
}

function withTreeInSight(state: TuiState): TuiState {
  // The cursor keeps its place until the values of another node are there.
  if (chosenTree(state) === undefined) return state;
  const { treeCursor } = state.nodes;
  const tree = treeOf(state);
  return withOwn(state, "nodes", { treeCursor: treeCursor.id ? adapted(treeCursor, tree) : onItem(atTop, 0, tree) });
}

/** The node at the cursor; where its tree has the keys, the value at the cursor there. */
function nodePlace(state: TuiState): RowPlace {
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
function entryName(entry: Pick<TreeItem, "path" | "value"> | undefined): NamedSet | undefined {
  const [, list] = /^(classes|groups):\d+$/.exec(entry?.path ?? "") ?? [];
  const [, name] = /^"([^"\\]+)"$/.exec(entry?.value ?? "") ?? [];
  return commonName(list && name && `${list}=${name}`);
}

/** The class or group that a test of its list names: `classes=web`. */
function commonName(test: string = ""): NamedSet | undefined {
  const [, list, name] = /^(classes|groups)=(.+)$/.exec(test) ?? [];
  return name === undefined ? undefined : { kind: list === "classes" ? "class" : "group", name };
}

function nodeCopies(state: TuiState): readonly MenuItem[] {
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
  const [, ...later] = target.words.flatMap((word) => word.split(/\.{2,3}/));
  const name = later.at(-1);
  return name === undefined ? [] : ["-r", name === "" ? "HEAD" : name];
}

/** The state with the cursor of the tree on the path that was gone to, unfolded, as soon as the values are there. */
function onGoal(state: TuiState): TuiState {
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
  let paths = folding.toggled;
  let depth = entries[at]?.depth ?? 0;
  for (let index = at - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    if (entry === undefined || entry.depth >= depth) continue;
    depth = entry.depth;
    if (!isUnfolded(entry, folding)) paths = toggled(paths, entry.path);
  }
  return paths;
}
