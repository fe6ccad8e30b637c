import type { TuiState } from "../state.ts";
import { bodySize, columnsOf, type Size, screenForm } from "./layout.ts";
import type { Line } from "./line.ts";
import { beside, drawPane, inside, type Pane } from "./pane.ts";

/** The place of a pane on the screen, borders included. */
export interface Area<Name extends string = string> extends Size {
  readonly name: Name;
}

export function area<Name extends string>(name: Name, columns: number, rows: number): Area<Name> {
  return { name, columns, rows };
}

/** Columns side by side; the areas of a column are below each other. */
export type Areas<Name extends string = string> = readonly (readonly Area<Name>[])[];

/** The share of the width that the list gets beside the detail. */
export interface ListShares {
  readonly two: number;
  readonly three: number;
  /** The same while the focused pane is enlarged: the list, or the detail. */
  readonly largeList: number;
  readonly largeDetail: number;
  /** Whether the detail goes below the list where there is no room beside it. */
  readonly isStacked: boolean;
  /** The columns that the rows of the list take without a cut, if the list is to have no more, and as many of them as can be. */
  readonly need?: number;
}

/** A list has this share at the most, if it needs so much. */
const MOST_SHARE = 0.58;
const LEAST_SHARE = 0.3;

/** The columns of a list beside its detail: what it needs, between bounds (rule L5 of docs/tui.md). */
export function neededShare(columns: number, share: number, need: number | undefined): number {
  if (need === undefined) return share;
  return Math.max(LEAST_SHARE, Math.min(MOST_SHARE, (need + BORDERS) / columns));
}

const BORDERS = 2;

type Screenful = Pick<TuiState, "size" | "zoom" | "wish">;

/** The list, the detail of the item at the cursor, or both, as far as there is room. */
export function listAreas(
  { size, zoom }: Pick<Screenful, "size" | "zoom">,
  isOpen: boolean,
  shares: ListShares,
): Areas<"list" | "detail"> {
  const form = screenForm(size);
  const { columns, rows } = bodySize(size);
  if (form === "stacked" && zoom !== "full" && shares.isStacked && !isOpen) {
    const upper = upperRows(rows, zoom === "half");
    return [[area("list", columns, upper), area("detail", columns, rows - upper)]];
  }
  if ((form !== "two" && form !== "three") || zoom === "full")
    return [[area(isOpen ? "detail" : "list", columns, rows)]];
  const large = isOpen ? shares.largeDetail : shares.largeList;
  const [left, right] = columnsOf(columns, zoom === "half" ? large : neededShare(columns, shares[form], shares.need));
  return [[area("list", left, rows)], [area("detail", right, rows)]];
}

/** Rows of the upper of two panes. */
export function upperRows(rows: number, isLarge: boolean): number {
  return Math.ceil(rows * (isLarge ? 0.7 : 0.45));
}

/** Whether panes have borders. */
export function isBoxed({ size, wish }: Pick<Screenful, "size" | "wish">): boolean {
  return !wish.plain && screenForm(size) !== "one";
}

/** The size inside the borders of an area; undefined if it is not on the screen. */
export function roomIn<Name extends string>(
  state: Pick<Screenful, "size" | "wish">,
  areas: Areas<Name>,
  name: Name,
): Size | undefined {
  const found = areas.flat().find((each) => each.name === name);
  return found && inside(found, isBoxed(state));
}

/** What each area shows, given the size inside its borders. */
export type Panes<Name extends string> = Readonly<Record<Name, (state: TuiState, room: Size) => Pane>>;

export function drawAreas<Name extends string>(
  state: TuiState,
  areas: Areas<Name>,
  panes: Panes<Name>,
): readonly Line[] {
  const isBox = isBoxed(state);
  const columns = areas.map((column) =>
    column.flatMap((each) => {
      const pane = panes[each.name](state, inside(each, isBox));
      return drawPane({ pane: each.name === "list" ? "list" : "detail", ...pane }, each, isBox);
    }),
  );
  return beside(...columns);
}
