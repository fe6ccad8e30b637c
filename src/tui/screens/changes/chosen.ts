import { comparedKey } from "../../state/compared.ts";
import { setOf, type TuiState } from "../../state.ts";
import type { BlockRow, ChangeRow } from "../../worker/rows/block-rows.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import type { ValueDetail } from "../../worker/rows/value-detail.ts";
import { changeOf, type Entry, entriesOf } from "./entries.ts";
import type { ChangesState } from "./state.ts";

/** The changes of the target, as far as they are there. */
export function shownSet(state: TuiState): ChangeSet | undefined {
  const { target } = state.changes;
  return target && setOf(state, comparedKey(target));
}

export function shownEntries(state: TuiState): readonly Entry[] {
  const set = shownSet(state);
  return set === undefined ? [] : entriesOf(set, state.changes);
}

/** The change at the cursor, and the node on which it is shown. */
export interface ChosenChange {
  readonly row: ChangeRow;
  readonly node: string;
  /** The index of the node among those that have the change. */
  readonly at: number;
}

/** The edit at the cursor, and its index; undefined on anything else. */
export function chosenBlock(
  changes: ChangesState,
  set: ChangeSet | undefined,
): { readonly row: BlockRow; readonly block: number } | undefined {
  const entry = set && entriesOf(set, changes)[changes.cursor.index];
  const block = entry?.kind === "head" ? entry.block : undefined;
  const row = block === undefined ? undefined : set?.blocks[block];
  return row === undefined || block === undefined ? undefined : { row, block };
}

/** The change at the cursor; undefined on the head of a group and in an empty list. */
export function chosenChange(changes: ChangesState, set: ChangeSet | undefined): ChosenChange | undefined {
  const entry = set && entriesOf(set, changes)[changes.cursor.index];
  const row = entry === undefined || set === undefined ? undefined : changeOf(entry, set);
  if (entry === undefined || row === undefined) return undefined;
  const at = nodeAt(entry, row, changes.nodeAt);
  return { row, node: set?.nodes[row.nodes[at] ?? -1] ?? "", at };
}

/** The node of the entry, or the one that `{` and `}` have chosen. */
function nodeAt(entry: Entry, row: ChangeRow, chosen: number): number {
  if ("node" in entry && entry.node !== undefined) return Math.max(0, row.nodes.indexOf(entry.node));
  return Math.min(chosen, row.nodes.length - 1);
}

/** The value of the chosen change; undefined until the worker has answered. */
export function chosenDetail(changes: ChangesState, set: ChangeSet | undefined): ValueDetail | undefined {
  const at = chosenChange(changes, set);
  const { detail } = changes;
  const isOfIt = detail?.key === set?.key && detail?.change === at?.row.id && detail?.node === at?.node;
  return isOfIt ? detail : undefined;
}
