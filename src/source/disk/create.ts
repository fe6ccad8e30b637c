import { link, mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isUnfinished, removeUnfinished, temporaryPath } from "./temporary.ts";

/** A file to be written, its path below the folder with forward slashes. */
export interface NewFile {
  readonly path: string;
  readonly text: string;
  /** Whether it holds a secret: then it is for its owner alone, as is a folder that is made for it. */
  readonly isSecret?: boolean;
}

/**
 * Writes files that do not exist yet, with the folders they need, and returns the paths of those written. Nothing that
 * exists is changed, not even when another program creates the same file at the same moment.
 */
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
    if (hasCode(error, ["ENOENT"])) return [];
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
    if (hasCode(error, ["EEXIST", "EISDIR"])) return false;
    // A system without second names.
    if (hasCode(error, ["EPERM", "ENOTSUP", "ENOSYS", "EMLINK"])) return createAtOnce(path, text);
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
    if (hasCode(error, ["EEXIST"])) return false;
    throw error;
  }
}

function hasCode(error: unknown, codes: readonly string[]): boolean {
  return error instanceof Error && "code" in error && codes.includes(String(error.code));
}
