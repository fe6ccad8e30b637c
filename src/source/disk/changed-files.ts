import { rmdir, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { type NewFile, replaceFiles } from "./create.ts";
import { regularFileText } from "./regular-file.ts";
import { removeUnfinished } from "./temporary.ts";

/** Writes files below a folder by renaming, as `replaceFiles` does, but for those that are there with the same text. */
export async function replaceChanged(folder: string, files: readonly NewFile[]): Promise<void> {
  for (const file of files) {
    if (regularFileText(join(folder, file.path)) !== file.text) await replaceFiles(folder, [file]);
  }
}

/** Removes files below a folder, what was not finished beside them, and the folders that they leave empty. Files that are gone already are no fault. */
export async function removeFiles(folder: string, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await unlink(join(folder, path)).catch(() => undefined);
    removeUnfinished(dirname(join(folder, path)));
    for (let above = dirname(path); above !== "."; above = dirname(above)) {
      await rmdir(join(folder, above)).catch(() => undefined);
    }
  }
}
