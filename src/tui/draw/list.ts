import { remembered } from "../../speed/kept.ts";
import type { Cursor, ListState, SearchedState } from "../list/cursor.ts";
import type { TuiState } from "../state.ts";
import type { QuestionKind } from "../worker/questions.ts";
import { chosen, type Line, padded, plain, type Size, type Spot, short, span, spotted } from "./line.ts";
import { note, type Pane, waiting } from "./pane.ts";

export interface ItemLook {
  readonly count: number;
  /** An item in so many columns, without the mark of the cursor before it. */
  item(index: number, columns: number): Line;
  /** What a click on an item is on, if not on the list. */
  readonly pane?: Spot["pane"];
}

interface ListLook extends ItemLook {
  readonly room: Size;
  readonly title: Line;
  readonly absence: EmptyPane;
  /** At the right end of the lower border; `place` is the position of the cursor, empty if there are no items. */
  foot?(place: string): string;
}

/** Items as they are drawn, each where it is in sight. */
export function itemsLook<Item>(items: readonly Item[], lineOf: (item: Item, columns: number) => Line): ItemLook {
  const item = (index: number, columns: number): Line => {
    const found = items[index];
    return found === undefined ? [] : lineOf(found, columns);
  };
  return { count: items.length, item };
}

export interface EmptyPane {
  /** The question that the items answer. */
  readonly kind?: QuestionKind;
  /** Whether it is answered. */
  readonly isThere: boolean;
  /** Text until it is answered. */
  readonly waits: string;
  readonly noHit?: readonly string[];
  /** Text if there are no items at all. */
  readonly none: string | readonly Line[];
}

export const NO_HIT = "nothing here matches the filter; Esc clears it";

/** The pane of a list: the items in sight, the one at the cursor marked. */
export function listPane(state: TuiState, own: ListState | SearchedState, look: ListLook): Pane {
  const { count, room } = look;
  const lines = count === 0 ? absenceLines(state, own, look) : itemLines(own.cursor, room, look);
  const place = count === 0 ? "" : `${short(own.cursor.index + 1)} of ${short(count)}`;
  const foot = look.foot === undefined ? place : look.foot(place);
  return { title: [...look.title, ...arrangedSpans(own)], foot, isFocused: !own.isOpen, lines };
}

/** The filter of a list in its title, and the order if it is not the usual one. */
function arrangedSpans(own: ListState | SearchedState): Line {
  if (!("search" in own)) return [];
  const { search, sort, sorts } = own;
  return [
    ...(search.text === "" ? [] : [span("changed", `  /${search.text}`)]),
    ...(sort === sorts[0] ? [] : [span("muted", `  by ${sort}`)]),
  ];
}

function absenceLines(state: TuiState, own: ListState | SearchedState, { absence, room }: ListLook): readonly Line[] {
  const { kind, isThere, waits, noHit = [NO_HIT], none } = absence;
  if (!isThere) return kind === undefined ? note(waits, room.columns) : waiting(state, kind, { text: waits, ...room });
  if ("search" in own && own.search.text !== "") return noHit.flatMap((text) => note(text, room.columns));
  return typeof none === "string" ? note(none, room.columns) : none;
}

/** The lines of the items in sight. */
export function itemLines(
  { top, index: at }: Pick<Cursor, "top" | "index">,
  { columns, rows }: Size,
  { count, item, pane = "list" }: ItemLook,
): readonly Line[] {
  const inSight = Array.from({ length: Math.max(0, Math.min(rows, count - top)) }, (_, row) => top + row);
  return inSight.map((index) => markedLine(item(index, columns - 1), index === at, columns, { pane, index }));
}

/** The line of an item behind the mark of the cursor; that of the cursor fills the width. */
export function markedLine(line: Line, isChosen: boolean, columns: number, spot: Spot): Line {
  if (!isChosen) return unmarkedLine(line, spot.pane, spot.index);
  return spotted(chosen(padded([plain(">"), ...line], columns)), spot);
}

/** Most lines of a list, the same from frame to frame. */
const unmarkedLine = remembered("screens", (line: Line, pane: Spot["pane"], index: Spot["index"]): Line => {
  return spotted([plain(" "), ...line], { pane, index });
});
