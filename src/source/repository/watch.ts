import { readdirSync, watch } from "node:fs";
import { join } from "node:path";
import { quietly } from "../../model/findings/failure.ts";
import type { GitFacts } from "../git/store.ts";
import { STATE_FILES } from "./unfinished.ts";

/** Files of a git directory that are written when HEAD, the index or a branch moves, and when git begins something. */
const TELLING = new Set(["HEAD", "index", "packed-refs", ...STATE_FILES]);
/** git writes several files for one command. */
const CALM_MS = 100;

export interface RepositoryWatch {
  /** Watches these folders instead of those before; absolute. */
  follow(folders: Iterable<string>): void;
}

/**
 * Calls back when HEAD, the index, a branch or a file in a followed folder may have changed. It does not keep the process
 * alive. What cannot be watched never calls back.
 */
export function watchRepository(
  { gitDir, commonDir }: Pick<GitFacts, "gitDir" | "commonDir">,
  moved: () => void,
): RepositoryWatch {
  let isWaiting = false;
  const soon = (): void => {
    if (isWaiting) return;
    isWaiting = true;
    setTimeout(() => {
      isWaiting = false;
      moved();
    }, CALM_MS).unref();
  };
  const inGit = (name: string | null): void => {
    if (name === null || TELLING.has(name)) soon();
  };
  for (const folder of new Set([gitDir, commonDir])) watched(folder, inGit);
  for (const folder of [join(gitDir, "logs"), ...refFolders(commonDir)]) watched(folder, soon);
  return followed(soon);
}

function followed(changed: () => void): RepositoryWatch {
  const ends = new Map<string, () => void>();
  return {
    follow(folders) {
      const wanted = new Set(folders);
      for (const [folder, end] of ends) {
        if (wanted.has(folder)) continue;
        end();
        ends.delete(folder);
      }
      for (const folder of wanted) if (!ends.has(folder)) ends.set(folder, watched(folder, changed));
    },
  };
}

/** The folders of branches; git makes one for each `/` in a name. */
function refFolders(commonDir: string): readonly string[] {
  const heads = join(commonDir, "refs", "heads");
  const below = quietly(() => readdirSync(heads, { recursive: true, withFileTypes: true }));
  const folders = below?.filter((each) => each.isDirectory()).map((each) => join(each.parentPath, each.name));
  return folders === undefined ? [] : [heads, ...folders];
}

/** Watches a folder; returns how to end that. On a system without free watchers nothing is watched, and R still reloads. */
function watched(folder: string, changed: (name: string | null) => void): () => void {
  try {
    const watcher = watch(folder, { persistent: false }, (_event, name) => changed(name));
    watcher.on("error", () => watcher.close());
    return () => watcher.close();
  } catch {
    return () => undefined;
  }
}
