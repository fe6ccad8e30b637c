import type { Cause, CauseEdit } from "../../model/results/change.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";

/** The edit at the end of references and queries, and the way to it. */
export interface Root {
  readonly edit: CauseEdit;
  /** The reference or query in the value itself. */
  readonly derivedFrom?: { readonly reference: string; readonly path: ParameterPath };
  /** The path of the value that was edited, if a reference leads to it. */
  readonly path?: ParameterPath;
  /** The number of references and queries on the way. */
  readonly depth: number;
}

/** Follows a cause through references and queries to the edit. */
export function rootOf(cause: Cause): Root {
  if (!("cause" in cause)) return { edit: cause, depth: 0 };
  const inner = rootOf(cause.cause);
  const depth = inner.depth + 1;
  if (cause.kind === "query-changed") return { ...inner, depth, derivedFrom: { reference: cause.query, path: [] } };
  return { path: cause.path, ...inner, depth, derivedFrom: { reference: cause.reference, path: cause.path } };
}
