import { comparedKey } from "../../state/compared.ts";
import { setOf, type TuiState } from "../../state.ts";
import type { ChangeRow } from "../../worker/rows/block-rows.ts";
import type { ChangeSet } from "../../worker/rows/change-set.ts";
import type { Provenance, ValueDetail } from "../../worker/rows/value-detail.ts";
import { changeOf, type Entry, entriesOf, nodesInOrder } from "./entries.ts";
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

/** The edit at the cursor, or of which it is on the followers, and its index; undefined on anything else. */
export function chosenBlock(
  changes: ChangesState,
  set: ChangeSet | undefined,
): { readonly row: ChangeSet["blocks"][number]; readonly block: number } | undefined {
  const entry = set && entriesOf(set, changes)[changes.cursor.index];
  const block = entry !== undefined && "block" in entry ? entry.block : undefined;
  const row = block === undefined ? undefined : set?.blocks[block];
  return row === undefined || block === undefined ? undefined : { row, block };
}

/** The change at the cursor; undefined on the head of a group and in an empty list. */
export function chosenChange(changes: ChangesState, set: ChangeSet | undefined): ChosenChange | undefined {
  if (set === undefined) return undefined;
  const entry = entriesOf(set, changes)[changes.cursor.index];
  const row = entry && changeOf(entry, set);
  if (entry === undefined || row === undefined) return undefined;
  const nodes = nodesInOrder(row, set, changes.search.text);
  // The node of the entry, or the one that `{` and `}` have chosen.
  const own = "node" in entry ? entry.node : undefined;
  const at = own === undefined ? Math.min(changes.nodeAt, nodes.length - 1) : Math.max(0, nodes.indexOf(own));
  return { row, node: set.nodes[nodes[at] ?? -1] ?? "", at };
}

/** A layer of one side of a change. */
export interface SideLayer {
  readonly row: Provenance["layers"][number];
  readonly isOld: boolean;
}

/** The layers of a change as they are listed: those before it, then those after it. */
function layersOf({ old, now }: Pick<ValueDetail, "old" | "now">): readonly SideLayer[] {
  return [
    ...(old?.layers ?? []).map((row) => ({ row, isOld: true })),
    ...(now?.layers ?? []).map((row) => ({ row, isOld: false })),
  ];
}

/** The layer at the cursor while the value has the keys, at first the one that wins; undefined if there is none. */
export function chosenLayer(
  changes: ChangesState,
  set: ChangeSet | undefined,
): (SideLayer & { readonly at: number }) | undefined {
  const detail = changes.isOpen ? chosenDetail(changes, set) : undefined;
  const layers = detail === undefined ? [] : layersOf(detail);
  const isThere = changes.layerAt !== undefined && changes.layerAt < layers.length;
  const at = isThere ? changes.layerAt : layers.findLastIndex(({ row }) => row.counts);
  const layer = layers[at];
  return layer && { ...layer, at };
}

/** The value of the chosen change; undefined until the worker has answered. */
export function chosenDetail(changes: ChangesState, set: ChangeSet | undefined): ValueDetail | undefined {
  const at = chosenChange(changes, set);
  const { detail } = changes;
  const isOfIt = detail?.key === set?.key && detail?.change === at?.row.id && detail?.node === at?.node;
  return isOfIt ? detail : undefined;
}
