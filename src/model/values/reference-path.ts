import type { Settings } from "../inventory/settings.ts";
import { splitPath } from "./query.ts";

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
