import type { Cause } from "../model/cause.ts";
import { type Place, placeOf, type Span } from "../model/origin.ts";

/** A cause as data: `{"kind", ..., "in": {"layer", "name"}, "old", "new", "cause", "also"}`. */
export interface CauseData {
  readonly kind: Cause["kind"];
  /** In whose text: a layer, `order.yml`, the settings, a rule, directive or technique. */
  readonly in?: { readonly layer: string; readonly name: string };
  /** Where it stands on each side. */
  readonly old?: Place;
  readonly new?: Place;
  readonly class?: string;
  readonly application?: string;
  /** Of a removal: what kind of name it removes, and the name. */
  readonly of?: string;
  readonly name?: string;
  readonly group?: string;
  readonly criterion?: string;
  readonly lower?: string;
  readonly higher?: string;
  readonly property?: string;
  readonly reference?: string;
  readonly path?: readonly string[];
  readonly query?: string;
  readonly rule?: string;
  readonly directive?: string;
  readonly settings?: readonly string[];
  readonly files?: readonly string[];
  readonly node?: string;
  readonly to?: string;
  /** Why the target of a reference, or what another node exports, differs. */
  readonly cause?: CauseData;
  /** What else had a part in it. */
  readonly also?: readonly CauseData[];
}

/** What `heir diff --json` tells of a cause. */
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
