import { type ListItems, listItems } from "../../list/cursor.ts";
import { firstList, type ListState } from "../../list/state.ts";
import type { MergeItem, MergeView } from "../../worker/protocol/data.ts";

/** The screen of a merge. */
export interface MergeState extends ListState {
  /** The revision to merge; undefined before one is chosen. */
  readonly branch: string | undefined;
  readonly into: string;
  /** The last view that was reported; it may be that of another merge. */
  readonly view: MergeView | undefined;
}

/** Merging this branch into HEAD. */
export function firstMerge(branch: string | undefined): MergeState {
  return { ...firstList, branch, into: "HEAD", view: undefined };
}

/** The view of this merge; undefined until the worker has answered. */
export function currentMergeView({ branch, into, view }: MergeState): MergeView | undefined {
  return view?.branch === branch && view?.into === into ? view : undefined;
}

/** What the merge does. */
export function mergeList(merge: MergeState): ListItems {
  return listItems(currentMergeView(merge)?.items ?? [], ({ id }) => id);
}

export function chosenMergeItem(merge: MergeState): MergeItem | undefined {
  return currentMergeView(merge)?.items[merge.cursor.index];
}
