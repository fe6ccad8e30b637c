import type { Cause } from "../../model/results/cause.ts";
import { placeOf, type Span } from "../../model/values/origin.ts";
import type { CauseData } from "./types.ts";

/** Why a value differs, with places instead of spans. */
export function causeData(cause: Cause): CauseData {
  const { old, new: now, cause: inner, also, ...own }: CauseParts = cause;
  return {
    ...own,
    ...(old !== undefined && { old: placeOf(old) }),
    ...(now !== undefined && { new: placeOf(now) }),
    ...(inner !== undefined && { cause: causeData(inner) }),
    ...(also !== undefined && { also: also.map(causeData) }),
  };
}

type CauseParts = Omit<CauseData, "old" | "new" | "cause" | "also"> & {
  readonly old?: Span;
  readonly new?: Span;
  readonly cause?: Cause;
  readonly also?: readonly Cause[];
};
