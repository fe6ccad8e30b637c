import { inThousands } from "../../../report/text/row.ts";
import { type Size, screenForm, short, span, textOfLine } from "../../draw/line.ts";
import type { Area, Areas, EmptyPane, Pane, Panes } from "../../draw/pane.ts";
import { area, isBoxed, itemsLook, listAreas, listPane, roomIn, upperRows } from "../../draw/pane.ts";
import { keyFor } from "../../keymap.ts";
import { adapted } from "../../list/cursor.ts";
import { type ListScreen, shownOf } from "../../list/list-screen.ts";
import { type TuiState, withOwn } from "../../state.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import type { LeftRow } from "../state.ts";
import { chosenChange, chosenDetail, chosenLayer, shownEntries, shownSet } from "./chosen.ts";
import { changeOf, type Entry, entryLine, entryRow, neededColumns } from "./entries.ts";
import { isIgnored } from "./ignored.ts";
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
