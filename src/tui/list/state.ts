import { atTop, type Cursor } from "./cursor.ts";

/** What every screen remembers about its list. */
export interface ListState {
  readonly cursor: Cursor;
  /** Whether the keys go to the detail instead of the list. */
  readonly isOpen: boolean;
  /** The first line of the detail in sight. */
  readonly detailTop: number;
}

/** What a list is filtered by. */
export interface Search {
  /** Empty if all is shown. */
  readonly text: string;
  /** The last text that was not empty: `n` and `N` go from hit to hit also if all is shown. */
  readonly last: string;
}

/** What a screen remembers about a list that can be filtered and sorted. */
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
