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

/** The keys and default (`reference_defaults`) of a reference: R1, R10 of docs/concepts/references.md. Never fails. */
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

/** The value of a default's text or its fault (R10 of docs/concepts/references.md). `origin` is that of its parts. */
export type DefaultReader = (text: string, origin: Span) => DefaultValue | { readonly fault: string };

export type Reference = Extract<TemplatePart, { kind: "reference" }>;

type FixedPath = (reference: Reference, settings: Settings) => ReferencePath | undefined;

/** A reference's keys and default, made once for all nodes; undefined if references are inside. */
export const fixedPath: FixedPath = kept("shared", ({ path }, settings) => {
  let text = "";
  for (const piece of path) {
    if (piece.kind !== "text") return undefined;
    text += piece.text;
  }
  return referencePath(text, settings);
});
