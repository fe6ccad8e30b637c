import type { Settings } from "../../model/inventory/settings.ts";
import { type ReferencePath, referencePath } from "../../model/values/reference-path.ts";
import type { TemplatePart } from "../../model/values/value.ts";
import { kept } from "../../speed/kept.ts";

export type Reference = Extract<TemplatePart, { kind: "reference" }>;

type FixedPath = (reference: Reference, settings: Settings) => ReferencePath | undefined;

/**
 * The keys and the default of a reference; undefined if references are inside. A definition is read under one set of settings,
 * so its paths are the same for all nodes.
 */
export const fixedPath: FixedPath = kept("shared", ({ path }, settings) => {
  let text = "";
  for (const piece of path) {
    if (piece.kind !== "text") return undefined;
    text += piece.text;
  }
  return referencePath(text, settings);
});
