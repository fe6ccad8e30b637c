import type { Step } from "../model/inventory/inventory.ts";
import type { Cause, CauseEdit, CauseOwner, EditPlaces } from "../model/results/change.ts";
import type { ParameterPath } from "../model/values/parameter-path.ts";
import { spanKey, textByPaths } from "../model/values/value.ts";

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

/**
 * A text that is equal for causes that are shown as one: the same edit in the same file, at any line. Edits of nodes in
 * their own files are equal too; `node` is the node of the cause.
 */
export function causeKey(cause: Cause, node: string): string {
  return JSON.stringify(cause, (key, part) => {
    if (key === "old" || key === "new") return part?.file.path;
    const isOwn = part?.in?.layer === "node" && part.in.name === node;
    return isOwn ? { ...part, in: "node", old: undefined, new: undefined } : part;
  });
}

/** Each edit once: of those at the same places the last. */
export function uniqueEdits(edits: readonly CauseEdit[]): readonly CauseEdit[] {
  if (edits.length < 2) return edits;
  return [...new Map(edits.map((edit) => [textByPaths(edit), edit])).values()];
}

/** A text that is equal for the same places of an edit. */
export function placesKey({ old, new: now }: EditPlaces): string {
  return `${spanKey(old)} ${spanKey(now)}`;
}

/** A key of a layer, equal on both sides. Layers of the node itself leave out its name, which may differ there. */
export function stepKey({ layer, name, modes }: Step): string {
  if (layer === "node") return modes === undefined ? "node" : "node properties";
  return `${layer} ${name}`;
}

/** The key of the layer for which an owner writes. */
export function ownerKey({ layer, name }: CauseOwner): string {
  return layer === "node" ? "node" : `${layer} ${name}`;
}
