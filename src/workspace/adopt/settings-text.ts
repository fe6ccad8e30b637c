import { isSecretPath } from "../../model/secrets/secrets.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { parsePathFilter } from "../../model/values/path-filter.ts";
import { SECRET_PATTERNS } from "../write/starter.ts";

/** The patterns, and each of the paths that none of them names. */
export function secretFilters(paths: readonly ParameterPath[]): readonly string[] {
  const filters = SECRET_PATTERNS.map(parsePathFilter).filter((filter) => typeof filter !== "string");
  const isNamed = (path: ParameterPath) => path.some((_, at) => isSecretPath(path.slice(0, at + 1), filters));
  const more = paths.filter((path) => !isNamed(path)).map(printPath);
  return [...SECRET_PATTERNS, ...new Set(more)];
}

/** The `heir.yml` of an inventory that exists. */
export function settingsText(isKapitan: boolean, secrets: readonly string[]): string {
  const dialect = isKapitan ? "# The rules of kapitan's fork of reclass.\ndialect: kapitan\n\n" : "";
  const listed = secrets.map((filter) => `  - ${JSON.stringify(filter)}\n`).join("");
  return `${dialect}# Values at these paths are shown as (secret).\nsecrets:\n${listed}`;
}
