import { type Spot, statesHeading } from "../../draw/line.ts";
import { type AreaName, roomIn } from "../../draw/pane.ts";
import type { Action } from "../../keymap.ts";
import { after, atTop, listItems, type Move, nextIndex, onItem, steppedBy, toggled } from "../../list/cursor.ts";
import { changeTest, filterOf } from "../../list/filter.ts";
import {
  adaptedList,
  type ListScreen,
  listScreen,
  scrolledText,
  shownOf,
  withCursor,
  withCursorInSight,
  withFocus,
  withItem,
} from "../../list/list-screen.ts";
import type { ComparedStates } from "../../state/compared.ts";
import { comparedKey, nodeOfSide, olderState, stateAlone, swappedTarget } from "../../state/compared.ts";
import type { Reduced, TuiState, Want } from "../../state.ts";
import { ask, pushed, step, withMessage, withOverlay, withOwn, withWants } from "../../state.ts";
import { showMembers, showNode } from "../nodes/screen.ts";
import type { MovedParts, Screen } from "../screen.ts";
import { type ChangesState, groupings, nodesTarget, onChange, onNode, valueLayouts } from "../state.ts";
import {
  changeCopies,
  changePlace,
  chosenBlock,
  chosenChange,
  chosenDetail,
  chosenLayer,
  entryAtCursor,
  shownEntries,
  shownSet,
} from "./chosen.ts";
import { changeOf, type Entry, foldsAbove, isHit } from "./entries.ts";
import { isIgnored, openIgnore } from "./ignored.ts";
import { changeAreas, changePanes, isValueOther, type LayersText, layersText, leftRow, onLeftRow } from "./panes.ts";

const list: ListScreen = {
  name: "changes",
  title: "Changes",
  open(state) {
    const target = nodesTarget(state);
    return target === undefined ? step({ ...state, screen: "changes" }) : openTarget(state, target);
  },
  // What is filtered may still change while more is found.
  isLoading(state) {
    const set = shownSet(state);
    return set === undefined || (set.soFar !== undefined && state.changes.search.text !== "");
  },
  heading: (state) => statesHeading(state.changes.target, shownSet(state)),
  areas: changeAreas,
  panes: changePanes,
  list: (state) => listItems(shownEntries(state), ({ id }) => id),
  hasDetail: (state) => chosenChange(state) !== undefined || chosenBlock(state) !== undefined,
  fresh: onChange,
  wanted: valueWanted,
  hits,
  toChange,
  enter: opened,
  can,
  moveInDetail: movedInValue,
  acts: {
    ignore: (state) => openIgnore(state, chosenChange(state)?.row),
    swap: swapped,
    fold: (state) => folded(state, false),
    unfold: (state) => folded(state, true),
    "next-node": (state) => toNode(state, 1),
    "last-node": (state) => toNode(state, -1),
    layout: laidOtherwise,
    group: groupedOtherwise,
  },
  takes: {
    changes(state, { key }) {
      const { target } = state.changes;
      if (target === undefined || comparedKey(target) !== key) return step(state);
      return adaptedList(list, onLeftRow(list, onFirstChange(state)));
    },
    value: (state, detail) => step(withOwn(state, "changes", { detail })),
    mergeWrite: (state, { name }) => step(withMessage(state, `the report is written to ${name}`)),
  },
  reread,
  place: changePlace,
  copies: changeCopies,
};

const base = listScreen(list);

/** What a commit changes, or how two states differ, value by value. */
export const changesScreen: Screen = { ...base, point: pointed };

/** A click on a layer moves the cursor there. */
function pointed(state: TuiState, spot: Spot): Reduced | undefined {
  if (spot.pane !== "detail" || spot.index === undefined) return base.point(state, spot);
  const next = withOwn(state, "changes", { isOpen: true });
  const text = layersText(next);
  return step(text?.layers[spot.index] === undefined ? next : onLayer(next, text, spot.index));
}

/** Opens the screen with the changes of a target, and asks for them unless they are there. */
export function openTarget(state: TuiState, target: ComparedStates): Reduced {
  const isSame = state.changes.target !== undefined && comparedKey(state.changes.target) === comparedKey(target);
  const own = isSame ? {} : { target, cursor: atTop, ...onChange, isAtFirst: true, isOpen: false };
  const next = onFirstChange({ ...withOwn(state, "changes", own), screen: "changes" });
  const isThere = state.sets.has(comparedKey(target));
  return step(next, ...(isThere ? valueWanted(next) : [ask({ kind: "changes", ask: { target } })]));
}

/** Opens the screen with the value of a node at a path, as soon as the changes are there. */
export function openPlace(state: TuiState, target: ComparedStates, goal: NonNullable<ChangesState["goal"]>): Reduced {
  const { search } = state.changes;
  const own = { goal, search: { ...search, text: "" }, grouping: "by edit", turned: new Set<string>() } as const;
  const opened = openTarget(withOwn(state, "changes", own), target);
  const there = adaptedList(list, onFirstChange(opened.state));
  const others = opened.wants.filter((want) => want.kind !== "ask" || want.request.kind !== "value");
  return withWants(others, there);
}

/** The state with the cursor on the goal, if that is among the changes. */
function onGoal(state: TuiState): TuiState {
  const { goal } = state.changes;
  const set = shownSet(state);
  if (goal === undefined || set === undefined) return state;
  const node = set.nodes.indexOf(goal.node);
  const row = set.changes.find(({ title, isValue, nodes }) => {
    return nodes.includes(node) && (goal.path === undefined || (isValue && title === goal.path));
  });
  const turned = row === undefined ? state.changes.turned : foldsAbove(row, set);
  const there = withOwn(state, "changes", { goal: undefined, turned });
  const at = shownEntries(there).findIndex((entry) => entry.kind === "change" && entry.row === row);
  if (row === undefined || at === -1) return there;
  const nodeAt = Math.max(0, row.nodes.indexOf(node));
  const cursor = onItem(atTop, at, shownOf(list, there));
  return withOwn(there, "changes", { ...onNode, cursor, nodeAt, isOpen: goal.path !== undefined });
}

/** The cursor in sight; where it was never moved, on the first change instead of the edit above it. */
function onFirstChange(given: TuiState): TuiState {
  const state = onGoal(given);
  const { isAtFirst, isOpen } = state.changes;
  const entries = shownEntries(state);
  const first = entries.findIndex(({ kind }) => kind === "change");
  if (!isAtFirst || isOpen || first === -1) return withCursorInSight(list, state);
  const cursor = onItem(atTop, first, shownOf(list, state));
  return withCursorInSight(list, withOwn(state, "changes", { cursor }));
}

/** Opens the screen on one entry of the edits of a target, whose changes must be there. */
export function openEntry(state: TuiState, target: ComparedStates, entry: Entry): Reduced {
  const { changes, sets } = state;
  const row = changeOf(entry);
  const set = sets.get(comparedKey(target));
  // The filter, folded edits and ignored options no longer hide it.
  const search = { ...changes.search, text: "" };
  const ignored = row !== undefined && isIgnored(row, changes.ignored) ? new Set<string>() : changes.ignored;
  const turned = row === undefined || set === undefined ? new Set<string>() : foldsAbove(row, set);
  const cursor = { id: row?.id ?? entry.id, index: 0, top: 0 };
  const own = { target, isOpen: true, search, ignored, grouping: "by edit", turned, cursor, ...onChange } as const;
  return changesScreen.adapt({ ...withOwn(state, "changes", own), screen: "changes" });
}

/** Asks for the name of the file to which the report is saved. */
export function openReport(state: TuiState): Reduced {
  const { target } = state.changes;
  const report = shownSet(state)?.report;
  if (report === undefined || target?.kind !== "merge") return step(state);
  const typed = `merge-${target.branch.replaceAll(/[^\w.-]+/g, "-")}.txt`;
  return step(withOverlay(state, { kind: "reportName", own: { typed, report, top: 0 } }));
}

/** Folding and grouping make all rows anew. */
function can(state: TuiState, action: Action): boolean | undefined {
  const entry = entryAtCursor(state);
  if (action === "group") return shownSet(state) !== undefined && isInSight(state, "list");
  return action === "unfold" ? isInSight(state, "list") && entry !== undefined && canFold(entry, true) : undefined;
}

function swapped(state: TuiState): Reduced | undefined {
  const { target } = state.changes;
  const other = target && swappedTarget(target);
  if (target === undefined || other !== undefined) return other && openTarget(state, other);
  return step(withMessage(state, "this comparison has no other side"));
}

/** The value as it is laid out next. */
function laidOtherwise(state: TuiState): Reduced | undefined {
  const next = withChanges(state, { layout: after(valueLayouts, state.changes.layout), detailTop: 0 });
  return isValueOther(state, next.state) ? next : undefined;
}

function groupedOtherwise(state: TuiState): Reduced | undefined {
  if (shownSet(state) === undefined || !isInSight(state, "list")) return undefined;
  const next = withOwn(state, "changes", { grouping: after(groupings, state.changes.grouping) });
  return withCursor(list, next, onItem(atTop, 0, shownOf(list, next)));
}

function withChanges(state: TuiState, changed: Partial<ChangesState>): Reduced {
  const next = withOwn(state, "changes", changed);
  return step(next, ...valueWanted(next));
}

/** Whether a part of the screen is there now: what it shows can be changed only then. */
function isInSight(state: TuiState, area: AreaName): boolean {
  return roomIn(state, changeAreas(state), area) !== undefined;
}

/** A group unfolds; the detail of an edit or of a change gets the keys; a layer leads to the nodes that have it. */
function opened(state: TuiState): Reduced | undefined {
  if (state.changes.isOpen) return openLayer(state);
  const entry = entryAtCursor(state);
  if (entry === undefined) return undefined;
  if (entry.kind === "gone") return step(withMessage(state, "nothing of this row is left"));
  const isGroup = entry.kind === "followers" || (entry.kind === "head" && entry.block === undefined);
  return isGroup && "isOpen" in entry ? folded(state, !entry.isOpen) : withFocus(list, state, true);
}

/** Unfolds the entry at the cursor, or folds it or its owner. */
function folded(state: TuiState, isOpen: boolean): Reduced | undefined {
  if (!isInSight(state, "list")) return undefined;
  const entries = shownEntries(state);
  const { cursor, turned } = state.changes;
  const index = isOpen ? cursor.index : foldableAt(entries, cursor.index);
  const entry = entries[index];
  if (entry === undefined || !canFold(entry, isOpen)) return undefined;
  return withItem(list, withOwn(state, "changes", { turned: toggled(turned, entry.id) }), index);
}

function canFold(entry: Entry, isOpen: boolean): boolean {
  return "isOpen" in entry && !("node" in entry && entry.node !== undefined) && entry.isOpen !== isOpen;
}

/** The entry if it can be folded, else its change or its head. */
function foldableAt(entries: readonly Entry[], index: number): number {
  const entry = entries[index];
  if (entry === undefined || entry.kind === "head" || canFold(entry, false)) return index;
  const owners = entry.kind === "node" ? ["change"] : ["head", "followers"];
  const at = entries.slice(0, index).findLastIndex(({ kind }) => owners.includes(kind));
  return at === -1 ? index : at;
}

function toChange(state: TuiState, by: 1 | -1): Reduced | undefined {
  const entries = shownEntries(state);
  const index = nextIndex(entries, state.changes.cursor.index, by, ({ kind }) => kind === "change");
  return index === undefined ? undefined : withItem(list, state, index);
}

function hits(state: TuiState): (index: number) => boolean {
  const set = shownSet(state);
  const entries = shownEntries(state);
  const fits = changeTest(filterOf(state.changes.search.last), set ?? { nodes: [] });
  return (index) => {
    const entry = entries[index];
    return entry !== undefined && isHit(entry, fits);
  };
}

function toNode(state: TuiState, by: 1 | -1): Reduced | undefined {
  const chosen = isInSight(state, "detail") ? chosenChange(state) : undefined;
  const nodeAt = chosen && chosen.at + by;
  if (chosen === undefined || nodeAt === undefined || nodeAt < 0 || nodeAt >= chosen.row.nodes.length) return undefined;
  const entry = entryAtCursor(state);
  return entry?.kind === "change" && entry.node === undefined ? withChanges(state, { ...onNode, nodeAt }) : undefined;
}

/** Asks for the value of the chosen change if it is in sight and not there. */
function valueWanted(state: TuiState): readonly Want[] {
  return isInSight(state, "detail") ? valueMissing(state) : [];
}

/** Asks for it if it is not there. */
export function valueMissing(state: TuiState): readonly Want[] {
  const { target } = state.changes;
  const chosen = chosenChange(state);
  if (target === undefined || chosen === undefined || chosenDetail(state) !== undefined) return [];
  return [ask({ kind: "value", ask: { target, change: chosen.row.id, node: chosen.node } })];
}

/** A set that is still there has not changed. */
function reread(state: TuiState, { before }: MovedParts): Reduced {
  const { target } = state.changes;
  if (target === undefined || state.sets.has(comparedKey(target))) return step(state);
  const left = state.screen === "changes" ? (leftRow(before) ?? state.changes.left) : undefined;
  const next = withOwn(state, "changes", { detail: undefined, left, isAtFirst: left === undefined });
  const first = nodesInFront(before, shownOf(list, before).height);
  return step(next, ...(state.screen === "changes" ? [ask({ kind: "changes", ask: { target, first } })] : []));
}

/** A node of each of the `height` rows in sight, the cursor's first, to compare first; for `node:` one that fits it. */
function nodesInFront(state: TuiState, height: number): readonly string[] {
  const { changes } = state;
  const set = shownSet(state);
  if (set === undefined) return [];
  const { top } = changes.cursor;
  const fits = changeTest(filterOf(changes.search.text), set);
  const nodes = shownEntries(state)
    .slice(top, top + height)
    .flatMap((entry) => {
      if ("node" in entry && entry.node !== undefined) return [entry.node];
      // What is open has its own rows.
      if (entry.kind === "head") return entry.isOpen ? [] : (set.blocks[entry.block ?? -1]?.nodes[0] ?? []);
      if (entry.kind === "followers") return entry.rows[0]?.nodes[0] ?? [];
      const row = changeOf(entry);
      return row?.nodes.find((node) => fits(row, node)) ?? [];
    });
  const chosen = chosenChange(state)?.node;
  return [...new Set([...(chosen === undefined ? [] : [chosen]), ...nodes.flatMap((node) => set.nodes[node] ?? [])])];
}

/** The cursor on another layer, in sight; beyond the last one, by pages, or without layers, the text scrolls. */
function movedInValue(state: TuiState, move: Move): Reduced | undefined {
  const text = layersText(state);
  const at = chosenLayer(state)?.at;
  if (text === undefined || at === undefined || move === "page-down" || move === "page-up")
    return scrolledText(list, state, move);
  const last = text.layers.length - 1;
  const next = steppedBy(at, move, { last, page: last });
  if (next !== at) return step(onLayer(state, text, next));
  const ends = { down: text.top + 1, up: text.top - 1, first: 0, last: text.lines };
  return step(scrolled(state, text, ends[move]));
}

function onLayer(state: TuiState, text: LayersText, layerAt: number): TuiState {
  const line = text.layers[layerAt] ?? 0;
  const top = Math.min(line, Math.max(text.top, line + 1 - text.rows));
  return scrolled(withOwn(state, "changes", { layerAt }), text, top);
}

function scrolled(state: TuiState, { lines, rows, field }: LayersText, top: number): TuiState {
  return withOwn(state, "changes", { [field]: Math.max(0, Math.min(top, lines - rows)) });
}

/** The nodes that have the class or group of the layer at the cursor, in its state; of the node's own layer, the node. */
function openLayer(state: TuiState): Reduced | undefined {
  const { changes } = state;
  const [layer, chosen] = [chosenLayer(state), chosenChange(state)];
  if (layer === undefined || chosen === undefined || changes.target === undefined) return undefined;
  const before = layer.isOld ? olderState(changes.target) : undefined;
  const target = before === undefined ? changes.target : stateAlone(before);
  const front = withOwn(pushed(state), "changes", { target });
  const { kind, name } = layer.row;
  const path = chosen.row.title;
  const node = nodeOfSide(changes.target, chosen.node, layer.isOld);
  if (kind === "class" || kind === "group") return showMembers(front, { kind, name }, { name: node, path });
  return showNode(front, kind === "node" ? name : node, path);
}
