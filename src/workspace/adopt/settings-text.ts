import type { Settings } from "../../model/inventory/settings.ts";
import { isSecretPath } from "../../model/secrets/secrets.ts";
import { type ParameterPath, printPath } from "../../model/values/parameter-path.ts";
import { parsePathFilter } from "../../model/values/path-filter.ts";
import { SECRET_PATTERNS } from "../write/starter.ts";

/** In the inventory of kapitan `secret` is in many names that are no secrets: `kapitan:secrets`, `secretName`. */
const KAPITAN_PATTERNS = SECRET_PATTERNS.filter((pattern) => pattern !== "**:*secret*");

/** The patterns, and each of the paths that none of them names. */
export function secretFilters(paths: readonly ParameterPath[], isKapitan = false): readonly string[] {
  const patterns = isKapitan ? KAPITAN_PATTERNS : SECRET_PATTERNS;
  const filters = patterns.map(parsePathFilter).filter((filter) => typeof filter !== "string");
  const isNamed = (path: ParameterPath) => path.some((_, at) => isSecretPath(path.slice(0, at + 1), filters));
  const more = paths.filter((path) => !isNamed(path)).map(printPath);
  return [...patterns, ...new Set(more)];
}

/** What settings that are proposed do, as a comment above them. */
const MEANINGS: Partial<Record<keyof Settings, string>> = {
  dialect: "The rules of kapitan's fork of reclass.",
  ignore_class_notfound: "Classes that begin so are elsewhere, and are skipped.",
};

/** The `heir.yml` of an inventory that exists. */
export function settingsText(proposed: Partial<Settings>, secrets: readonly string[]): string {
  const lines = Object.entries(proposed).map(([key, value]) => {
    const meaning = MEANINGS[key as keyof Settings];
    const above = meaning === undefined ? "" : `# ${meaning}\n`;
    return above + (Array.isArray(value) ? `${key}:\n${listed(value)}\n` : `${key}: ${value}\n`);
  });
  return `${[...lines, ...(lines.length > 0 ? ["\n"] : [])].join("")}# Values at these paths are shown as (secret).\nsecrets:\n${listed(secrets)}`;
}

function listed(texts: readonly string[]): string {
  return texts.map((text) => `  - ${JSON.stringify(text)}\n`).join("");
}
