/** A list as far as moving in it needs: the number of items, and a unique id for each. */
export interface ListItems {
  readonly count: number;
  id(index: number): string;
}

export function listItems<Item>(items: readonly Item[], idOf: (item: Item) => string): ListItems {
  return {
    count: items.length,
    id: (index) => {
      const item = items[index];
      return item === undefined ? "" : idOf(item);
    },
  };
}

/** The item at the cursor of a list, and the first item in sight. */
export interface Cursor {
  /** The id of the item, which stays chosen when others come and go. */
  readonly id: string | undefined;
  readonly index: number;
  readonly top: number;
}

export const atTop: Cursor = { id: undefined, index: 0, top: 0 };

/** The cursor on an item; the list scrolls no further than it takes to show it. */
export function onItem(cursor: Cursor, index: number, { list, height }: Shown): Cursor {
  const at = Math.max(0, Math.min(index, list.count - 1));
  const id = list.count === 0 ? undefined : list.id(at);
  return { id, index: at, top: topFor(cursor.top, at, { list, height }) };
}

export interface Shown {
  readonly list: ListItems;
  readonly height: number;
}

const moves = ["down", "up", "page-down", "page-up", "first", "last"] as const;
export type Move = (typeof moves)[number];

export function isMove(action: string): action is Move {
  return moves.some((move) => move === action);
}

/** The cursor after a move; a page is what is in sight. */
export function movedBy(cursor: Cursor, move: Move, shown: Shown): Cursor {
  return onItem(cursor, steppedBy(cursor.index, move, { last: shown.list.count - 1, page: shown.height }), shown);
}

/** The first line in sight after a move, of a text with `lines` lines of which `rows` fit. */
export function scrolledBy(top: number, move: Move, text: Readonly<Record<"lines" | "rows", number>>): number {
  return steppedBy(top, move, { last: text.lines - text.rows, page: text.rows });
}

/** A number from 0 to `last` after a move; it stops at the ends. */
export function steppedBy(at: number, move: Move, { last, page }: Readonly<Record<"last" | "page", number>>): number {
  const goals: Readonly<Record<Move, number>> = {
    down: at + 1,
    up: at - 1,
    "page-down": at + page,
    "page-up": at - page,
    first: 0,
    last,
  };
  return Math.max(0, Math.min(goals[move], last));
}

/** The cursor after the list or height changed: on its item, if possible on its screen line; else at its index. */
export function adapted(cursor: Cursor, shown: Shown): Cursor {
  const index = placeOf(cursor, shown.list);
  return onItem({ ...cursor, top: cursor.top + index - cursor.index }, index, shown);
}

function placeOf({ id, index }: Cursor, list: ListItems): number {
  if (id === undefined || (index < list.count && list.id(index) === id)) return index;
  for (let at = 0; at < list.count; at += 1) if (list.id(at) === id) return at;
  return index;
}

/** The list scrolls no further than it takes to show the item. */
function topFor(top: number, index: number, { list, height }: Shown): number {
  const lowest = (at: number): number => Math.max(0, at - Math.max(1, height) + 1);
  const within = Math.max(0, Math.min(top, lowest(list.count - 1)));
  return index < within ? index : Math.max(within, lowest(index));
}

/** The index of the next item down or up that fits, if any. */
export function nextIndex<Item>(
  items: readonly Item[],
  from: number,
  by: 1 | -1,
  fits: (item: Item) => boolean,
): number | undefined {
  const ahead = by === 1 ? items.slice(from + 1) : items.slice(0, Math.max(0, from));
  const at = by === 1 ? ahead.findIndex(fits) : ahead.findLastIndex(fits);
  return at === -1 ? undefined : at + (by === 1 ? from + 1 : 0);
}

/** The next item; after the last comes the first. */
export function after<Item>(items: readonly Item[], item: Item): Item {
  return items[(items.indexOf(item) + 1) % items.length] ?? item;
}

/** The set without an item that it has, or with one that it has not. */
export function toggled<Item>(items: ReadonlySet<Item>, item: Item): ReadonlySet<Item> {
  const next = new Set(items);
  if (!next.delete(item)) next.add(item);
  return next;
}

export interface ListState {
  readonly cursor: Cursor;
  /** Whether the keys go to the detail instead of the list. */
  readonly isOpen: boolean;
  /** The first line of the detail in sight. */
  readonly detailTop: number;
}

export interface Search {
  /** Empty if all is shown. */
  readonly text: string;
  /** The last text that was not empty: `n` and `N` go from hit to hit also if all is shown. */
  readonly last: string;
}

export interface SearchedState<Sort extends string = string> extends ListState {
  readonly search: Search;
  readonly sort: Sort;
  /** All orders, the usual one first. */
  readonly sorts: readonly [Sort, ...Sort[]];
}

export const firstList: ListState = { cursor: atTop, isOpen: false, detailTop: 0 };

export function firstSearched<Sort extends string>(...sorts: readonly [Sort, ...Sort[]]): SearchedState<Sort> {
  return { ...firstList, search: { text: "", last: "" }, sort: sorts[0], sorts };
}
