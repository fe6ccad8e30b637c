import { join } from "node:path";
import { digest } from "../../base/digest.ts";
import { parsedJson } from "../../base/json-text.ts";
import { compareText } from "../../base/text-order.ts";
import { HeirError } from "../../model/findings/failure.ts";
import type { NewFile } from "../../source/disk/changed-files.ts";
import { changedFiles, removeFiles, removeRemains, replaceFiles } from "../../source/disk/changed-files.ts";
import { regularFileText } from "../../source/disk/read-files.ts";
import { makeFolders, withLock } from "../../source/disk/temporary.ts";

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

/** Is there while an export writes. */
const LOCK = ".heir.lock";

/**
 * Writes an export to a folder, made if needed: files that differ, by renaming. Removes files of an earlier export of
 * another form or of gone nodes. `.heir.json` lists the files, and their one commit; during a write no commit but the
 * files to come, so that the next export knows what a killed one left. Throws HeirError while another process writes.
 */
export async function writeExport(folder: string, asked: Export): Promise<void> {
  if (asked.files.some(({ path }) => path === MARK || path === LOCK))
    throw new HeirError("usage", `no file of a node can be called ${MARK} or ${LOCK}`, "rename the node");
  makeFolders(folder, asked.files.some(({ isSecret }) => isSecret) ? 0o700 : undefined);
  const hint = "try again when it is done, or name another folder";
  const busy = () => new HeirError("environment", `another heir exports to ${folder}`, hint);
  await withLock(join(folder, LOCK), busy, () => writeLocked(folder, asked));
}

async function writeLocked(folder: string, { form, commit, files, others }: Export): Promise<void> {
  const paths = files.map(({ path }) => path);
  const before = await takenOver(folder, lastMark(regularFileText(join(folder, MARK))));
  const written = new Set(paths);
  const staying = new Set(before.form === form ? others : []);
  const kept = before.files.filter((path) => !written.has(path) && staying.has(path));
  const gone = before.files.filter((path) => !written.has(path) && !staying.has(path));
  const changed = changedFiles(folder, files);
  if (changed.length > 0 || gone.length > 0) await writeMark(folder, begun(before, form, changed));
  await replaceFiles(folder, changed);
  await removeFiles(folder, gone);
  const isOneCommit = kept.length === 0 || before.commit === commit;
  const commitOfAll = isOneCommit && commit !== undefined ? commit : null;
  await writeMark(folder, { form, commit: commitOfAll, files: [...paths, ...kept].sort(compareText) });
}

/** What `.heir.json` says; without a form or a commit where the files are not all of one. */
interface Mark {
  readonly form: string | null;
  readonly commit: string | null;
  readonly files: readonly string[];
  /** Of an export that has not ended: the digest of each file that the folder did not have. */
  readonly unfinished?: Readonly<Record<string, string>>;
}

/** What the folder says of itself while an export writes `changed`. */
function begun(before: Mark, form: string, changed: readonly NewFile[]): Mark {
  const listed = new Set(before.files);
  const fresh = changed.filter(({ path }) => !listed.has(path));
  const unfinished = Object.fromEntries(fresh.map(({ path, text }) => [path, digest(text)]));
  return { form: before.form === form ? form : null, commit: null, files: before.files, unfinished };
}

/** The earlier export, with files of a killed one whose text is the one it wrote; any other file is somebody else's. */
async function takenOver(folder: string, { unfinished, ...mark }: Mark): Promise<Mark> {
  await removeRemains(folder, unfinished === undefined ? [MARK] : [MARK, ...mark.files, ...Object.keys(unfinished)]);
  const left = Object.entries(unfinished ?? {}).filter(([path, expected]) => {
    const text = regularFileText(join(folder, path));
    return text !== undefined && digest(text) === expected;
  });
  return { ...mark, files: [...mark.files, ...left.map(([path]) => path)] };
}

async function writeMark(folder: string, mark: Mark): Promise<void> {
  const file = { path: MARK, text: `${JSON.stringify({ v: 1, ...mark })}\n` };
  await replaceFiles(folder, changedFiles(folder, [file]));
}

/** The export that the folder has; without files where there is no list that can be read. */
function lastMark(text: string | undefined): Mark {
  const { form, commit, files, unfinished } = plainObject(text ?? "{}");
  const digests = unfinished === undefined ? undefined : Object.entries(Object(unfinished)).filter(isDigest);
  return {
    form: typeof form === "string" ? form : null,
    commit: typeof commit === "string" ? commit : null,
    files: Array.isArray(files) ? files.filter(isInside) : [],
    unfinished: digests && Object.fromEntries(digests),
  };
}

function plainObject(text: string): Partial<Record<string, unknown>> {
  const found = parsedJson(text);
  return typeof found === "object" && found !== null ? { ...found } : {};
}

function isDigest(entry: [string, unknown]): entry is [string, string] {
  return isInside(entry[0]) && typeof entry[1] === "string";
}

/** A path below the folder that is none of git's. */
function isInside(path: unknown): path is string {
  if (typeof path !== "string" || path.startsWith("/")) return false;
  return !path.split(/[/\\]/).some((name) => name === ".." || name.toLowerCase() === ".git");
}
