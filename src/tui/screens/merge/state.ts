import { type ListItems, listItems } from "../../list/cursor.ts";
import { firstList, type ListState } from "../../list/state.ts";
import type { MergeItem, MergeView } from "../../worker/protocol/data.ts";

/** The screen of a merge. */
export interface MergeState extends ListState {
  /** What is merged; until it is chosen the branches are listed. */
  readonly branch: string | undefined;
  readonly into: string;
  /** Undefined until the worker has told them. */
  readonly branches: readonly string[] | undefined;
  /** The last that the worker told; it may be of another merge still. */
  readonly view: MergeView | undefined;
}

/** Merging this branch into HEAD. */
export function firstMerge(branch: string | undefined): MergeState {
  return { ...firstList, branch, into: "HEAD", branches: undefined, view: undefined };
}

/** What the worker told of this merge; undefined while it is of another one. */
export function currentMergeView({ branch, into, view }: MergeState): MergeView | undefined {
  return view?.branch === branch && view?.into === into ? view : undefined;
}

/** The branches that can be chosen, or what the merge does. */
export function mergeList(merge: MergeState): ListItems {
  const ids =
    merge.branch === undefined ? (merge.branches ?? []) : (currentMergeView(merge)?.items.map(({ id }) => id) ?? []);
  return listItems(ids, (id) => id);
}

export function chosenMergeItem(merge: MergeState): MergeItem | undefined {
  return merge.branch === undefined ? undefined : currentMergeView(merge)?.items[merge.cursor.index];
}
