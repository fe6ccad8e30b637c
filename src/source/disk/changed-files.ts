import { chmodSync, lstatSync, symlinkSync, writeFileSync } from "node:fs";
import { link, lstat, mkdir, readdir, readFile, readlink, rm, rmdir, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { HeirError, hasCode } from "../../model/findings/failure.ts";
import { diskEntry, regularFileText, waysTo } from "./read-files.ts";
import { isUnfinished, makeFolders, removeUnfinished, replaceBy, temporaryPath } from "./temporary.ts";

/** Those of some files that are not below a folder with the same text. */
export function changedFiles(folder: string, files: readonly NewFile[]): readonly NewFile[] {
  return files.filter(({ path, text }) => regularFileText(join(folder, path)) !== text);
}

/**
 * Writes files below a folder, with the folders they need, each replaced atomically. Throws HeirError for a path that
 * leads outside, by `..` or a symbolic link, before anything is written.
 */
export async function replaceFiles(folder: string, files: readonly NewFile[]): Promise<void> {
  for (const { path } of files) assertBelow(folder, path);
  const folders = new Map<string, boolean>();
  for (const { path, isSecret = false } of files) {
    const each = dirname(join(folder, path));
    folders.set(each, isSecret || folders.get(each) === true);
  }
  for (const [each, isSecret] of folders) {
    makeFolders(each, isSecret ? OWN : undefined);
    removeUnfinished(each);
  }
  for (const file of files) replaceFile(join(folder, file.path), file);
}

/** The mode of a folder that is made for a file with a secret. */
const OWN = 0o700;

function assertBelow(folder: string, path: string): void {
  if (path.split("/").includes("..")) throw new HeirError("environment", `${path} leads out of ${folder}`);
  const link = linkAbove(folder, path);
  if (link === undefined) return;
  const hint = `remove it: ${path} is written below it`;
  throw new HeirError("environment", `${join(folder, link)} is a symbolic link`, hint);
}

/** A file that is there keeps its mode. */
function replaceFile(target: string, { text, isSecret = false }: NewFile): void {
  const mode = modeOf(target);
  replaceBy(target, (fresh) => {
    writeFileSync(fresh, text, isSecret ? { mode: 0o600 } : {});
    if (mode !== undefined) chmodSync(fresh, mode);
  });
}

/** Removes files below a folder, if there, unfinished ones beside them, and folders left empty. Link targets stay. */
export async function removeFiles(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths)
    if (linkAbove(folder, path) === undefined) await unlink(join(folder, path)).catch(() => undefined);
  await removeRemains(folder, paths);
}

/** Removes what ended processes did not finish beside some files below a folder, and folders that are empty without it. */
export async function removeRemains(folder: string, paths: readonly string[]): Promise<void> {
  for (const parent of new Set(paths.map((path) => dirname(path)))) {
    if (linkAbove(folder, join(parent, "file")) !== undefined) continue;
    removeUnfinished(join(folder, parent));
    for (let above = parent; above !== "."; above = dirname(above)) {
      await rmdir(join(folder, above)).catch(() => undefined);
    }
  }
}

/** The first folder on the way from a folder to a file below it that is a symbolic link. */
function linkAbove(folder: string, path: string): string | undefined {
  const folders = waysTo(path).slice(0, -1);
  return folders.find((way) => diskEntry(join(folder, way)).kind === "link");
}

function modeOf(path: string): number | undefined {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true ? found.mode & 0o777 : undefined;
}

/** Makes a symbolic link, in one rename, and returns whether it was another one or absent before. */
export async function replaceLink(path: string, target: string): Promise<boolean> {
  if ((await readlink(path).catch(() => undefined)) === target) return false;
  replaceBy(path, (fresh) => symlinkSync(target, fresh));
  return true;
}

/** A file to be written, its path below the folder with forward slashes. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** Whether it holds a secret: then it is for its owner alone, as is a folder that is made for it. */
  readonly isSecret?: boolean;
}

/** Writes files that do not exist, with their folders, and returns their paths. Never overwrites, even in a race. */
export async function createFiles(folder: string, files: readonly NewFile[]): Promise<readonly string[]> {
  const created: string[] = [];
  for (const { path, text } of files) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    if (await createFile(target, text)) created.push(path);
  }
  return created;
}

/** The names in a folder, sorted, but for what ended processes did not finish; none when it does not exist. */
export async function sortedNamesIn(folder: string): Promise<readonly string[]> {
  try {
    return (await readdir(folder)).filter((name) => !isUnfinished(name)).sort();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return [];
    throw error;
  }
}

/** The file has its name only when it is whole. */
async function createFile(path: string, text: string): Promise<boolean> {
  const unfinished = temporaryPath(path);
  removeUnfinished(dirname(path));
  try {
    await writeFile(unfinished, text);
    await link(unfinished, path);
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST", "EISDIR")) return false;
    // A system without second names.
    if (hasCode(error, "EPERM", "ENOTSUP", "ENOSYS", "EMLINK")) return createAtOnce(path, text);
    throw error;
  } finally {
    await rm(unfinished, { force: true });
  }
}

async function createAtOnce(path: string, text: string): Promise<boolean> {
  try {
    await writeFile(path, text, { flag: "wx" });
    return true;
  } catch (error) {
    if (hasCode(error, "EEXIST")) return false;
    throw error;
  }
}

/**
 * The text of a file to edit; undefined if there is none. Throws HeirError for a link, a folder, and bytes that are not
 * UTF-8: writing would not preserve them.
 */
export async function editableText(path: string, name: string): Promise<string | undefined> {
  const stats = await lstat(path).catch(() => undefined);
  if (stats === undefined) return undefined;
  if (!stats.isFile()) throw new HeirError("environment", `${name} is not a regular file`, "edit its target by hand");
  const bytes = await readFile(path);
  const text = bytes.toString();
  if (!Buffer.from(text).equals(bytes)) throw new HeirError("environment", `${name} is not valid UTF-8`);
  return text;
}

/** Replaces a text atomically, with the same permissions. Returns false if the file has another text by now. */
export async function replaceEdited(
  path: string,
  name: string,
  { before, after }: { readonly before: string | undefined; readonly after: string },
): Promise<boolean> {
  if ((await editableText(path, name)) !== before) return false;
  if (before === undefined) {
    return (await createFiles(dirname(path), [{ path: basename(path), text: after }])).length > 0;
  }
  const { mode } = await lstat(path);
  removeUnfinished(dirname(path));
  replaceBy(path, (fresh) => writeFileSync(fresh, after, { mode }));
  return true;
}

/** Removes a file that has this text. Returns false, and changes nothing, when it has another one. Throws as {@link editableText}. */
export async function removeEdited(path: string, name: string, text: string): Promise<boolean> {
  if ((await editableText(path, name)) !== text) return false;
  await rm(path);
  return true;
}

/** Replaces the text of a file. Throws what the system throws. */
export function replaceText(path: string, text: string): Promise<void> {
  return writeFile(path, text);
}
