import { basename, dirname, join } from "node:path";
import { HeirError } from "../../model/findings/failure.ts";
import { removeFiles, replaceChanged, textOf } from "../../source/disk/changed-files.ts";
import type { NewFile } from "../../source/disk/create.ts";

/** The answers of one form, a file for each node. */
export interface Export {
  readonly form: string;
  /** The commit that was read; undefined for the index and the work tree. */
  readonly commit: string | undefined;
  readonly files: readonly NewFile[];
}

/** The file that lists what an export wrote, in the folder itself. */
const MARK = ".heir.json";

/**
 * Writes an export to a folder, which is created if needed. Only files that differ are written, by renaming; files of an
 * earlier export that are not in this one are removed, others stay; `.heir.json`, which lists them, is written last.
 */
export async function writeExport(folder: string, { form, commit, files }: Export): Promise<void> {
  const paths = files.map(({ path }) => path);
  if (paths.includes(MARK)) throw new HeirError("usage", `no file of a node can be called ${MARK}`, "rename the node");
  const before = listedFiles(await textOf(join(folder, MARK)));
  await replaceChanged(folder, files);
  const kept = new Set(paths);
  await removeFiles(
    folder,
    before.filter((path) => !kept.has(path)),
  );
  const mark = { v: 1, form, commit: commit ?? null, files: paths };
  await replaceChanged(folder, [{ path: MARK, text: `${JSON.stringify(mark)}\n` }]);
}

/** Writes one file by renaming, unless it is there with the same text. */
export async function writeAnswer(path: string, text: string): Promise<void> {
  await replaceChanged(dirname(path), [{ path: basename(path), text }]);
}

/** The files that the last export wrote; none where there is no list that can be read. */
function listedFiles(text: string | undefined): readonly string[] {
  try {
    const mark: unknown = JSON.parse(text ?? "{}");
    const files = typeof mark === "object" && mark !== null && "files" in mark ? mark.files : [];
    return Array.isArray(files) ? files.filter(isInside) : [];
  } catch {
    return [];
  }
}

function isInside(path: unknown): path is string {
  return typeof path === "string" && !path.startsWith("/") && !path.split(/[/\\]/).includes("..");
}
