import type { FileCache } from "../../cache/file-cache.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import { fileCommits } from "../../source/history/file-history.ts";
import type { Source } from "../../source/open.ts";
import type { CommitSnapshot } from "../../source/snapshot/commit.ts";
import { pathIn } from "../../source/snapshot/folder-paths.ts";
import type { EditedFiles } from "./why-edits.ts";

/**
 * The files of two states with their git history. Without the git program, or before the first commit, no commits are
 * reported; a file counts as uncommitted when it differs from HEAD.
 */
export function editedFiles(source: Source, cache: FileCache, [from, to]: readonly [Snapshot, Snapshot]): EditedFiles {
  const folders = [...new Set([from, to].map(({ place }) => place.folder))];
  const fromTop = (path: string) => folders.map((folder) => pathIn(folder, path));
  let head: Promise<CommitSnapshot | undefined> | undefined;
  const last = (options: Abortable): Promise<CommitSnapshot | undefined> => {
    head ??= headOf(source, options);
    return head;
  };
  return {
    async text(snapshot, path, options) {
      const blob = snapshot.blobs.get(path);
      if (blob === undefined) return undefined;
      await cache.prefetch(snapshot, [path], options);
      return cache.file(path, blob, () => {});
    },
    async commits(paths, options) {
      const { program } = source;
      const end = commitOf(to) ?? (await last(options))?.commit.id;
      const start = commitOf(from);
      if (program === undefined || start === undefined || end === undefined) return [];
      return fileCommits(program, { from: start, to: end, paths: paths.flatMap(fromTop) }, options);
    },
    async isUncommitted(paths, options) {
      if (source.git === undefined || commitOf(to) !== undefined) return false;
      const committed = (await last(options))?.blobs;
      return paths.some((path) => committed?.get(path) !== to.blobs.get(path));
    },
  };
}

function commitOf(snapshot: Snapshot): string | undefined {
  return isCommit(snapshot) ? snapshot.commit.id : undefined;
}

function isCommit(snapshot: Snapshot): snapshot is CommitSnapshot {
  return "commit" in snapshot;
}

async function headOf(source: Source, options: Abortable): Promise<CommitSnapshot | undefined> {
  return (await source.isUnborn("HEAD", options)) ? undefined : source.commit("HEAD", options);
}
