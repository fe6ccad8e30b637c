import type { Change, FoldedChange } from "../model/change.ts";
import type { Comparison } from "../model/comparison.ts";

/** Replaces what must not be seen in a change, on both sides and in the edits inside. */
export type Mask = (change: Change) => Change;

/**
 * The changes of a comparison as they may be shown. Every form of output takes its changes from here, text and
 * machine alike, so that what is masked is masked everywhere.
 */
export function shownChanges(comparison: Comparison, mask: Mask | undefined): readonly FoldedChange[] {
  if (mask === undefined) return comparison.changes;
  return comparison.changes.map(({ change, nodes }) => ({ change: mask(change), nodes }));
}
