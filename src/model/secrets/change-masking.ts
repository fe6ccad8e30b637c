import type { Cause, CauseEdit, Change, ItemEdit } from "../results/change.ts";
import type { Value } from "../values/value.ts";
import { below, each, fields, type Masking } from "./masking.ts";
import { isMarker } from "./secrets.ts";
import { textMasking } from "./text-masking.ts";
import { together } from "./together.ts";

/** Masks why a value differs: the texts of criteria and queries. */
export const causeMasking: Masking<Cause> = (cause, place) => {
  const masked = causeEditMasking(cause, place);
  return cause.also === undefined ? masked : { ...masked, also: each(causeMasking)(cause.also, place) };
};

/** As {@link causeMasking}, without further causes. */
export const causeEditMasking: Masking<CauseEdit> = (edit, place) => {
  if ("criterion" in edit && edit.criterion !== undefined) {
    return { ...edit, criterion: textMasking(edit.criterion, place) };
  }
  if (!("cause" in edit)) return edit;
  const cause = causeMasking(edit.cause, place);
  return edit.kind === "query-changed" ? { ...edit, query: textMasking(edit.query, place), cause } : { ...edit, cause };
};

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
