import type { ChangeSet } from "../../worker/rows/change-set.ts";
import type { LayerRow, ValueDetail } from "../../worker/rows/value-detail.ts";
import { chosenDetail } from "./chosen.ts";
import type { ChangesState } from "./state.ts";

/** A layer of one side of a change. */
export interface SideLayer {
  readonly row: LayerRow;
  readonly isOld: boolean;
}

/** The layers of a change as they are listed: those before it, then those after it. */
export function layersOf({ old, now }: Pick<ValueDetail, "old" | "now">): readonly SideLayer[] {
  return [
    ...(old?.layers ?? []).map((row) => ({ row, isOld: true })),
    ...(now?.layers ?? []).map((row) => ({ row, isOld: false })),
  ];
}

/** The layer at the cursor while the value has the keys, at first the one that wins; undefined where there is none. */
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
