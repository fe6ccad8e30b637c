import type { TuiState } from "../state.ts";
import { bodySize, type Line, type Size, screenForm } from "./line.ts";
import { beside, drawPane, innerSize, type Pane } from "./pane.ts";

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

/** What a list needs so that none of its rows is cut: columns and rows. */
export interface ListNeed {
  readonly need: number;
  readonly length: number;
  /** The part of the rows that it gets at the most above its detail. */
  readonly most?: number;
}

/** What stands around the rows of a list: borders, and the mark of the cursor. */
const AROUND = 3;
const LEAST_DETAIL = 42;
const LEAST_ROWS = 6;
/** On lower terminals a detail that has the keys has all rows. */
const TALL = 30;

type Screenful = Pick<TuiState, "size" | "zoom" | "wish">;

/**
 * A list and the detail of the item at the cursor: the list has what it needs, the detail what is left, below the list where that
 * would be too narrow.
 */
export function listAreas(
  { size, zoom }: Pick<Screenful, "size" | "zoom">,
  isOpen: boolean,
  { need, length, most = 0.6 }: ListNeed,
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
export function isBoxed({ size, wish }: Pick<Screenful, "size" | "wish">): boolean {
  return !wish.plain && screenForm(size) !== "one";
}

/** The size inside the borders of an area; undefined if it is not on the screen. */
export function roomIn(state: Pick<Screenful, "size" | "wish">, areas: Areas, name: AreaName): Size | undefined {
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
