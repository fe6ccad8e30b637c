import type { Change, ItemEdit } from "../results/change.ts";
import type { ParameterPath } from "../values/parameter-path.ts";
import { type Masking, type MaskingPlace, together } from "./masking.ts";
import { isMarker } from "./secrets.ts";

const bothSides = together("before", "after");

/** Masks a change: it shows that a secret has changed, but not the edits inside. Its path is relative to the place. */
export const changeMasking: Masking<Change> = (change, place) => {
  const here = below(place, change.path);
  const masked = bothSides(change, here);
  if (masked.kind !== "changed") return masked;
  return { ...masked, items: isMarker(masked.after) ? [] : masked.items.map((edit) => editMasking(edit, here)) };
};

const editMasking: Masking<ItemEdit> = (edit, list) => {
  const item = below(list, [String(edit.kind === "removed" ? edit.oldIndex : edit.newIndex)]);
  const masked = bothSides(edit, item);
  if (masked.kind !== "changed") return masked;
  return { ...masked, changes: isMarker(masked.after) ? [] : masked.changes.map((each) => changeMasking(each, item)) };
};

function below(place: MaskingPlace, path: ParameterPath): MaskingPlace {
  return { ...place, path: [...place.path, ...path] };
}
