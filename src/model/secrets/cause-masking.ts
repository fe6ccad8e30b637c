import type { Cause, CauseEdit } from "../results/cause.ts";
import { each, type Masking } from "./masking.ts";
import { textMasking } from "./text-masking.ts";

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
