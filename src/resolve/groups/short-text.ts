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
export interface CellPlace {
  readonly path: ParameterPath;
  readonly secrets: readonly PathFilter[];
}

/** What a cell holds in a few words, for messages: a scalar as JSON, of mappings and lists the beginning; no secrets. */
export function shortText(cell: PartialValue, place: CellPlace): string {
  const text = wholeText(cell, place);
  return text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;
}

function wholeText(cell: PartialValue, place: CellPlace): string {
  if (isSecretPath(place.path, place.secrets)) return SECRET_TEXT;
  switch (cell.kind) {
    case "scalar":
      return looksEncrypted(String(cell.data)) ? SECRET_TEXT : scalarJson(cell);
    case "template":
      return looksEncrypted(cell.text) ? SECRET_TEXT : cell.text;
    case "list":
    case "merged-list":
      return `[${cell.items.map((item, index) => wholeText(item, below(place, String(index)))).join(", ")}]`;
    case "set":
      return `[${cell.items.map(scalarJson).join(", ")}]`;
    case "map":
    case "merged-map":
      return `{${[...partialValuesOf(cell)].map(([key, value]) => `${jsonString(key)}: ${wholeText(value, below(place, key))}`).join(", ")}}`;
    case "raw":
      return wholeText(cell.map, place);
    case "alias":
      return wholeText(cell.target, place);
    case "pending":
      return cell.contributions.map(({ value }) => wholeText(value, place)).join(" and ");
  }
}

function below({ path, secrets }: CellPlace, key: string): CellPlace {
  return { path: [...path, key], secrets };
}
