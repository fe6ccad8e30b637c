import { join } from "node:path";
import { regularFileText } from "../disk/regular-file.ts";
import type { GitFacts } from "./store.ts";

/**
 * The commits at which the history of a shallow clone ends: git reads them as if they had no parents. Empty for a whole
 * repository.
 */
export function shallowCommits({ commonDir }: Pick<GitFacts, "commonDir">): ReadonlySet<string> {
  const text = regularFileText(join(commonDir, "shallow")) ?? "";
  return new Set(text.split("\n").filter((id) => id !== ""));
}

/** What a revision such as `HEAD~3` starts from; undefined for one that goes to no parent. */
export function baseRevision(revision: string): string | undefined {
  return /^([^~^:]+)[~^]/.exec(revision)?.[1];
}
