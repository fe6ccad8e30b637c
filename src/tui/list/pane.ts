import { remembered } from "../../base/remembered.ts";
import { short } from "../draw/counts.ts";
import type { Size } from "../draw/layout.ts";
import { chosen, type Line, lineWidth, padded, plain, type Spot, span, spotted } from "../draw/line.ts";
import { note, type Pane, waiting } from "../draw/pane.ts";
import { wrapped } from "../draw/wrap.ts";
import type { TuiState } from "../state.ts";
import type { QuestionKind } from "../worker/questions.ts";
import type { Cursor } from "./cursor.ts";
import type { ListState, SearchedState } from "./state.ts";

/** How the items of a list are drawn. */
export interface ItemLook {
  readonly count: number;
  /** The lines of an item in so many columns, without the mark of the cursor before them. */
  item(index: number, columns: number): readonly Line[];
  /** What a click on an item is on, if not on the list. */
  readonly pane?: Spot["pane"];
}

/** How a list is drawn. */
export interface ListLook extends ItemLook {
  readonly title: Line;
  /** Above the items. */
  readonly head?: readonly Line[];
  readonly absence: EmptyPane;
  /** At the right end of the lower border; `place` is the position of the cursor, empty if there are no items. */
  foot?(place: string): string;
}

/** What is shown instead of items. */
export interface EmptyPane {
  /** The question that the items answer. */
  readonly kind?: QuestionKind;
  /** Whether it is answered. */
  readonly isThere: boolean;
  /** Text until it is answered. */
  readonly waits: string;
  /** Text if the filter leaves nothing. */
  readonly noHit?: readonly string[];
  /** Text if there are no items at all. */
  readonly none: string | readonly Line[];
}

export const NO_HIT = "nothing here matches the filter; Esc clears it";

/** The pane of a list: the items in sight, the one at the cursor marked. */
export function listPane(
  state: TuiState,
  own: ListState | SearchedState,
  look: ListLook & { readonly room: Size },
): Pane {
  const { count, room, head = [] } = look;
  const lines = count === 0 ? absenceLines(state, own, look) : [...head, ...itemLines(own.cursor, room, look)];
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

function absenceLines(
  state: TuiState,
  own: ListState | SearchedState,
  { absence, room }: { readonly absence: EmptyPane; readonly room: Size },
): readonly Line[] {
  const { kind, isThere, waits, noHit = [NO_HIT], none } = absence;
  if (!isThere) return kind === undefined ? note(waits, room.columns) : waiting(state, kind, { text: waits, ...room });
  if ("search" in own && own.search.text !== "") return noHit.flatMap((text) => note(text, room.columns));
  return typeof none === "string" ? note(none, room.columns) : none;
}

/** The lines of the items in sight; that of the cursor is whole where rows are left over (rule L2). */
export function itemLines(
  { top, index: at }: Pick<Cursor, "top" | "index">,
  { columns, rows }: Size,
  { count, item, pane = "list" }: ItemLook,
): readonly Line[] {
  const room = columns - 1;
  const items: { readonly index: number; readonly lines: readonly Line[] }[] = [];
  let left = rows;
  for (let index = top; index < count && left > 0; index += 1) {
    const lines = item(index, room);
    items.push({ index, lines });
    left -= lines.length;
  }
  return items.flatMap(({ index, lines }) => {
    const isChosen = index === at;
    const shown =
      isChosen && left >= LEAST_LEFT ? unfolded(lines, item(index, Number.POSITIVE_INFINITY), { room, left }) : lines;
    return markedLines(shown, { isChosen, columns, spot: { pane, index } });
  });
}

/** Fewer blank rows are no waste. */
const LEAST_LEFT = 3;

/** The lines of an item without a cut, if they go into the rows that are left. */
function unfolded(
  lines: readonly Line[],
  whole: readonly Line[],
  { room, left }: { readonly room: number; readonly left: number },
): readonly Line[] {
  if (whole.every((line) => lineWidth(line) <= room)) return lines;
  const all = whole.flatMap((line) => wrapped(line, room, INDENT));
  return all.length - lines.length <= left ? all : lines;
}

const INDENT = 6;

/** The lines of one item behind the mark of the cursor; the line of the cursor fills the width. */
export function markedLines(
  lines: readonly Line[],
  { isChosen, columns, spot }: { readonly isChosen: boolean; readonly columns: number; readonly spot: Spot },
): readonly Line[] {
  if (!isChosen) return lines.map((line) => unmarkedLine(line, spot.pane, spot.index));
  return lines.map((each, index) => {
    return spotted(chosen(padded([plain(index === 0 ? ">" : " "), ...each], columns)), spot);
  });
}

/** Most lines of a list, the same from frame to frame. */
const unmarkedLine = remembered((line: Line, pane: Spot["pane"], index: Spot["index"]): Line => {
  return spotted([plain(" "), ...line], { pane, ...(index !== undefined && { index }) });
});
