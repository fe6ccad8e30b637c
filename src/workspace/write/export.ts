import { basename, dirname, join } from "node:path";
import { compareText } from "../../base/text-order.ts";
import { HeirError } from "../../model/findings/failure.ts";
import { removeFiles, replaceChanged } from "../../source/disk/changed-files.ts";
import type { NewFile } from "../../source/disk/create.ts";
import { regularFileText } from "../../source/disk/regular-file.ts";

/** The answers of one form, a file for each node. */
export interface Export {
  readonly form: string;
  /** The commit that was read; undefined for the index and the work tree. */
  readonly commit: string | undefined;
  readonly files: readonly NewFile[];
  /** The files that nodes which were not asked for would have: an earlier export's stay. */
  readonly others: readonly string[];
}

/** The file that lists what an export wrote, in the folder itself. */
const MARK = ".heir.json";

/**
 * Writes an export to a folder, which is created if needed. Only files that differ are written, by renaming; files of an
 * earlier export are removed if it was of another form or their nodes are gone, all others stay; `.heir.json`, which lists
 * the files, is written last. It names a commit only if all of them are of that commit.
 */
export async function writeExport(folder: string, { form, commit, files, others }: Export): Promise<void> {
  const paths = files.map(({ path }) => path);
  if (paths.includes(MARK)) throw new HeirError("usage", `no file of a node can be called ${MARK}`, "rename the node");
  const before = earlierExport(regularFileText(join(folder, MARK)));
  await replaceChanged(folder, files);
  const written = new Set(paths);
  const staying = new Set(before.form === form ? others : []);
  const kept = before.files.filter((path) => !written.has(path) && staying.has(path));
  const gone = before.files.filter((path) => !written.has(path) && !staying.has(path));
  await removeFiles(folder, gone);
  const isOneCommit = kept.length === 0 || before.commit === commit;
  const commitOfAll = isOneCommit && commit !== undefined ? commit : null;
  const mark = { v: 1, form, commit: commitOfAll, files: [...paths, ...kept].sort(compareText) };
  await replaceChanged(folder, [{ path: MARK, text: `${JSON.stringify(mark)}\n` }]);
}

/** Writes one file by renaming, unless it is there with the same text. */
export async function writeAnswer(path: string, text: string): Promise<void> {
  await replaceChanged(dirname(path), [{ path: basename(path), text }]);
}

/** What is known of an earlier export. */
interface EarlierExport {
  readonly form?: unknown;
  readonly commit?: unknown;
  readonly files: readonly string[];
}

/** The export that the folder has; without files where there is no list that can be read. */
function earlierExport(text: string | undefined): EarlierExport {
  try {
    const mark: unknown = JSON.parse(text ?? "{}");
    if (typeof mark !== "object" || mark === null) return { files: [] };
    const { form, commit, files } = { form: undefined, commit: undefined, files: [], ...mark };
    return { form, commit, files: Array.isArray(files) ? files.filter(isInside) : [] };
  } catch {
    return { files: [] };
  }
}

function isInside(path: unknown): path is string {
  return typeof path === "string" && !path.startsWith("/") && !path.split(/[/\\]/).includes("..");
}
