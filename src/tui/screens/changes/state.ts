import { firstSearched, type SearchedState } from "../../list/cursor.ts";
import type { ComparedStates } from "../../state/compared.ts";
import type { ValueDetail } from "../../worker/questions.ts";

export const groupings = ["by edit", "by node", "by path"] as const;
export type ChangesGrouping = (typeof groupings)[number];

export const valueLayouts = ["changed lines", "whole", "side by side"] as const;

export type ChangeSort = "failures" | "name" | "kind";

export interface ChangesState extends SearchedState<ChangeSort> {
  /** Whether the cursor was never moved: it is on the first change, whichever that is. */
  readonly isAtFirst: boolean;
  /** What is shown; `TuiState.sets` has its changes once they are there. */
  readonly target: ComparedStates | undefined;
  readonly grouping: ChangesGrouping;
  /** Ids of entries that are not folded, or unfolded, as they are at first: edits are open, others are not. */
  readonly turned: ReadonlySet<string>;
  /** Options of `heir diff` that leave changes out. */
  readonly ignored: ReadonlySet<string>;
  /** The index of the node on which the change is shown. */
  readonly nodeAt: number;
  readonly layout: (typeof valueLayouts)[number];
  /** The layer at the cursor, counted from the first one before the change; undefined for the one that wins. */
  readonly layerAt: number | undefined;
  /** The first line in sight of where the value comes from, in a pane of its own. */
  readonly originTop: number;
  readonly left: LeftRow | undefined;
  /** Where the cursor goes once the changes are there: the change of a path on a node. */
  readonly goal: { readonly node: string; readonly path: string | undefined } | undefined;
  /** The last value that was reported; it may be that of another change. */
  readonly detail: ValueDetail | undefined;
}

/** A row that was chosen before the states were compared again. */
export interface LeftRow {
  readonly id: string;
  readonly at: number;
  readonly text: string;
  /** What it was about, where another row can be about the same: sign and title of a change, the file of an edit. */
  readonly about: string | undefined;
  /** Whether nothing of it is left; not before the comparison is whole. */
  readonly isGone: boolean;
}

/** What begins anew on another node, where only who moved comes. */
export const onNode = { isAtFirst: false, detailTop: 0, layerAt: undefined, originTop: 0 };

/** What begins anew on another change. */
export const onChange = { ...onNode, nodeAt: 0, left: undefined };

export const noChanges: ChangesState = {
  ...firstSearched<ChangeSort>("failures", "name", "kind"),
  target: undefined,
  grouping: "by edit",
  turned: new Set(),
  ignored: new Set(),
  ...onChange,
  isAtFirst: true,
  layout: "changed lines",
  goal: undefined,
  detail: undefined,
};
