import { keptAt } from "../../base/made-once.ts";
import { keptForBoth, remembered } from "../../speed/kept.ts";
import type { Cursor, ListState, SearchedState } from "../list/cursor.ts";
import type { TuiState } from "../state.ts";
import type { QuestionKind } from "../worker/questions.ts";
import type { Line, Size, Spot, Style } from "./line.ts";
import {
  bodySize,
  chosen,
  fitted,
  lineWidth,
  padded,
  plain,
  screenForm,
  short,
  span,
  spotted,
  textOfLine,
  wrappedLine,
} from "./line.ts";

export interface Pane {
  readonly title: Line;
  /** At the right end of the lower border. */
  readonly foot?: string;
  readonly isFocused?: boolean;
  readonly lines: readonly Line[];
  /** The first line in sight, if that is not the first of all. */
  readonly top?: number;
  /** What a click on it is on, where its lines do not say so. */
  readonly pane?: Spot["pane"];
}

function innerSize({ columns, rows }: Size, isBoxed: boolean): Size {
  return isBoxed ? { columns: Math.max(0, columns - 2), rows: Math.max(0, rows - 2) } : { columns, rows };
}

/** A pane of exactly this size, in a box or bare. Lines that do not fit are left out. */
export function drawPane(pane: Pane, size: Size, isBoxed: boolean): readonly Line[] {
  const { columns, rows } = innerSize(size, isBoxed);
  const border = pane.isFocused === true ? HEAVY : LIGHT;
  const within: Within = { columns, pane: pane.pane, border: isBoxed ? border : undefined };
  const lines = Array.from({ length: rows }, (_, row) => {
    const line = pane.lines[row + (pane.top ?? 0)];
    return line === undefined ? blankLine(within) : drawnLine(line, within);
  });
  return isBoxed ? [upper(pane, columns, border), ...lines, lower(pane, columns, border)] : lines;
}

interface Within {
  readonly columns: number;
  readonly pane: Pane["pane"];
  readonly border: Border | undefined;
}

/** A line of a pane, with its borders. Most lines are the same from frame to frame. */
const drawnLine = remembered("screens", (line: Line, { columns, pane, border }: Within): Line => {
  const whole = wholeLine(pane, fitted(line, columns));
  if (border === undefined) return whole;
  const side = span(border.style, border.side);
  return [side, ...whole, side];
});

/** A row of a pane that has no line: one for all panes of its kind. */
function blankLine(within: Within): Line {
  const key = `${within.pane} ${within.columns} ${within.border?.side}`;
  return keptAt(blankLines, key, () => drawnLine([], within));
}

const blankLines = new Map<string, Line>();

/** The characters of a box, corners from the upper left on. */
interface Border {
  readonly style: Style;
  readonly corners: readonly [string, string, string, string];
  readonly flat: string;
  readonly side: string;
  /** In front of the title. */
  readonly mark: string;
}

const LIGHT: Border = { style: "border", corners: ["┌", "┐", "└", "┘"], flat: "─", side: "│", mark: "" };
/** Of the pane that has the keys, so that it is seen without colours, too. */
const HEAVY: Border = { style: "focus", corners: ["┏", "┓", "┗", "┛"], flat: "━", side: "┃", mark: "> " };

/** A click is on the same from one end of the line to the other. */
function wholeLine(pane: Pane["pane"], line: Line): Line {
  const spot = line.find((each) => each.spot !== undefined)?.spot ?? (pane && { pane });
  return spot === undefined ? line : spotted(line, spot);
}

function upper({ title }: Pane, columns: number, { style, corners, flat, mark }: Border): Line {
  const [left, right] = corners;
  if (title.length === 0) return [span(style, `${left}${flat.repeat(columns)}${right}`)];
  const text = [...(mark === "" ? [] : [span(style, mark)]), ...title];
  const room = Math.max(0, columns - 3);
  const shown = fitted(text, Math.min(room, lineWidth(text)));
  const rest = Math.max(0, columns - 3 - lineWidth(shown));
  return fitted([span(style, `${left}${flat} `), ...shown, span(style, ` ${flat.repeat(rest)}${right}`)], columns + 2);
}

/** Fewer columns say nothing. */
const SHORTEST_FOOT = 4;

function lower({ foot = "" }: Pane, columns: number, { style, corners, flat }: Border): Line {
  const width = lineWidth([plain(foot)]);
  const room = Math.min(columns - 4, width);
  const isShown = width > 0 && room >= Math.min(width, SHORTEST_FOOT);
  const text = isShown ? ` ${textOfLine(fitted([plain(foot)], room))} ${flat}` : "";
  return [span(style, `${corners[2]}${flat.repeat(columns - lineWidth([plain(text)]))}${text}${corners[3]}`)];
}

/** Panes side by side; all have the same number of lines. */
function beside(...panes: readonly (readonly Line[])[]): readonly Line[] {
  const [first = [], ...others] = panes;
  return others.reduce((left, right) => left.map((line, row) => inOne(line, right[row] ?? [])), first);
}

/** A line behind another one; the same object for the same two. */
const inOne = keptForBoth("screens", (left: Line, right: Line): Line => [...left, ...right]);

/** In the place of an answer: that it is on its way, or why there is none. */
export function waiting(
  { failures }: Pick<TuiState, "failures">,
  kind: QuestionKind,
  { text, columns }: { readonly text: string; readonly columns: number },
): readonly Line[] {
  const failure = failures.get(kind);
  return failure === undefined ? note(text) : note(failure, columns, "error");
}

/** A text in a pane that has nothing else to show, wrapped to its columns. */
export function note(text: string, columns = Number.POSITIVE_INFINITY, style: Style = "muted"): readonly Line[] {
  return [[], ...wrappedLine([plain("  "), span(style, text)], columns)];
}

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

/** Lists, one of them or `all` in one, and what is chosen in them, where its layers can have a pane of their own. */
export type AreaName = "list" | "files" | "all" | "detail" | "origin";

/** The place of a pane on the screen, borders included. */
export interface Area extends Size {
  readonly name: AreaName;
}

export function area(name: AreaName, columns: number, rows: number): Area {
  return { name, columns, rows };
}

/** Columns side by side; the areas of a column are below each other. */
export type Areas = readonly (readonly Area[])[];

/** What stands around the rows of a list: borders, and the mark of the cursor. */
const AROUND = 3;
const LEAST_DETAIL = 42;
const LEAST_ROWS = 6;
/** On lower terminals a detail that has the keys has all rows. */
const TALL = 30;

/**
 * A list and its detail: the list gets what it needs to cut no row; the detail the rest, below it if that is too narrow.
 * Above its detail the list gets at most the part `most` of the rows.
 */
export function listAreas(
  { size, zoom }: Pick<TuiState, "size" | "zoom">,
  isOpen: boolean,
  { need, length, most = 0.6 }: { readonly need: number; readonly length: number; readonly most?: number },
): Areas {
  const form = screenForm(size);
  const { columns, rows } = bodySize(size);
  const list = need + AROUND;
  if (form === "one" || form === "too-small" || zoom === "full")
    return [[area(isOpen ? "detail" : "list", columns, rows)]];
  if (form === "two" && columns - list >= LEAST_DETAIL) {
    const half = Math.round(columns * (isOpen ? 0.25 : 0.7));
    const left = zoom === "half" ? half : list;
    return [[area("list", left, rows)], [area("detail", columns - left, rows)]];
  }
  if (isOpen && rows < TALL) return [[area("detail", columns, rows)]];
  const large = isOpen ? LEAST_ROWS : rows - LEAST_ROWS;
  const usual = Math.min(Math.floor(rows * most), Math.max(LEAST_ROWS, length + 2));
  const upper = zoom === "half" ? large : usual;
  return [[area("list", columns, upper), area("detail", columns, rows - upper)]];
}

/** Rows of the upper of two panes. */
export function upperRows(rows: number, isLarge: boolean): number {
  return Math.ceil(rows * (isLarge ? 0.7 : 0.45));
}

/** Whether panes have borders. */
export function isBoxed({ size, wish }: Pick<TuiState, "size" | "wish">): boolean {
  return !wish.plain && screenForm(size) !== "one";
}

/** The size inside the borders of an area; undefined if it is not on the screen. */
export function roomIn(state: Pick<TuiState, "size" | "wish">, areas: Areas, name: AreaName): Size | undefined {
  const found = areas.flat().find((each) => each.name === name);
  return found && innerSize(found, isBoxed(state));
}

/** What each area shows, given the size inside its borders. */
export type Panes = { readonly [Name in AreaName]?: (state: TuiState, room: Size) => Pane };

export function drawAreas(state: TuiState, areas: Areas, panes: Panes): readonly Line[] {
  const isBox = isBoxed(state);
  const columns = areas.map((column) =>
    column.flatMap((each) => {
      const pane = panes[each.name]?.(state, innerSize(each, isBox));
      const spot = each.name === "detail" || each.name === "origin" ? "detail" : "list";
      return pane === undefined ? [] : drawPane({ pane: spot, ...pane }, each, isBox);
    }),
  );
  return beside(...columns);
}
