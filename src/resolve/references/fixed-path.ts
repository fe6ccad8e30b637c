import { splitPath } from "../../model/values/query.ts";
import type { TemplatePart } from "../../model/values/value.ts";

export type Reference = Extract<TemplatePart, { kind: "reference" }>;

/** A definition is read with one delimiter, so its paths are the same for all nodes. */
const known = new WeakMap<Reference, readonly string[]>();

/** The keys of a reference's path; undefined if the path holds references. */
export function fixedPath(part: Reference, delimiter: string): readonly string[] | undefined {
  let keys = known.get(part);
  if (keys !== undefined) return keys;
  let text = "";
  for (const piece of part.path) {
    if (piece.kind !== "text") return undefined;
    text += piece.text;
  }
  keys = splitPath(text, delimiter);
  known.set(part, keys);
  return keys;
}
