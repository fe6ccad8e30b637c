import { addTo } from "../../base/text-order.ts";
import { pathIn } from "../../model/inventory/folder-paths.ts";
import type { Abortable, Snapshot } from "../../model/inventory/snapshot.ts";
import type { Evidence, EvidenceSide } from "../../model/results/evidence.ts";
import type { FileCommit, FileDelta } from "../../model/results/why.ts";
import { editCommits, fileCommits } from "../../source/commits/file-history.ts";
import type { Source } from "../../source/open.ts";
import type { CommitSnapshot } from "../../source/snapshot/parts.ts";
import type { Workspace } from "../workspace.ts";

export type EditedFiles = ReturnType<typeof editedFiles>;

/** Files of two states with git history: none without git or before a first commit. Uncommitted: differs from HEAD. */
export function editedFiles(
  workspace: Pick<Workspace, "source" | "filesAt">,
  [from, to]: readonly [Snapshot, Snapshot],
) {
  const { source } = workspace;
  const { program } = source;
  const folders = [...new Set([from, to].map(({ place }) => place.folder))];
  const fromTop = (path: string) => folders.map((folder) => pathIn(folder, path));
  let head: Promise<CommitSnapshot | undefined> | undefined;
  const last = (options: Abortable): Promise<CommitSnapshot | undefined> => {
    head ??= headOf(source, options);
    return head;
  };
  const uncommitted = async (paths: readonly string[], options: Abortable): Promise<ReadonlySet<string>> => {
    if (source.git === undefined || commitOf(to) !== undefined || paths.length === 0) return new Set();
    const committed = (await last(options))?.blobs;
    return new Set(paths.filter((path) => committed?.get(path) !== to.blobs.get(path)));
  };
  const range = async (options: Abortable): Promise<{ readonly from: string; readonly to: string } | undefined> => {
    const end = commitOf(to) ?? (await last(options))?.commit.id;
    const start = commitOf(from);
    return start === undefined || end === undefined ? undefined : { from: start, to: end };
  };
  return {
    /** The text of a file; undefined if the state has none. */
    text: async (snapshot: Snapshot, path: string, options: Abortable) =>
      (await workspace.filesAt(snapshot, [path], options)).get(path),
    /** The commits in between that changed a path, newest first, and whether a later file differs from the last one. */
    async editsOf(paths: readonly string[], options: Abortable): Promise<Pick<FileDelta, "commits" | "uncommitted">> {
      const ends = await range(options);
      const isKnown = program !== undefined && ends !== undefined;
      const commits = isKnown ? await fileCommits(program, { ...ends, paths: paths.flatMap(fromTop) }, options) : [];
      return { commits, uncommitted: (await uncommitted(paths, options)).size > 0 };
    },
    /** The commits of some files, and where the two states are. */
    async edits(paths: readonly string[], options: Abortable): Promise<Omit<Evidence, "layers">> {
      const ends = await range(options);
      const commits = new Map<string, FileCommit[]>();
      if (program !== undefined && ends !== undefined && paths.length > 0) {
        const asked = new Map(paths.flatMap((path) => fromTop(path).map((full) => [full, path] as const)));
        const made = await editCommits(program, { ...ends, paths: [...asked.keys()] }, options);
        for (const commit of made.commits) {
          const edited = [...(made.paths.get(commit.id) ?? [])].flatMap((full) => asked.get(full) ?? []);
          for (const path of edited) addTo(commits, path, commit);
        }
      }
      return { commits, uncommitted: await uncommitted(paths, options), sides: { old: sideOf(from), new: sideOf(to) } };
    },
  };
}

function sideOf(snapshot: Snapshot): EvidenceSide {
  return { commit: commitOf(snapshot), folder: snapshot.place.folder };
}

function commitOf(snapshot: Snapshot | CommitSnapshot): string | undefined {
  return "commit" in snapshot ? snapshot.commit.id : undefined;
}

async function headOf(source: Source, options: Abortable): Promise<CommitSnapshot | undefined> {
  return (await source.isUnborn("HEAD", options)) ? undefined : source.commit("HEAD", options);
}
