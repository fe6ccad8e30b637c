import type { Settings } from "../../model/inventory/settings.ts";
import { type ReferencePath, referencePath } from "../../model/values/reference-path.ts";
import type { TemplatePart } from "../../model/values/value.ts";

export type Reference = Extract<TemplatePart, { kind: "reference" }>;

/** A definition is read under one set of settings, so its paths are the same for all nodes. */
const known = new WeakMap<Reference, ReferencePath>();

/** The keys and the default of a reference; undefined if references are inside. */
export function fixedPath(part: Reference, settings: Settings): ReferencePath | undefined {
  let path = known.get(part);
  if (path !== undefined) return path;
  let text = "";
  for (const piece of part.path) {
    if (piece.kind !== "text") return undefined;
    text += piece.text;
  }
  path = referencePath(text, settings);
  known.set(part, path);
  return path;
}
