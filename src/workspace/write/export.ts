import { type NewFile, replaceFiles } from "../../source/disk/create.ts";

/** Writes exported files below a folder, which is created if needed; existing files are replaced one by one. */
export async function writeExport(folder: string, files: readonly NewFile[]): Promise<void> {
  await replaceFiles(folder, files);
}
