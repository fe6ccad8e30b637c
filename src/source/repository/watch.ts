import { watch } from "node:fs";
import { join } from "node:path";
import type { GitFacts } from "../git/store.ts";

/** Files of a git directory that are written when HEAD, the index or a branch moves. */
const TELLING = new Set(["HEAD", "index", "packed-refs"]);
/** git writes several files for one command. */
const CALM_MS = 100;

/**
 * Calls back when HEAD, the index or a branch may have changed. It does not keep the process alive. Where folders
 * cannot be watched, it never calls back.
 */
export function watchRepository(
  { gitDir, commonDir }: Pick<GitFacts, "gitDir" | "commonDir">,
  moved: () => void,
): void {
  let timer: NodeJS.Timeout | undefined;
  const changed = (_event: string, name: string | null): void => {
    if (name !== null && !TELLING.has(name)) return;
    clearTimeout(timer);
    timer = setTimeout(moved, CALM_MS).unref();
  };
  for (const folder of new Set([gitDir, join(gitDir, "logs"), commonDir])) {
    try {
      const watcher = watch(folder, { persistent: false }, changed);
      watcher.on("error", () => watcher.close());
    } catch {
      // Without a log of HEAD, or on a system without free watchers: R still reloads.
    }
  }
}
