import { noSecrets, type Secrets } from "../../src/model/secrets/secrets.ts";
import { parsePathFilter } from "../../src/model/values/path-filter.ts";

/** Secrets at some paths, written as the setting takes them, and texts that are known to be secret. */
export function secretsAt(paths: readonly string[], texts: readonly string[] = []): Secrets {
  const filters = paths.map(parsePathFilter).filter((filter) => typeof filter !== "string");
  return {
    ...noSecrets,
    paths: filters.map((filter) => ({ ...filter, below: true })),
    prefixes: ["~", "="],
    texts: new Set(texts),
  };
}
