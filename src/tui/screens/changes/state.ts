import { atTop, type Cursor } from "../../list/cursor.ts";
import { noSearch, type Search } from "../../list/search.ts";
import type { ComparedStates, ValueDetail } from "../../worker/protocol/data.ts";
import type { Ignored } from "./ignored.ts";

export const groupings = ["folded", "by node", "by path", "by cause"] as const;
export type Grouping = (typeof groupings)[number];

export const valueLayouts = ["inline", "side by side", "old", "new"] as const;
export type ValueLayout = (typeof valueLayouts)[number];

export const changeSorts = ["nodes", "name", "kind"] as const;
export type ChangeSort = (typeof changeSorts)[number];

/** The screen of changes. */
export interface ChangesState {
  /** What is shown; its changes are in `State.sets`, once they are there. */
  readonly target: ComparedStates | undefined;
  readonly grouping: Grouping;
  /** Ids of the entries whose parts are shown. */
  readonly unfolded: ReadonlySet<string>;
  readonly ignored: Ignored;
  readonly search: Search;
  readonly sort: ChangeSort;
  readonly cursor: Cursor;
  /** Which of the nodes that have the change is looked at. */
  readonly nodeAt: number;
  /** Whether the keys go to the change, and not to the list. */
  readonly isOpen: boolean;
  readonly layout: ValueLayout;
  /** Whether lines that are the same on both sides are all shown. */
  readonly isWhole: boolean;
  /** First lines of the value and of where it comes from on the screen. */
  readonly valueTop: number;
  /** The last that the worker told; it may be of another change still. */
  readonly detail: ValueDetail | undefined;
}

export const noChanges: ChangesState = {
  target: undefined,
  grouping: "folded",
  unfolded: new Set(),
  ignored: new Set(),
  search: noSearch,
  sort: "nodes",
  cursor: atTop,
  nodeAt: 0,
  isOpen: false,
  layout: "inline",
  isWhole: false,
  valueTop: 0,
  detail: undefined,
};
