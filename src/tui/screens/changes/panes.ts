import { remembered } from "../../../base/remembered.ts";
import { fitRow, wholeWidth, widthsOf } from "../../../report/text/fit.ts";
import { counted, inThousands } from "../../../report/text/row.ts";
import type { Line, Size, TextSpan } from "../../draw/line.ts";
import { nodeCount, plain, screenForm, short, span, textOfLine, withArrows } from "../../draw/line.ts";
import { type EmptyPane, itemsLook, listPane } from "../../draw/list.ts";
import type { Area, Areas, Pane, Panes } from "../../draw/pane.ts";
import { area, isBoxed, listAreas, roomIn, upperRows } from "../../draw/pane.ts";
import { keyFor } from "../../keymap.ts";
import { adapted } from "../../list/cursor.ts";
import { type ListScreen, shownOf } from "../../list/list-screen.ts";
import { type ComparedStates, comparedKey } from "../../state/compared.ts";
import { type TuiState, withOwn } from "../../state.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import { chosenChange, chosenDetail, chosenLayer, shownEntries, shownSet } from "./chosen.ts";
import { changeOf, type Entry, isIgnored } from "./entries.ts";
import type { LeftRow } from "./state.ts";
import { originView, valueView } from "./value.ts";

/** The list, the value and its origin, or all of them: the list has what its longest row needs, the value what is left. */
export function changeAreas(state: TuiState): Areas {
  const { zoom, changes, size } = state;
  const [set, length] = [shownSet(state), shownEntries(state).length];
  const areas = listAreas(state, changes.isOpen, { need: set === undefined ? 0 : neededColumns(set), length });
  const isAlone = screenForm(size) === "one" || zoom === "full" || areas.length === 1;
  return areas.map((column) =>
    column.flatMap((each) => (isAlone || each.name === "list" ? [each] : valueAreas(state, each))),
  );
}

/** A value and its origin; a whole node has none, and takes all rows. The one that has the keys can be enlarged. */
function valueAreas(state: TuiState, whole: Area): readonly Area[] {
  const { zoom, changes } = state;
  const { columns, rows } = whole;
  if (chosenChange(state)?.row.isValue === false) return [whole];
  const isLarge = zoom === "half" && changes.isOpen;
  const upper = isLarge && chosenLayer(state) !== undefined ? rows - upperRows(rows, true) : upperRows(rows, isLarge);
  return [area("detail", columns, upper), area("origin", columns, rows - upper)];
}

/** The two states of a target, for the header: `env/lab → main`, or two nodes. */
export function statesHeading(target: ComparedStates | undefined, set: ChangeSet | undefined): Line {
  if (target === undefined) return [];
  if (target.kind === "states" && target.nodes !== undefined) {
    const [from, to] = target.nodes;
    return [plain(from === to ? `${to}  ${target.words.join(" → ")}` : `${from} → ${to}`)];
  }
  if (target.kind === "members") return [plain(target.names.join(" → "))];
  if (target.kind === "merge")
    return [plain("merge "), span("node", target.branch), plain(" → "), span("node", target.into)];
  if (set === undefined) return [span("muted", comparedKey(target).slice(0, 40))];
  const isOne = target.kind === "commit" || set.from === set.to;
  const name = isOne ? set.to : `${set.from} → ${set.to}`;
  return [plain(set.subject === undefined ? name : `${name} "${set.subject}"`)];
}

export const changePanes: Panes = { list: listOfChanges, detail: valuePane, origin: originPane };

function listOfChanges(state: TuiState, room: Size): Pane {
  const { grouping, ignored } = state.changes;
  const set = shownSet(state);
  const hidden =
    set === undefined || ignored.size === 0 ? 0 : set.changes.filter((row) => isIgnored(row, ignored)).length;
  const key = keyFor(state, "ignore", (name) => ` (${name})`);
  return listPane(state, state.changes, {
    title: [
      span("heading", "Changes"),
      span("muted", `  ${grouping}`),
      span("changed", ignored.size === 0 ? "" : `  ${short(hidden)} ignored${key}`),
    ],
    room,
    absence: absence(state, set, hidden),
    foot: (place) => [soFarText(set), place].filter((text) => text !== "").join(" · "),
    ...itemsLook(shownEntries(state), (entry, columns) => (set === undefined ? [] : entryLine(entry, set, columns))),
  });
}

/** `comparing… so far 1,240 of 10,000 nodes`. */
function soFarText(set: ChangeSet | undefined): string {
  if (set?.soFar === undefined) return "";
  const [done, total] = [set.soFar.done, set.soFar.total].map(inThousands);
  return `comparing… so far ${done} of ${total} nodes`;
}

function absence(state: TuiState, set: ChangeSet | undefined, hidden: number): EmptyPane {
  if (state.changes.target === undefined)
    return { isThere: false, waits: "choose a commit on screen 1 first", none: "" };
  const isAllHidden = hidden > 0 && hidden === set?.changes.length;
  const ignored = `all changes are ignored${keyFor(state, "ignore", (key) => `, ${key} shows them again`)}`;
  const none = isAllHidden ? { none: ignored, noHit: [ignored] } : { none: set?.summary ?? "" };
  return { kind: "changes", isThere: set !== undefined, waits: "comparing…", ...none };
}

function valuePane(state: TuiState, { columns }: Size): Pane {
  const { isOpen, layout, detailTop } = state.changes;
  const { title, lines } = shownValue(state, columns);
  return { title, foot: layout, isFocused: isOpen && !isInOrigin(state), lines, top: detailTop };
}

/** Whether another layout is seen: by the lower border, without one by the lines that fit. */
export function isValueOther(before: TuiState, after: TuiState): boolean {
  const room = roomIn(before, changeAreas(before), "detail");
  if (room === undefined) return false;
  const seen = (state: TuiState): string =>
    shownValue(state, room.columns)
      .lines.slice(state.changes.detailTop, state.changes.detailTop + room.rows)
      .map(textOfLine)
      .join("\n");
  return isBoxed(before) || seen(before) !== seen(after);
}

/** The chosen value; without a pane of its own the origin is below, and without boxes the title is above. */
function shownValue(state: TuiState, columns: number): ReturnType<typeof valueView> {
  const view = valueView(state, columns);
  if (roomIn(state, changeAreas(state), "origin") !== undefined) return view;
  // While the value is not there, nothing is known of its origin, too.
  const isWaiting = chosenChange(state)?.row.isValue === true && chosenDetail(state) === undefined;
  const below = isWaiting ? [] : originView(state, columns).lines;
  const title = isBoxed(state) ? [] : [view.title];
  return { title: view.title, lines: [...title, ...view.lines, ...(below.length === 0 ? [] : [[], ...below])] };
}

function originPane(state: TuiState, { columns, rows }: Size): Pane {
  const title = [span("heading", "Where it comes from")];
  const { lines } = originView(state, columns);
  const top = Math.min(state.changes.originTop, Math.max(0, lines.length - rows));
  return { title, isFocused: isInOrigin(state), lines, top };
}

/** Whether the keys go to where the value comes from, in a pane of its own. */
function isInOrigin(state: TuiState): boolean {
  return chosenLayer(state) !== undefined && roomIn(state, changeAreas(state), "origin") !== undefined;
}

export type LayersText = NonNullable<ReturnType<typeof layersText>>;

/** The text that holds the layers of the value, its rows in sight, and their lines; undefined if the cursor is on none. */
export function layersText(state: TuiState) {
  const areas = changeAreas(state);
  // What says which line of the text is the first one in sight.
  const field: "originTop" | "detailTop" = roomIn(state, areas, "origin") === undefined ? "detailTop" : "originTop";
  const room = roomIn(state, areas, field === "originTop" ? "origin" : "detail");
  if (room === undefined || chosenLayer(state) === undefined) return undefined;
  const origin = originView(state, room.columns);
  const count = origin.lines.length;
  const lines = field === "originTop" ? count : shownValue(state, room.columns).lines.length;
  const layers = origin.layers.map((line) => lines - count + line);
  return { lines, rows: room.rows, top: state.changes[field], field, layers };
}

/** An entry in so many columns, aligned with the other rows of its set. */
export const entryLine = remembered(
  (entry: Entry, set: ChangeSet, width: number): Line =>
    fitRow(withArrows(entryRow(entry, set)), width, entry.kind === "edit" ? {} : setWidths(set).aligned),
);

/** The columns that the rows of a set take without a cut, places left out. */
export function neededColumns(set: ChangeSet): number {
  return setWidths(set).whole;
}

/** Remembered, since they depend on every row. */
const setWidths = remembered((set: ChangeSet) => {
  const rows = set.changes.map((row) => entryRow({ kind: "change", id: "", row, depth: 1, isOpen: false }, set));
  const aligned = widthsOf(rows);
  const { count = 0, path = 0 } = aligned;
  const widths = rows.map((row) => {
    const parts = row.filter(({ role }) => role !== "where");
    const ofPath = wholeWidth(row.filter(({ role }) => role === "path"));
    const ofCount = wholeWidth(row.filter(({ role }) => role === "count"));
    return wholeWidth(parts) + Math.max(0, path - ofPath) + count - ofCount;
  });
  return { aligned, whole: widths.reduce((most, each) => Math.max(most, each), 0) };
});

/** An entry with nothing cut: `▸ 12 nodes  ~ ntp:server  "a" → "b"  type change`. */
function entryRow(entry: Entry, set: ChangeSet): Line {
  const isWhole = set.soFar === undefined;
  const mark = plain("isOpen" in entry ? (entry.isOpen ? "▾ " : "▸ ") : "  ");
  switch (entry.kind) {
    case "head": {
      const block = entry.block === undefined ? undefined : set.blocks[entry.block];
      if (block !== undefined) return [mark, countPart(block.nodes.length, isWhole), plain("  "), ...block.row];
      return [mark, span("node", entry.text), span("muted", `  ${short(entry.count)}${isWhole ? "" : "+"}`)];
    }
    case "edit":
      return [plain("    "), ...(set.blocks[entry.block]?.about ?? [])];
    case "followers": {
      const { rows, nodes } = entry;
      const follow = rows.length === 1 ? "value follows" : "values follow";
      const text = `${rows.length} ${follow} ${entry.reference} on ${counted(nodes, "node")}`;
      return [plain("  "), mark, span("muted", text)];
    }
    case "gone":
      return [span("error", "×"), plain(" "), span("gone", entry.text)];
    case "node":
      return [plain("      "), span("node", set.nodes[entry.node] ?? "")];
    case "change": {
      const { row } = entry;
      const front = [plain("  ".repeat(entry.depth)), mark];
      if (entry.node !== undefined || row.nodes.length === 0 || set.isOfOne === true) return [...front, ...row.row];
      return [...front, countPart(row.nodes.length, isWhole), plain("  "), ...row.row];
    }
  }
}

function countPart(count: number, isWhole: boolean): TextSpan {
  return span("node", nodeCount(count, isWhole), "count");
}

/** The row of the cursor, to be found again once the states were compared again; undefined on an empty list. */
export function leftRow(state: TuiState): LeftRow | undefined {
  const set = shownSet(state);
  const { index: at } = state.changes.cursor;
  const entry = shownEntries(state)[at];
  if (set === undefined || entry === undefined) return undefined;
  if (entry.kind === "gone") return state.changes.left;
  const line = textOfLine(entryRow(entry, set)).trim();
  const text = line.replace(/^[▸▾] +/, "").replaceAll(/\s{2,}/g, "  ");
  return { id: entry.id, at, text, about: aboutOf(entry, set), isGone: false };
}

/**
 * The state with the cursor on the row that was left, or on one that is about the same; else on itself, struck out:
 * a comparison that goes on may still find it. If no other row is left it goes: there is nothing to compare it with.
 */
export function onLeftRow(list: ListScreen, state: TuiState): TuiState {
  const { left } = state.changes;
  const set = shownSet(state);
  if (left === undefined || set === undefined) return state;
  const bare = withOwn(state, "changes", { left: undefined });
  const entries = shownEntries(bare);
  const { id, about } = left;
  const isAlike = (entry: Entry): boolean => about !== undefined && aboutOf(entry, set) === about;
  const same = entries.find((entry) => entry.id === id) ?? entries.find(isAlike);
  if (same !== undefined) return onEntry(list, bare, same.id);
  if (set.soFar !== undefined) return withOwn(bare, "changes", { left: { ...left, isGone: false } });
  if (entries.length === 0) return bare;
  return onEntry(list, withOwn(bare, "changes", { left: { ...left, isGone: true }, isOpen: false }), id);
}

function onEntry(list: ListScreen, state: TuiState, id: string): TuiState {
  const at = { ...state.changes.cursor, id };
  return withOwn(state, "changes", { cursor: adapted(at, shownOf(list, state)) });
}

function aboutOf(entry: Entry, set: ChangeSet): string | undefined {
  if ("block" in entry || entry.kind === "head") {
    const place = entry.block === undefined ? undefined : set.blocks[entry.block]?.places[0];
    return place === undefined ? undefined : `edit ${place.replace(/:\d+$/, "")}`;
  }
  const row = changeOf(entry);
  const node = "node" in entry && entry.node !== undefined ? set.nodes[entry.node] : "";
  return row === undefined ? undefined : `${row.sign} ${row.title} ${node}`;
}
