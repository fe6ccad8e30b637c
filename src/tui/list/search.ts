/** What a list is filtered by. */
export interface Search {
  /** Empty when all is shown. */
  readonly text: string;
  /** The last that was not empty: `n` and `N` lead from hit to hit also when all is shown. */
  readonly last: string;
}

export const noSearch: Search = { text: "", last: "" };
