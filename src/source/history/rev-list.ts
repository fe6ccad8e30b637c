import type { HistoryRange } from "./commit.ts";

/** The words for git that list the commits of a range, each as the options say. */
export function revList({ revisions, firstParent }: HistoryRange, ...options: readonly string[]): readonly string[] {
  const parents = firstParent ? ["--first-parent"] : [];
  return ["rev-list", ...options, ...parents, "--end-of-options", ...revisions, "--"];
}
