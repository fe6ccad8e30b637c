import type { Change, ItemEdit } from "../results/change.ts";
import type { Value } from "../values/value.ts";
import { causeMasking } from "./cause-masking.ts";
import { below, fields, type Masking } from "./masking.ts";
import { isMarker } from "./secrets.ts";
import { together } from "./together.ts";

const bothSides = together("before", "after");

/** Masks a change: it shows that a secret has changed, but not the edits inside. Its path is relative to the place. */
export const changeMasking: Masking<Change> = (change, place) => {
  const here = below(place, change.path);
  const masked = withCause(bothSides(change, here), place);
  if (masked.kind !== "changed") return masked;
  const { before, after, items } = masked;
  return { ...masked, items: isMarker(after) ? [] : items.map((edit) => editMasking({ before, after })(edit, here)) };
};

const withCause = fields<Change>({ cause: causeMasking });

/** Masks an edit of a list. Its items are as the masked lists have them. */
function editMasking(lists: { readonly before: Value; readonly after: Value }): Masking<ItemEdit> {
  return (edit, list) => {
    if (edit.kind === "added") return { ...edit, after: itemOf(lists.after, edit.newIndex) ?? edit.after };
    if (edit.kind === "removed") return { ...edit, before: itemOf(lists.before, edit.oldIndex) ?? edit.before };
    const item = below(list, [String(edit.newIndex)]);
    const masked = bothSides(edit, item);
    if (masked.kind === "moved") return masked;
    return {
      ...masked,
      changes: isMarker(masked.after) ? [] : masked.changes.map((each) => changeMasking(each, item)),
    };
  };
}

function itemOf(list: Value, index: number): Value | undefined {
  return list.kind === "list" ? list.items[index] : undefined;
}
