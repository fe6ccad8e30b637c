import { jsonString } from "../../base/json-text.ts";
import { scalarJson } from "../../encoding/json.ts";
import { looksEncrypted } from "../../model/secrets/encrypted.ts";
import { isSecretPath, SECRET_TEXT } from "../../model/secrets/secrets.ts";
import type { ParameterPath } from "../../model/values/parameter-path.ts";
import type { PathFilter } from "../../model/values/path-filter.ts";
import { partialValuesOf } from "../merge/content-text.ts";
import type { PartialValue } from "../merge/partial-value.ts";

const LONGEST = 60;

/** The path of a cell, and the paths of secrets. */
export interface TextPlace {
  readonly path: ParameterPath;
  readonly secrets: readonly PathFilter[];
}

/** What a cell holds in a few words, for messages: a scalar as JSON, of mappings and lists the beginning; no secrets. */
export function shortText(partial: PartialValue, place: TextPlace): string {
  const text = wholeText(partial, place);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function wholeText(partial: PartialValue, place: TextPlace): string {
  if (isSecretPath(place.path, place.secrets)) return SECRET_TEXT;
  switch (partial.kind) {
    case "scalar":
      return looksEncrypted(String(partial.data)) ? SECRET_TEXT : scalarJson(partial);
    case "template":
      return looksEncrypted(partial.text) ? SECRET_TEXT : partial.text;
    case "list":
    case "merged-list":
      return `[${partial.items.map((item, index) => wholeText(item, below(place, String(index)))).join(", ")}]`;
    case "set":
      return `[${partial.items.map(scalarJson).join(", ")}]`;
    case "map":
    case "merged-map":
      return `{${[...partialValuesOf(partial)].map(([key, value]) => `${jsonString(key)}: ${wholeText(value, below(place, key))}`).join(", ")}}`;
    case "raw":
      return wholeText(partial.map, place);
    case "alias":
      return wholeText(partial.target, place);
    case "pending":
      return partial.contributions.map(({ value }) => wholeText(value, place)).join(" and ");
  }
}

function below({ path, secrets }: TextPlace, key: string): TextPlace {
  return { path: [...path, key], secrets };
}
