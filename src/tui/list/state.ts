import { atTop, type Cursor } from "./cursor.ts";

/** What every screen remembers of its list. */
export interface ListState {
  readonly cursor: Cursor;
  /** Whether the keys go to the detail of the chosen item, and not to the list. */
  readonly isOpen: boolean;
  /** First line of the detail on the screen. */
  readonly detailTop: number;
}

/** What a list is filtered by. */
export interface Search {
  /** Empty when all is shown. */
  readonly text: string;
  /** The last that was not empty: `n` and `N` lead from hit to hit also when all is shown. */
  readonly last: string;
}

/** What a screen remembers of a list that can be filtered and sorted. */
export interface SearchedState<Sort extends string = string> extends ListState {
  readonly search: Search;
  readonly sort: Sort;
  /** The orders that there are, the usual one first. */
  readonly sorts: readonly [Sort, ...Sort[]];
}

/** A list that nobody has moved in yet. */
export const firstList: ListState = { cursor: atTop, isOpen: false, detailTop: 0 };

export function firstSearched<Sort extends string>(...sorts: readonly [Sort, ...Sort[]]): SearchedState<Sort> {
  return { ...firstList, search: { text: "", last: "" }, sort: sorts[0], sorts };
}
