import { kept } from "../../speed/kept.ts";
import type { Settings } from "../inventory/settings.ts";
import { splitPath } from "./query.ts";
import type { ListValue, MapValue, ScalarValue, SetValue, Span, TemplatePart } from "./value.ts";

/** What the text between the delimiters of a reference says, once the references in it are filled in. */
export interface ReferencePath {
  readonly keys: readonly string[];
  /** The text of the default; undefined if there is none. */
  readonly fallback: string | undefined;
}

/**
 * The keys of a reference, and its default: with the setting `reference_defaults`, what is behind the first two
 * delimiters in a row. Never fails. Rules R1 and R10 of docs/concepts/references.md.
 */
export function referencePath(text: string, settings: ReferenceSettings): ReferencePath {
  const { delimiter } = settings;
  const at = settings.reference_defaults ? text.indexOf(delimiter + delimiter) : -1;
  if (at === -1) return { keys: splitPath(text, delimiter), fallback: undefined };
  const fallback = text.slice(at + 2 * delimiter.length);
  return { keys: splitPath(text.slice(0, at), delimiter), fallback };
}

type ReferenceSettings = Pick<Settings, "delimiter" | "reference_defaults">;

/** A value without references. */
export type DefaultValue = ScalarValue | ListValue | MapValue | SetValue;

/**
 * The value of the text of a default (rule R10 of docs/concepts/references.md), or why it cannot be read. `origin` is
 * the place of the reference, which all parts of the value get.
 */
export type DefaultReader = (text: string, origin: Span) => DefaultValue | { readonly fault: string };

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
